/**
 * Explains differences by assumptions: runs the scenario again on our side with another value of one assumption. The value explains a
 * difference if this difference is gone, no other difference is new, and the call is still made and compared. The next differences are
 * explained in the same way, until the runs are used up.
 */

import type { AssumptionOverrides } from '../../../core/assumptions/catalogue.ts'
import { groupBy } from '../../../core/kernel/group-by.ts'
import type { Call } from '../../recordings/exchange.ts'
import type { FirstDifference } from '../comparing/comparing.ts'
import { isWire, kindOf } from '../comparing/forms.ts'
import { type Comparison, compared } from '../comparing/sides.ts'
import type { Difference } from '../scene.ts'
import { type OurSide, paceOf, type Side } from '../sides/run-sides.ts'
import { differenceOf, type Explained } from '../telling/report.ts'
import { breaksRule, isAnswered } from '../telling/source.ts'
import { type Candidate, candidatesFor, isLimit } from './candidates.ts'

/** Runs the scenario on our side, with at least as much time between the calls as in `pace`. */
export type Run = (assume: AssumptionOverrides, pace: readonly Call[]) => Promise<OurSide>

interface Tried extends Comparison {
  readonly candidate: Candidate
  readonly score: readonly [left: number, open: number]
}

export class Explaining {
  /** Results of runs, keyed by assumptions, because another difference may need the same run. */
  readonly #known = new Map<string, Comparison>()
  /** For each place with a difference that no tried value explains: whether all values of its source were tried. */
  readonly #inVain = new Map<string, boolean>()
  /** The places that are explained: each is explained once, so two values cannot take turns. */
  readonly #done = new Set<string>()
  #assume: AssumptionOverrides = {}
  #now: Comparison
  #pace: readonly Call[] = []
  #runs = 1

  constructor(
    private readonly run: Run,
    private readonly theirs: Side,
    first: OurSide,
    /** The most runs of the scenario. */
    private readonly mostRuns: number,
  ) {
    this.#now = compared(first, theirs)
  }

