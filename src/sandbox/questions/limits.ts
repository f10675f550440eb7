/** Questions on limits of length. They make calls that change nothing even if they are accepted. (§8) */
import { type AssumptionValues, assumptions } from '../../core/assumptions/catalogue.ts'
import type { Service } from '../service/service.ts'
import type { Answer } from '../service/traffic.ts'
import { listing } from './asking.ts'
import { boundaryOf, type Range } from './boundary.ts'
import { ask, differs, hidden, is, type Part, type Question, read, unknown, type Verdict } from './question.ts'

type LengthId = Extract<keyof AssumptionValues, `limits.${'path' | 'query' | 'header' | 'body'}${string}`>
type Send = (service: Service, length: number) => Promise<Answer>

interface Measured {
  /** What the question does; by default `sends longer and longer …`. */
  readonly how?: string
  /** The condition of the question; by default, that wires can be listed. */
  readonly when?: string
  /** Whether the call asks for wires without a token. If the service accepts the length, it answers 401. */
  readonly isOfWires?: boolean
  readonly range: Range
  /** The status with which our bank refuses a request that is too long. */
  readonly refusal: number
  readonly send: Send
  /** Sends a request of the same length whose measured part is short. If it is refused, too, the limit is on the whole request. */
  readonly asLong?: Send
  /** Whether our bank refuses the greatest length in `range`, whatever the assumption. A service that accepts this length differs. */
  readonly isBeyondOurs?: boolean
  /** The most characters that the HTTP client may add. How many it adds cannot be observed. */
  readonly added?: number
}

/** A question that finds the length above which a call is answered differently. */
const lengthOf = (noun: string, measured: Measured): Question<LengthId> =>
  ask({
    how: measured.how ?? `sends longer and longer ${noun}`,
    when: measured.when ?? LISTED,
    of: (service) => lengthAt(service, noun, measured),
  })

async function lengthAt(service: Service, noun: string, measured: Measured): Promise<Verdict<number>> {
  const { isOfWires, range, refusal, send, asLong, isBeyondOurs, added = 0 } = measured
  if (isOfWires) await listing(service)
  const { status: usual, isDone } = await send(service, range.least)
  // Any other status does not show that the call was read.
  if (!isDone && !(isOfWires && usual === 401)) return unknown(`${noun} of ${range.least} were answered ${usual}`)
  let latest = usual
  const isAccepted = async (length: number) => {
    latest = (await send(service, length)).status
    return latest === usual
  }
  const { last, isOpen } = await boundaryOf(isAccepted, range)
  if (last === null) return unknown(`${noun} of ${range.least} were answered with different statuses`)
  const accepted = `${noun} of ${last} were accepted`
  if (isOpen) return isBeyondOurs ? differs(accepted) : unknown(`${accepted}, and nothing greater was tried`)
  const other = (await asLong?.(service, last + 1))?.status ?? usual
  if (other !== usual)
    return unknown(
      `${accepted}, but the whole request may be too long: another request of the same length was answered ${other}`,
    )
  const seen = `${accepted}, and those of ${last + 1} were answered ${latest}`
  if (latest !== refusal) return differs(seen)
  if (added === 0) return is(last, seen)
  const isAsOurs = last <= range.preset && range.preset <= last + added
  return isAsOurs
    ? is(range.preset, seen)
    : unknown(`${seen}; the limit is somewhat higher, because the HTTP client adds headers of its own`)
}

const LISTED = 'wires can be listed'
const MEBIBYTE = 1_048_576
const HEADERS = assumptions['limits.headerLength'].default

/** Limits of the request line. */
const addressed = {
  isOfWires: true,
  range: { preset: 8_192, least: 256, most: MEBIBYTE + 1 },
  refusal: 414,
  isBeyondOurs: true,
}

const padding = (length: number) => 'a'.repeat(length)

export const limits = {
  'limits.requestsPerSecond': read({
    how: 'looks for answers 429, and for headers that name a limit',
    when: 'the service answers 429, or names a limit in its headers',
    from: ({ all }) => all,
    judge(all) {
      const limited = all.filter(({ status }) => status === 429)
      const naming = all.filter(({ headers }) => Object.keys(headers).some((name) => /^(x-)?ratelimit/.test(name)))
      if (limited.length > 0) return differs(`${limited.length} of ${all.length} calls were answered 429`, limited)
      if (naming.length > 0) return differs('headers of the answers name a limit', naming)
      return unknown(
        `none of ${all.length} calls was answered 429, but the service may answer 429 to more calls, or to faster ones`,
      )
    },
  }),
  'limits.exactAmounts': hidden('no call of the API can bring a balance to 90,071,992,547,409.91'),
  'limits.pathLength': lengthOf('paths', {
    ...addressed,
    send(service, length) {
      const short = new URL(service.urlOf('getWire', { parameters: { id: 'a' } })).pathname.length - 1
      return service.send('getWire', { parameters: { id: padding(length - short) } })
    },
  }),
  'limits.queryLength': lengthOf('queries', {
    ...addressed,
    send: (service, length) => service.send('listWires', { query: { padding: padding(length - 'padding='.length) } }),
  }),
  'limits.headerLength': lengthOf('headers (without those that the HTTP client adds)', {
    isOfWires: true,
    when: `${LISTED}, and the limit is close to that of our bank; any other limit cannot be measured, because the HTTP client adds headers of its own`,
    range: { preset: HEADERS, least: 1_024, most: MEBIBYTE + 1 },
    refusal: 431,
    added: 1_000,
    send: (service, length) =>
      service.send('listWires', { headers: { 'x-padding': padding(length - 'x-padding'.length) } }),
  }),
  'limits.bodyLength': lengthOf('token requests', {
    when: 'the limit is less than four mebibytes',
    range: { preset: MEBIBYTE, least: 1_024, most: 4 * MEBIBYTE },
    refusal: 413,
    send: (service, length) => service.send('requestToken', { body: tokenRequest(service).padEnd(length) }),
  }),
  'limits.bodyDepth': lengthOf('token requests with lists nested to a depth', {
    how: 'sends token requests with more and more nested lists',
    when: 'the token server ignores unknown fields',
    range: { preset: 100, least: 4, most: 1_001 },
    refusal: 400,
    send: (service, depth) => nested(service, listsOf(depth)),
    asLong: (service, depth) => nested(service, JSON.stringify(padding(listsOf(depth).length - 2))),
  }),
} satisfies Part

const tokenRequest = (service: Service) => JSON.stringify(service.tokenRequest(service.credentials.audience))

/** Sends a token request with this value in an unknown field. */
const nested = (service: Service, value: string) =>
  service.send('requestToken', { body: `${tokenRequest(service).slice(0, -1)},"padding":${value}}` })

/** Nested lists. The request itself is one level of the depth. */
const listsOf = (depth: number) => '['.repeat(depth - 1) + ']'.repeat(depth - 1)
