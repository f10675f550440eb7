/**
 * Compares two runs of one scenario. Calls are paired by method, path and query, not by their order: two calls that are sent at once may
 * arrive in either order. Ids of the same record count as equal. If several calls match, the body decides.
 */
import { decoded } from '../../../core/kernel/attempt.ts'
import { fieldsOf } from '../../../core/kernel/json.ts'
import { type Call, isSuccess } from '../../recordings/exchange.ts'
import { errorText } from '../../recordings/refusal-text.ts'
import { isUuid } from '../../recordings/vocabulary.ts'
import { callOf } from '../../service/traffic.ts'
import type { Ending, OurSide, Side } from '../sides/run-sides.ts'
import { differencesOf } from './calls.ts'
import { type FirstDifference, type FoundInCall, Memory, Pairs, type SideName } from './comparing.ts'
import { isPage } from './records.ts'
import { differencesBetween } from './values.ts'

export type Comparison = ReturnType<typeof compared>

export function compared(ours: OurSide, theirs: Side) {
  const pairs = new Pairs({ ours: ours.addresses, theirs: theirs.addresses })
  for (const [name, own] of Object.entries(ours.known)) {
    const other = theirs.known[name]
    if (own !== undefined && other !== undefined) pairs.know(`<${name}>`, own, other)
  }
  const memory = new Memory(pairs)
  const isBroken = theirs.ending !== undefined && ours.ending.error?.name !== theirs.ending.error?.name
  const aligned = new Aligning(ours.calls, theirs.calls, memory, isBroken).all()
  const scenario = { call: 'scenario', endpoint: null, calls: { ours: undefined, theirs: undefined } }
  const ended = endings(memory, ours.ending, theirs.ending).map((found) => ({ ...scenario, ...found }))
  const firstDifferences = [...aligned.firstDifferences, ...ended]
  return { ...aligned, ours, firstDifferences, pairs }
}

/** Errors with the same name agree, because their messages only repeat the answers. */
function endings(memory: Memory, ours: Ending | undefined, theirs: Ending | undefined): FoundInCall[] {
  if (ours === undefined || theirs === undefined) return []
  const [own, other] = [ours.error, theirs.error]
  if (own || other) {
    const [ours, theirs] = [own, other].map((each) => (each ? errorText(each) : 'no error')) as [string, string]
    return own?.name === other?.name ? [] : [{ place: 'error', path: [], ours, theirs, words: { ours, theirs } }]
  }
  const returned = { path: [], ours: ours.returned, theirs: theirs.returned }
  return differencesBetween({ memory, place: 'returned' }, returned).map((found) => ({ ...found, place: 'returned' }))
}

class Aligning {
  readonly #left: Set<Call>
  /** Our calls that are ignored, because they only repeat a read. */
  readonly #passedOver = new Set<Call>()
  /** The methods and URLs for which `#passOver` has run. */
  readonly #looked = new Set<string>()
  readonly #beside = new Set<Call>()
  /** The number of calls of each endpoint. */
  readonly #counts = new Map<string, number>()

  constructor(
    private readonly ours: readonly Call[],
    theirs: readonly Call[],
    private readonly memory: Memory,
    /** Whether one side ended with an error that the other did not have. Then reads that only the longer run repeats are ignored. */
    private readonly isBroken: boolean,
  ) {
    this.#left = new Set(theirs)
  }

