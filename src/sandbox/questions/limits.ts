/** How much a request may have: found with calls that change nothing, whether they are too long or not. (§8) */

import type { AssumptionValues } from '../../core/assumptions/catalogue.ts'
import { assumptions } from '../../core/assumptions/catalogue.ts'
import type { Service } from '../service/service.ts'
import type { Answer } from '../service/traffic.ts'
import { boundaryOf, type Range } from './boundary.ts'
import { listing } from './calls.ts'
import { ask, differs, hidden, is, type OfPart, type Questions, read, unknown, type Verdict } from './question.ts'
import { amountBounds } from './wires/amounts.ts'

type Length = Extract<keyof AssumptionValues, `limits.${'path' | 'query' | 'header' | 'body'}${string}`>

/** A call of a certain length. */
interface Measured {
  readonly noun: string
  readonly range: Range
  /** The status of a request that is too long. */
  readonly refusal: number
  /** What is no value of ours, where the greatest that is tried is accepted. */
  readonly isBeyondOurs?: boolean
  readonly send: (length: number) => Promise<Answer>
  /** Sends another request of the same length without the measured part: whether length alone is refused. */
  readonly asLong?: (length: number) => Promise<Answer>
}

/** The length from which on the answer is another one than to a short call. */
async function measured({
  noun,
  range,
  refusal,
  isBeyondOurs,
  send,
  asLong,
}: Measured): Promise<Verdict<AssumptionValues[Length]>> {
  const short = await send(range.least)
  const usual = short.status
  // Without a token 401 is usual; any other answer is no sign that a call was read.
  if (!short.isDone && usual !== 401) return unknown(`${noun} of ${range.least} were answered ${usual}`)
  const answers = new Map<number, number>()
  const isAccepted = async (length: number) => {
    const { status } = await send(length)
    answers.set(length, status)
    return status === usual
  }
  const { last, isOpen } = await boundaryOf(isAccepted, range)
  if (last === null) return unknown(`${noun} of ${range.least} were answered in different ways`)
  if (isOpen) {
    const seen = `${noun} of ${last} were accepted`
    return isBeyondOurs ? differs(seen) : unknown(`${seen}: longer ones were not tried`)
  }
  const other = await asLong?.(last + 1)
  if (other !== undefined && other.status !== usual) {
    return unknown(
      `${noun} of ${last} were accepted, and no longer request of any kind: one is answered ${other.status}`,
    )
  }
  const refused = answers.get(last + 1)
  const seen = `${noun} of ${last} were accepted, of ${last + 1} answered ${refused}`
  return refused === refusal ? is(last as AssumptionValues[Length], seen) : differs(seen)
}

const LISTED = 'wires can be listed'
const MEBIBYTE = 1_048_576
/** So much a sender adds of its own: host, user-agent and the like. */
const ADDED = 1_000

const padding = (length: number) => 'a'.repeat(length)

export const limits: Questions<OfPart<'limits'>> = {
  'limits.rate': read({
    how: 'looks for answers 429, and for headers that name a limit',
    when: 'the service says so',
    from: ({ all }) => all,
    judge(all) {
      const limited = all.filter(({ status }) => status === 429)
      const naming = all.filter(({ headers }) => Object.keys(headers).some((name) => /^(x-)?ratelimit/.test(name)))
      if (limited.length > 0) return differs(`${limited.length} of ${all.length} calls were answered 429`, limited)
      if (naming.length > 0) return differs('headers of the answers name a limit', naming)
      return unknown(`none of ${all.length} calls was answered 429: more, or faster, may be`)
    },
  }),
  ...amountBounds,
  'limits.exactAmounts': hidden('no balance can be brought to 90,071,992,547,409.91'),
  'limits.pathLength': ask({
    how: 'looks up wires with longer and longer ids, without a token',
    when: LISTED,
    async of(service) {
      await listing(service)
      const short = new URL(service.urlOf('getWire', { parameters: { id: 'a' } })).pathname.length - 1
      return await measured({
        noun: 'paths',
        range: { preset: 8_192, least: 256, most: MEBIBYTE + 1 },
        refusal: 414,
        isBeyondOurs: true,
        send: (length) => service.send('getWire', { parameters: { id: padding(length - short) } }),
      })
    },
  }),
  'limits.queryLength': ask({
    how: 'lists wires with a longer and longer query, without a token',
    when: LISTED,
    async of(service) {
      await listing(service)
      return await measured({
        noun: 'queries',
        range: { preset: 8_192, least: 256, most: MEBIBYTE + 1 },
        refusal: 414,
        isBeyondOurs: true,
        send: (length) => service.send('listWires', { query: { padding: padding(length - 'padding='.length) } }),
      })
    },
  }),
  'limits.headerLength': ask({
    how: 'lists wires with a longer and longer header of its own, without a token',
    when: `${LISTED}, and it is as ours: what the sender adds to the headers is not known`,
    async of(service) {
      await listing(service)
      const preset = assumptions['limits.headerLength'].default
      const found = await measured({
        noun: 'headers',
        range: { preset, least: 1_024, most: MEBIBYTE + 1 },
        refusal: 431,
        send: (length) => service.send('listWires', { headers: { 'x-padding': padding(length - 'x-padding'.length) } }),
      })
      if (found.verdict !== 'is') return found
      const seen = `beside those that the sender adds, ${found.seen}`
      const isAsOurs = found.value <= preset && preset <= found.value + ADDED
      return isAsOurs ? is(preset, seen) : unknown(`${seen}: it is so much and a little more`)
    },
  }),
  'limits.bodyLength': ask({
    how: 'asks for tokens with more and more blanks at the end of the request',
    when: 'it is less than four mebibytes',
    async of(service) {
      const body = JSON.stringify(service.tokenRequest(service.credentials.audience))
      return await measured({
        noun: 'bodies',
        range: { preset: MEBIBYTE, least: 1_024, most: 4 * MEBIBYTE },
        refusal: 413,
        send: (length) => service.send('requestToken', { body: body.padEnd(length) }),
      })
    },
  }),
  'limits.bodyDepth': ask({
    how: 'asks for tokens with a field of deeper and deeper lists, which no token request has',
    when: 'the token server passes over a field that it does not know',
    async of(service) {
      const answer = await nested(service, 2)
      if (!answer.isDone) return unknown(`a token request with an unknown field was answered ${answer.status}`)
      return await measured({
        noun: 'bodies with lists in lists, in all',
        range: { preset: 100, least: 4, most: 1_001 },
        refusal: 400,
        isBeyondOurs: true,
        send: (depth) => nested(service, depth),
        asLong: (depth) => nested(service, depth, 'flat'),
      })
    },
  }),
}

/** A token request that is nested so deep, of which one level is its own; or a flat one of the same length. */
function nested(service: Service, depth: number, form: 'deep' | 'flat' = 'deep'): Promise<Answer> {
  const request = JSON.stringify(service.tokenRequest(service.credentials.audience))
  const lists = '['.repeat(depth - 1) + ']'.repeat(depth - 1)
  const field = form === 'deep' ? lists : JSON.stringify('a'.repeat(lists.length - 2))
  return service.send('requestToken', { body: `${request.slice(0, -1)},"padding":${field}}` })
}
