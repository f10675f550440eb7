/** Breaches at the edge of the bank: the bank does the right thing, but the mutant changes the answer or the push. */

import { canStrikePush } from '../../bank/shell/state/injected-faults.ts'
import type { Answer, Layer } from '../../bank/shell/state/layer.ts'
import type { EndpointName } from '../../contract/endpoints.ts'
import { valuesWith } from '../../core/assumptions/notes.ts'
import { activeFaults, type FaultRequest, newFault } from '../../core/faults/fault.ts'
import { faultKinds, type PushFault } from '../../core/faults/fault-kinds.ts'
import { isRecord, jsonIn } from '../../core/kernel/json.ts'
import type { BegunPush } from '../../core/webhooks/push.ts'
import { SIGNATURE_HEADER, signatureOf } from '../../core/webhooks/signature.ts'
import type { World } from '../../core/world.ts'
import type { Breach } from './mutant.ts'

/** A JSON object whose fields a mutant may change. */
export type Fields = Record<string, unknown>

export interface Answering {
  readonly endpoint: EndpointName
  readonly url: URL
  readonly status: number
  readonly headers: Answer['headers']
  /** What the breach remembers of earlier answers of this bank. */
  readonly memory: Map<string, unknown>
}

/** Returns a new body, alone or with a new status. Undefined leaves the answer as it is. */
type Rewrite = (
  body: Fields,
  about: Answering,
) => Fields | { readonly status: number; readonly body: unknown } | undefined

/** Rewrites the answers of these calls, or of all calls if none is named. */
export function rewriteAnswers(rewrite: Rewrite, ...of: readonly EndpointName[]): Breach {
  return (broken) => {
    const memory = new Map<string, unknown>()
    return {
      request(call, next) {
        const { endpoint, url, rewrite: outer = (answer) => answer } = call
        if (endpoint === null || (of.length > 0 && !of.includes(endpoint))) return next(call)
        const own = (answer: Answer) => {
          const { status, headers } = answer
          const made = rewritten(answer, (body) => rewrite(body, { endpoint, url, status, headers, memory }))
          if (made) broken()
          return made ?? answer
        }
        return next({ ...call, rewrite: (answer) => own(outer(answer)) })
      },
    }
  }
}

function rewritten(answer: Answer, rewrite: (body: Fields) => ReturnType<Rewrite>): Answer | undefined {
  const body = jsonIn(answer.body)
  const made = isRecord(body) ? rewrite(body) : undefined
  if (made === undefined) return undefined
  const { status } = made
  if (typeof status === 'number') return { ...answer, status, body: JSON.stringify(made['body']) }
  const text = JSON.stringify(made)
  return text === JSON.stringify(body) ? undefined : { ...answer, body: text }
}

/** Changes the list of records in a page. A refusal has no list, so it is not changed. */
export const pages = (
  change: (results: readonly Fields[], about: Answering, page: Fields) => readonly Fields[],
  ...of: readonly EndpointName[]
): Breach => rewriteAnswers((body, about) => withList(body, (results) => change(results, about, body)), ...of)

/** Changes each record of an answer or of a page. A record stays as it is if `change` returns undefined. */
export const records = (
  change: (record: Fields, about: Answering) => Fields | undefined,
  ...of: readonly EndpointName[]
): Breach =>
  rewriteAnswers(
    (body, about) => {
      if (about.status >= 400) return undefined
      const changed = (record: Fields) => change(record, about) ?? record
      return withList(body, (results) => results.map(changed)) ?? changed(body)
    },
    ...of,
  )

/** Returns a page with another list, or undefined if the body is no page. In a page of loans, names begin with a capital letter. */
function withList(body: Fields, change: (results: readonly Fields[]) => readonly Fields[]): Fields | undefined {
  const name = ['results', 'Results'].find((each) => Array.isArray(body[each]))
  return name === undefined ? undefined : { ...body, [name]: change(body[name] as Fields[]) }
}

/**
 * Lets reads of accounts show the state before the last change, unless the test has injected a fault into requests, or an event has
 * announced the change.
 */
