/** Variations: what one run does otherwise than the clean one. Each has a name by which it can be repeated. */
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { kindOf } from '../../contract/operations.ts'
import {
  faultKinds,
  faultStatuses,
  type PushFault,
  pushFaults,
  type RequestFault,
  requestFaults,
} from '../../core/faults/fault-kinds.ts'
import type { Failure } from './scenario.ts'

export type Variation =
  | { readonly does: 'nothing' }
  /** A fault at the n-th request, from 1. */
  | { readonly does: 'request'; readonly fault: RequestVariation; readonly nth: number; readonly at: string }
  /** A fault at the n-th push, from 1. */
  | { readonly does: 'push'; readonly fault: PushVariation; readonly nth: number; readonly at: string }
  /** The position that is chosen among the pushes that wait, step by step; then the first. */
  | { readonly does: 'order'; readonly choices: readonly number[] }
  | { readonly does: 'assume'; readonly id: string; readonly value: unknown }
  /** What the operations team decides on the n-th payment, from 1, as soon as it is there. */
  | { readonly does: 'decide'; readonly decision: DeskDecision; readonly nth: number }

type StatusVariation = `status${(typeof faultStatuses)[number]}`

/** What can go wrong at a request; a status has its number in its name. */
export type RequestVariation = StatusVariation | Exclude<RequestFault, 'status'>

/** What can go wrong at a push; `again` is a repetition after everything else. */
export function pushVariations(isSigned: boolean): PushVariation[] {
  const tried = pushFaults.filter((fault) => isSigned || !faultKinds[fault].isOfSignature)
  return tried.flatMap((fault): PushVariation[] => (fault === 'duplicate' ? [fault, 'again'] : [fault]))
}
type PushVariation = PushFault | 'again'

/** What the operations team can do to a payment: `held` until the bank has healed, or `rejected`. */
export const deskDecisions = ['held', 'rejected'] as const
type DeskDecision = (typeof deskDecisions)[number]

/** The faults that make a difference at a call; those of its token come last. */
export function faultsAt(endpoint: EndpointName): RequestVariation[] {
  const { isSecured, operation } = endpoints[endpoint]
  const isRead = kindOf(operation) === 'inquiry' || operation === 'discovery'
  const isTried = {
    'every call': true,
    writes: !isRead,
    'secured calls': isSecured,
    'secured reads': isSecured && isRead,
  }
  const tried = requestFaults.filter((fault) => {
    const { triedAt } = faultKinds[fault]
    return triedAt !== null && isTried[triedAt]
  })
  const ofToken = tried.filter((fault) => faultKinds[fault].triedAt?.startsWith('secured'))
  return [...tried.filter((fault) => !ofToken.includes(fault)), ...ofToken].flatMap((fault) =>
    fault === 'status' ? faultStatuses.map((status): StatusVariation => `status${status}`) : [fault],
  )
}

/** The name of a run, and what it changed. */
export function describe(variation: Variation): Pick<Failure, 'run' | 'fault' | 'order' | 'assumption' | 'decision'> {
  switch (variation.does) {
    case 'nothing':
      return { run: 'clean' }
    case 'request': {
      const { fault: kind, nth, at } = variation
      return { run: `${kind}@${nth}`, fault: { kind, at: `request ${nth} ${at}`.trim() } }
    }
    case 'push': {
      const { fault: kind, nth, at } = variation
      return { run: `${kind}@push${nth}`, fault: { kind, at: `push ${nth} ${at}`.trim() } }
    }
    case 'order':
      return { run: `order:${variation.choices.join(',')}`, order: [...variation.choices] }
    case 'assume': {
      const { id, value } = variation
      return { run: `assume:${id}=${JSON.stringify(value)}`, assumption: { id, value } }
    }
    case 'decide': {
      const { decision: kind, nth } = variation
      return { run: `${kind}@payment${nth}`, decision: { kind, at: `payment ${nth}` } }
    }
  }
}

/** The run of this name, as far as it can be told without the clean one; undefined where it is no name. */
export function variationNamed(name: string): Variation | undefined {
  const at = ''
  const push = /^(\w+)@push(\d+)$/.exec(name)
  if (push) return { does: 'push', fault: push[1] as PushVariation, nth: Number(push[2]), at }
  const payment = /^(\w+)@payment(\d+)$/.exec(name)
  if (payment) return { does: 'decide', decision: payment[1] as DeskDecision, nth: Number(payment[2]) }
  const request = /^(\w+)@(\d+)$/.exec(name)
  if (request) return { does: 'request', fault: request[1] as RequestVariation, nth: Number(request[2]), at }
  const order = /^order:(\d+(?:,\d+)*)$/.exec(name)
  if (order) return { does: 'order', choices: (order[1] as string).split(',').map(Number) }
  const assume = /^assume:([\w.]+)=(.+)$/.exec(name)
  if (assume) return { does: 'assume', id: assume[1] as string, value: JSON.parse(assume[2] as string) }
  return name === 'clean' ? { does: 'nothing' } : undefined
}