  /** `compared`: the calls of the other side that are paired with one of ours. */
  all() {
    const found = this.ours.map((own, at) => {
      const name = this.#nameOf(own)
      this.#passOver(own, at)
      return this.#passedOver.has(own) ? [] : this.#compared(name, at, own)
    })
    const extra = [...this.#left]
      .filter((each) => !this.#isFurtherPage(each))
      .map((call) => this.#oneSided(this.#nameOf(call), { ours: undefined, theirs: call }))
    const agreeing = found.filter(({ length }) => length === 0).length
    return { firstDifferences: [...found.flat(), ...extra], agreeing, compared: this.#beside }
  }

  #compared(call: string, at: number, own: Call): FirstDifference[] {
    const other = this.#counterpartOf(own, at)
    if (other === undefined) {
      return this.#isFurtherPage(own) ? [] : [this.#oneSided(call, { ours: own, theirs: undefined })]
    }
    const isDoneBefore = [...this.#beside].some((each) => isSuccess(each.status) && hasSameFields(each, other))
    this.#left.delete(other)
    this.#beside.add(other)
    const shared = { call, endpoint: own.endpoint, calls: { ours: own, theirs: other }, isDoneBefore }
    return differencesOf(own, other, this.memory).map((found) => ({ ...shared, ...found }))
  }

  /** Whether a call gets a later page of a list that both sides read. The number of pages depends on records from before the scenario. */
  #isFurtherPage({ method, endpoint, url, body }: Call): boolean {
    const isRead = [...this.#beside].some((other) => other.endpoint === endpoint && isPage(other.body))
    return method === 'GET' && endpoint !== null && isRead && isFurtherPage(new URL(url)) && isPage(body)
  }

  #oneSided(call: string, calls: FirstDifference['calls']): FirstDifference {
    const endpoint = (calls.ours ?? calls.theirs)?.endpoint ?? null
    const wordOf = (side: SideName) => (calls[side] ? 'called' : 'no such call')
    const words = { ours: wordOf('ours'), theirs: wordOf('theirs') }
    return { call, endpoint, calls, place: 'call', path: [], ours: undefined, theirs: undefined, words }
  }

  /** No two calls have the same name. The path of an unknown call may name a person, so it is not shown as it is. */
  #nameOf(call: Call): string {
    const name = call.endpoint ?? callOf(call)
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    return `${name} #${count}`
  }

  #counterpartOf(own: Call, at: number): Call | undefined {
    const alike = [...this.#left].filter((other) => this.#areSameCall(own, other))
    if (mayBeRepeated(own) || alike.length === 0) return alike[0] ?? this.#nearest(own)
    const later = this.#repeatsOf(own, at).slice(1)
    const same = alike.find((other) => this.#areSameBodies(own, other))
    const free = alike.find((other) => !later.some((each) => this.#areSameBodies(each, other)))
    return same ?? free ?? alike[0]
  }

  #repeatsOf({ method, url }: Call, at: number): Call[] {
    return this.ours.slice(at).filter((each) => each.method === method && each.url === url)
  }

  /**
   * If one side reads a record more often than the other, only the first and the last answer of each side are compared. If one side reads
   * only once, only the last answers are compared. The answers in between depend on the moments at which a loop reads.
   */
  #passOver(own: Call, at: number): void {
    const key = `${own.method} ${own.url}`
    if (!mayBeRepeated(own) || this.#looked.has(key)) return
    this.#looked.add(key)
    const here = this.#repeatsOf(own, at)
    const there = [...this.#left].filter((other) => this.#areSameCall(own, other))
    if (there.length === 0 || here.length === there.length) return
    const least = Math.min(here.length, there.length)
    const [first, last] = this.isBroken ? [least, undefined] : [least === 1 ? 0 : 1, -1]
    // A read is not ignored if its status occurs on one side only, because the number of reads cannot be the reason for that.
    const isAlsoIn = (others: readonly Call[]) => (call: Call) => others.some(({ status }) => status === call.status)
    for (const call of here.slice(first, last).filter(isAlsoIn(there))) this.#passedOver.add(call)
    for (const call of there.slice(first, last).filter(isAlsoIn(here))) this.#left.delete(call)
  }

  /** A call of the other side that differs from ours only in ids that can still be paired, such as the ids of a recording. */
  #nearest(own: Call): Call | undefined {
    const { pairs } = this.memory
    const couldBe = ([name, value]: readonly [string, string], other: string | undefined) =>
      name in own.parameters || isName(value) ? pairs.couldPair(value, other ?? '') : value === other
    return [...this.#left].find((each) => {
      const [asked, others] = [parametersOf(own), parametersOf(each)]
      const isSameKind = own.endpoint !== null && own.endpoint === each.endpoint && asked.size === others.size
      return isSameKind && [...asked].every((one) => couldBe(one, others.get(one[0])))
    })
  }

  #areSameCall(own: Call, other: Call): boolean {
    const isSameKind = own.endpoint === other.endpoint && own.method === other.method
    return isSameKind && this.memory.pairs.areKnownAlike(placeOf(own), placeOf(other))
  }

  #areSameBodies(own: Call, other: Call): boolean {
    const [here, there] = [own, other].map(({ requestBody }) => JSON.stringify(requestBody ?? null)) as [string, string]
    return this.memory.pairs.areKnownAlike(here, there)
  }
}

function hasSameFields(one: Call, other: Call): boolean {
  const [names, others] = [one, other].map(({ requestBody }) => Object.keys(fieldsOf(requestBody)).toSorted().join())
  return one.endpoint === other.endpoint && names === others
}

/** Whether the number of such calls is free: reads change nothing, and each client decides when to get a new token. */
const mayBeRepeated = ({ method, endpoint }: Call): boolean => method === 'GET' || endpoint === 'requestToken'

/** A page after the first. (§2.2, §2.10) */
const isFurtherPage = ({ searchParams }: URL): boolean =>
  [...searchParams].some(([name, value]) => {
    return (/^pageNumber$/i.test(name) && Number(value) > 1) || (/^skip$/i.test(name) && Number(value) > 0)
  })

/** Whether a text is an id or an account number. */
const isName = (text: string): boolean => isUuid(text) || /^(\d{10}|\d{12})$/.test(text)

const parametersOf = ({ parameters, url }: Call): ReadonlyMap<string, string> =>
  new Map([...Object.entries(parameters), ...new URL(url).searchParams])

/** What distinguishes calls of one endpoint: the parameters of path and query. */
function placeOf({ url, parameters, endpoint }: Call): string {
  const { origin, pathname, search } = new URL(url)
  const path = endpoint === null ? origin + pathname : Object.values(parameters).join('/')
  return path + decoded(search)
}
