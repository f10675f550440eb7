/** How much a request may have: found with calls that change nothing, whether they are too long or not. (§8) */
import type { AssumptionId, AssumptionValues } from '../../../../core/assumptions/catalogue.ts'
import type { Service } from '../../../service/service.ts'
import type { Answer } from '../../../service/traffic.ts'
import type { Probe, Tell } from '../../probe.ts'
import { boundaryOf, type Range } from '../boundary.ts'
import { pageIn } from '../field.ts'

type LimitId = Extract<AssumptionId, `limits.${'path' | 'query' | 'header' | 'body'}${string}`>

/** A call of a certain length. */
interface Measured {
  readonly id: LimitId
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

/** Finds the length from which on the answer is another one than to a short call. */
async function measure(tell: Tell, { id, noun, range, refusal, isBeyondOurs, send, asLong }: Measured): Promise<void> {
  const short = await send(range.least)
  const usual = short.status
  // Without a token 401 is usual; whatever else comes is no sign that a call was read.
  if (!short.isDone && usual !== 401) return tell.unknown(id, `${noun} of ${range.least} were answered ${usual}`)
  const answers = new Map<number, number>()
  const { last, isOpen } = await boundaryOf(async (length) => {
    const { status } = await send(length)
    answers.set(length, status)
    return status === usual
  }, range)
  if (last === null) return tell.unknown(id, `${noun} of ${range.least} were answered in different ways`)
  if (isOpen) {
    if (isBeyondOurs) return tell.differs(id, `${noun} of ${last} were accepted`)
    return tell.unknown(id, `${noun} of ${last} were accepted: not probed further`)
  }
  const refused = answers.get(last + 1)
  const other = await asLong?.(last + 1)
  if (other !== undefined && other.status !== usual) {
    return tell.unknown(
      id,
      `${noun} of ${last} were accepted, and no longer ones of any kind: they are answered ${other.status}`,
    )
  }
  const seen = `${noun} of ${last} were accepted, of ${last + 1} answered ${refused}`
  if (refused === refusal) tell.is(id, last as AssumptionValues[LimitId], seen)
  else tell.differs(id, seen)
}

const LISTED = 'wires can be listed'

const MEBIBYTE = 1_048_576

/** Whether wires can be listed: else that a call is refused for its token says nothing of its length. */
async function isListing(service: Service, tell: Tell, id: LimitId): Promise<boolean> {
  const { isDone, status, body } = await service.ask('listWires')
  const isUsual = isDone && pageIn(body) !== undefined
  if (!isUsual) tell.unknown(id, `wires are listed with ${status}${isDone ? ', and no list' : ''}`)
  return isUsual
}

const padding = (length: number) => 'a'.repeat(length)

export const limitProbes: readonly Probe[] = [
  {
    name: 'long paths',
    scope: 'read',
    needs: [],
    how: 'looks up wires with longer and longer ids, without a token',
    tells: { 'limits.pathLength': LISTED },
    async run(service, tell) {
      if (!(await isListing(service, tell, 'limits.pathLength'))) return
      const short = new URL(service.urlOf('getWire', { parameters: { id: 'a' } })).pathname.length - 1
      await measure(tell, {
        id: 'limits.pathLength',
        noun: 'paths',
        range: { preset: 8_192, least: 256, most: MEBIBYTE + 1 },
        refusal: 414,
        isBeyondOurs: true,
        send: (length) => service.send('getWire', { parameters: { id: padding(length - short) } }),
      })
    },
  },
  {
    name: 'long queries',
    scope: 'read',
    needs: [],
    how: 'lists wires with a longer and longer query, without a token',
    tells: { 'limits.queryLength': LISTED },
    async run(service, tell) {
      if (!(await isListing(service, tell, 'limits.queryLength'))) return
      await measure(tell, {
        id: 'limits.queryLength',
        noun: 'queries',
        range: { preset: 8_192, least: 256, most: MEBIBYTE + 1 },
        refusal: 414,
        isBeyondOurs: true,
        send: (length) => service.send('listWires', { query: { padding: padding(length - 'padding='.length) } }),
      })
    },
  },
  {
    name: 'long headers',
    scope: 'read',
    needs: [],
    how: 'lists wires with a longer and longer header of its own, without a token; what the sender adds is not counted',
    tells: { 'limits.headerLength': `${LISTED}, and it is at most a mebibyte` },
    async run(service, tell) {
      if (!(await isListing(service, tell, 'limits.headerLength'))) return
      await measure(tell, {
        id: 'limits.headerLength',
        noun: 'headers',
        range: { preset: 65_536, least: 1_024, most: MEBIBYTE + 1 },
        refusal: 431,
        send: (length) => service.send('listWires', { headers: { 'x-padding': padding(length - 'x-padding'.length) } }),
      })
    },
  },
  {
    name: 'long bodies',
    scope: 'read',
    needs: [],
    how: 'asks for tokens with more and more blanks at the end of the request',
    tells: { 'limits.bodyLength': 'it is less than four mebibytes' },
    async run(service, tell) {
      const body = JSON.stringify(service.tokenRequest(service.credentials.audience))
      await measure(tell, {
        id: 'limits.bodyLength',
        noun: 'bodies',
        range: { preset: MEBIBYTE, least: 1_024, most: 4 * MEBIBYTE },
        refusal: 413,
        send: (length) => service.send('requestToken', { body: body.padEnd(length) }),
      })
    },
  },
  {
    name: 'deep bodies',
    scope: 'read',
    needs: [],
    how: 'asks for tokens with a field of deeper and deeper lists, which no token request has',
    tells: { 'limits.bodyDepth': 'the token server passes over a field that it does not know' },
    async run(service, tell) {
      const answer = await nested(service, 2)
      if (!answer.isDone) {
        return tell.unknown('limits.bodyDepth', `a token request with an unknown field was answered ${answer.status}`)
      }
      await measure(tell, {
        id: 'limits.bodyDepth',
        noun: 'bodies with lists in lists, in all',
        range: { preset: 100, least: 4, most: 1_001 },
        refusal: 400,
        isBeyondOurs: true,
        send: (depth) => nested(service, depth),
        asLong: (depth) => nested(service, depth, 'flat'),
      })
    },
  },
]

/** A token request that is nested so deep, of which one level is its own; or a flat one of the same length. */
function nested(service: Service, depth: number, form: 'deep' | 'flat' = 'deep'): Promise<Answer> {
  const request = JSON.stringify(service.tokenRequest(service.credentials.audience))
  const lists = '['.repeat(depth - 1) + ']'.repeat(depth - 1)
  const field = form === 'deep' ? lists : JSON.stringify('a'.repeat(lists.length - 2))
  return service.send('requestToken', { body: `${request.slice(0, -1)},"padding":${field}}` })
}