  async all(): Promise<Explained> {
    await this.#keepPace()
    const { ours, agreeing } = this.#now
    const explained: Difference[] = []
    for (;;) {
      const parting = this.#next()
      if (parting === undefined) break
      const best = await this.#bestFor(parting)
      const [found] = best
      if (found === undefined) continue
      const values = best.map(({ candidate: { id, value, bound } }) => ({ id, value, bound }))
      this.#done.add(this.#placeOf(parting))
      explained.push(differenceOf(parting, this.#now, values))
      this.#assume = { ...this.#assume, [found.candidate.id]: found.candidate.value }
      this.#now = found
    }
    const left = this.#now.firstDifferences.map((parting, index) => {
      const isTried = this.#inVain.get(this.#placeOf(parting)) ?? true
      const isBound = isAnswered(parting) ? !(mayFollow(parting) && this.#causeOf(parting)) : index === 0
      const difference = differenceOf(parting, this.#now)
      return { ...difference, isTried, isSpecified: isBound && breaksRule(parting, difference.source) }
    })
    const differences = [...explained.map((each) => this.#withLast(each)), ...left]
    return { differences, assume: this.#assume, runs: this.#runs, calls: ours.calls.length, agreeing }
  }

  /** If there are differences, and the other side took longer between calls, runs our side once more at its pace. */
  async #keepPace(): Promise<void> {
    const { firstDifferences, ours } = this.#now
    const { calls } = this.theirs
    const latenessOf = paceOf(calls)
    const isEarlier = ours.calls.some((own) => latenessOf(own) > 0)
    if (firstDifferences.length === 0 || this.#runs >= this.mostRuns || !isEarlier) return
    this.#runs++
    const other = compared(await this.run({}, calls), this.theirs)
    if (other.firstDifferences.length > firstDifferences.length) return
    this.#now = other
    this.#pace = calls
  }

  /** A difference with the last value of its assumption: the explanation of a later difference may have changed this value. */
  #withLast({ explained, ...difference }: Difference): Difference {
    const value = explained && this.#assume[explained.id]
    return { ...difference, explained: explained && { ...explained, value } }
  }

  /** The next difference to explain. A difference in what the scenario does is skipped if it may follow from an unexplained one. */
  #next(): FirstDifference | undefined {
    const isOver = (place: string) => this.#inVain.has(place) || this.#done.has(place)
    const open = this.#now.firstDifferences.filter((each) => !isOver(this.#placeOf(each)))
    return open.find((each) => isAnswered(each) || this.#inVain.size === 0)
  }

  /** An earlier, unexplained difference in the outcome of another call, from which this difference may follow. */
  #causeOf(parting: FirstDifference): FirstDifference | undefined {
    const { firstDifferences } = this.#now
    const before = firstDifferences.slice(0, firstDifferences.indexOf(parting))
    return before.find((each) => each.call !== parting.call && isOutcome(each))
  }

  /** The values that explain a difference, one for each assumption, the likeliest first. */
  async #bestFor(parting: FirstDifference): Promise<readonly Tried[]> {
    const tried: Tried[] = []
    let isTried = true
    const cause = this.#causeOf(parting)
    for (const candidate of candidatesFor(parting, this.#now.ours)) {
      const isOfField = candidate.isSource && (cause?.place !== 'status' || parting.place === 'headers')
      if (cause && !isOfField && !candidate.isShown) continue
      if (isEnough(tried, candidate)) break
      const other = await this.#ranWith(candidate)
      if (other === undefined) {
        if (candidate.isSource) isTried = false
        continue
      }
      const score = this.#scoreOf(parting, other)
      if (score === undefined) continue
      tried.push({ candidate, ...other, score })
      if (isSure(candidate) && other.firstDifferences.length === 0) break
    }
    if (tried.length === 0) this.#inVain.set(this.#placeOf(parting), isTried)
    return bestOf(tried)
  }

  /** The comparison with this value of the assumption; undefined if no runs are left. */
  async #ranWith({ id, value }: Candidate): Promise<Comparison | undefined> {
    const assume = { ...this.#assume, [id]: value }
    const key = JSON.stringify(assume)
    const known = this.#known.get(key)
    if (known !== undefined || this.#runs >= this.mostRuns) return known
    this.#runs++
    const other = compared(await this.run(assume, this.#pace), this.theirs)
    this.#known.set(key, other)
    return other
  }

  /** The score of a value: how many old differences are left, and how many are new. Undefined if the value explains nothing. */
  #scoreOf(parting: FirstDifference, after: Comparison): Tried['score'] | undefined {
    const before = this.#now
    const { firstDifferences } = after
    if (firstDifferences.some((other) => this.#placeOf(other) === this.#placeOf(parting))) return undefined
    const { place, calls } = parting
    const isStillThere = place === 'call' || calls.theirs === undefined || after.compared.has(calls.theirs)
    if (!isStillThere) return undefined
    const isHidden = (each: FirstDifference) =>
      before.firstDifferences.some((old) => isCover(old) && this.#callOf(old) === this.#callOf(each))
    const known = new Set(before.firstDifferences.map((each) => this.#kindOf(each)))
    const added = firstDifferences.filter((each) => !known.has(this.#kindOf(each)))
    return added.every(isHidden) ? [firstDifferences.length - added.length, added.length] : undefined
  }

  /** The place of a difference, without the number of our call. */
  #placeOf(parting: FirstDifference): string {
    return [this.#callOf(parting), parting.place, ...parting.path].join('\n')
  }

  /** The place without list indexes: in another run a record may be at another index. */
  #kindOf(parting: FirstDifference): string {
    return this.#placeOf(parting).replace(/(?<=\n)\d+(?=\n|$)/g, '*')
  }

  /** A name for the call that is the same in each comparison: the call of the other side, if there is one. */
  #callOf({ calls, endpoint, call }: FirstDifference): string {
    return calls.theirs ? `their call ${this.theirs.calls.indexOf(calls.theirs)}` : `our ${endpoint ?? call}`
  }
}

/**
 * Whether a difference may hide others. A refused call does: the rest of its answer is not compared. The status of a wire does not: a value
 * that explains the status makes the other fields of the wire agree, too.
 */
const isCover = ({ place }: FirstDifference): boolean => place === 'call' || place === 'status' || place === 'error'

/** Whether an explanation by this candidate is sure: its assumption decides the field, or the answer shows the value. */
const isSure = ({ isSource, isShown }: Candidate): boolean => isSource || isShown

/**
 * Whether the next candidate need not be tried. After a sure explanation no assumptions of other fields are tried; after any explanation no
 * limits are tried.
 */
function isEnough(tried: readonly Tried[], next: Candidate): boolean {
  const [found] = bestOf(tried)
  if (found === undefined) return false
  return (isSure(found.candidate) && !next.isOwn) || (isLimit(next.id) && !isLimit(found.candidate.id))
}

/** Whether a call was done on one side and refused on the other. From there the scenario may go another way. */
const isRefusal = ({ place, ours, theirs }: FirstDifference): boolean =>
  place === 'status' && Number(ours) < 300 !== Number(theirs) < 300

const isStatusOfWire = ({ place, path, record }: FirstDifference): boolean =>
  place === 'body' && path.at(-1) === 'status' && isWire(record)

/** Whether only one side made a change, or a wire has another status. Money, lists and later answers may differ because of that. */
function isOutcome(parting: FirstDifference): boolean {
  const { method, endpoint } = parting.calls.ours ?? parting.calls.theirs ?? {}
  const isChange = method !== undefined && method !== 'GET' && endpoint !== 'requestToken'
  return isStatusOfWire(parting) || (isChange && (isRefusal(parting) || parting.place === 'call'))
}

/** Whether a difference may follow from others: a refusal, the status of a wire, or a balance. */
const mayFollow = (parting: FirstDifference): boolean =>
  isRefusal(parting) || isStatusOfWire(parting) || kindOf(parting.path) === 'balance'

/** One explanation for each assumption. Of several values of a limit, takes the one nearest to ours. */
function bestOf(tried: readonly Tried[]): readonly Tried[] {
  const order = ({ score: [left, open] }: Tried, { score }: Tried) => left - score[0] || open - score[1]
  const sorted = tried.toSorted((one, other) => order(one, other) || one.candidate.distance - other.candidate.distance)
  const best = sorted.filter((each) => order(each, sorted[0] as Tried) === 0)
  return [...groupBy(best, ({ candidate }) => candidate.id).values()].map(([first]) => first as Tried)
}