export const lagging =
  (...of: readonly EndpointName[]): Breach =>
  (broken, port) => ({
    request(call, next) {
      const { world } = port
      const isHere = call.endpoint !== null && of.includes(call.endpoint)
      if (!isHere || hasFaultOf('request', world)) return next(call)
      const [late, now] = [port.staleWorld.accounts.subledgers, world.accounts.subledgers]
      // Only balances lag: if the older state lacks a subledger that was just opened, the answer is not changed.
      if (late === now || late.size !== now.size) return next(call)
      broken()
      return next({ ...call, fault: newFault('staleRead', {}, world.now) })
    },
  })

/** Strikes each push of an event once with a fault, unless the test has injected a fault into such pushes. */
export function pushed(kind: PushFault, event: string | null, how: FaultRequest = {}): Breach {
  return (broken, port) => {
    const known = new Set<string>()
    return {
      push(push, next) {
        const { world } = port
        const { due, isLast = false } = push
        const isHere = due?.isFirst && canStrikePush(kind, event, due, isLast)
        if (!isHere || known.has(due.eventId) || hasFaultOf('push', world, due.eventName)) return next(push)
        known.add(due.eventId)
        broken()
        return next({ ...push, fault: newFault(kind, how, world.now) })
      },
    }
  }
}

/** True if a fault that the test injected may strike requests, or pushes of this event. */
function hasFaultOf(strikes: 'request' | 'push', world: World, eventName: string | null = null): boolean {
  return activeFaults(world).some((slot) => {
    const { kind, event } = world.faults.injected.at(slot)
    return faultKinds[kind].strikes === strikes && (event === null || event === eventName)
  })
}

/** In the answer to a poll, replaces each event of this name by other events. */
export const polled = (event: string, others: (notification: Fields) => readonly Fields[]): Breach =>
  pages((results) => results.flatMap((each) => (each['eventName'] === event ? others(each) : [each])), 'pollEvents')

/** Changes the notification of an event, pushed or polled. */
export const said = (event: string, change: (notification: Fields) => Fields): readonly Breach[] => [
  sent(event, change),
  polled(event, (each) => [change(each)]),
]

/** Changes the body of each push of an event, or of all events if `event` is null. */
export function sent(event: string | null, change: (body: Fields, tries: number) => Fields): Breach {
  return (broken, port) => {
    const tries = new Map<string, number>()
    return sending((push) => {
      const body = jsonIn(push.text)
      if ((event !== null && push.eventName !== event) || !isRecord(body)) return push
      const often = tries.get(push.eventId) ?? 0
      tries.set(push.eventId, often + 1)
      const text = JSON.stringify(change({ ...body }, often))
      if (text === push.text) return push
      broken()
      return signedAnew(push, text, port.world)
    })
  }
}

const OTHER_SECRET = 'b3RoZXIgc2VjcmV0'

/** Signs every attempt of each signed push with another secret. */
export const wronglySigned: Breach = (broken) =>
  sending((push) => {
    const signature = push.headers[SIGNATURE_HEADER]
    const at = /^t:([^,]+),/.exec(signature ?? '')?.[1]
    if (at === undefined) return push
    broken()
    return { ...push, headers: { ...push.headers, [SIGNATURE_HEADER]: signatureOf(OTHER_SECRET, at, push.text) } }
  })

/** Sends another push in place of each. */
const sending = (other: (push: BegunPush) => BegunPush): Layer => ({
  push: (push, next) => next({ ...push, rewrite: (begun) => other(push.rewrite?.(begun) ?? begun) }),
})

/** Returns a push with another text, signed again so that the mutant breaks only its own promise. A wrong signature stays wrong. */
function signedAnew(push: BegunPush, text: string, { webhooks, settings }: World): BegunPush {
  const signature = push.headers[SIGNATURE_HEADER]
  const at = /^t:([^,]+),/.exec(signature ?? '')?.[1]
  const isOf = (each: { eventName: string; callbackUrl: string }) =>
    each.eventName === push.eventName && each.callbackUrl === push.callbackUrl
  const secret = [...webhooks.registrations].findLast(isOf)?.secret ?? valuesWith(settings.assume)['webhooks.secret']
  if (at === undefined || secret === null || signature !== signatureOf(secret, at, push.text)) return { ...push, text }
  return { ...push, text, headers: { ...push.headers, [SIGNATURE_HEADER]: signatureOf(secret, at, text) } }
}
