/**
 * The queue: orders the runs so that a small budget covers as many different ones as it can. Only `planner.ts` fills it, and says where the
 * last change of each run is (`QueuePlace`). Each run has a score, and waits in the lane of this score. In a lane the kinds of changes take
 * turns, and within a kind the call sites (places in the partner's code), because the place of a call in the code matters more than its
 * number at that place.
 *
 * Single changes and pairs alternate once each kind was tried at each call site. As soon as there is room only for the remaining single
 * changes, pairs wait.
 */
import { type Change, isAtPoint } from '../changes/change.ts'
import { changeKinds } from '../changes/change-kinds.ts'
import type { Coverage } from '../types.ts'
import type { News } from './novelty.ts'

type Changes = readonly Change[]

/** Where the last change of a run is. */
export interface QueuePlace {
  /** The number of points (such as calls) between the last change and the change before it. */
  readonly distance: number
  /** How new the changed call was in the run that this run extends; undefined if an earlier run had made it, too. */
  readonly novelty?: News | undefined
  /** True if the last change strikes what the partner does because of a decision of the bank, or of a push that is lost. */
  readonly isReaction?: boolean
  /** True if the run comes before all others. */
  readonly isInFocus?: boolean
  /** True if a pair shows no more than the two runs with one change each. Called only when the run would be made. */
  readonly isIndependent?: (() => boolean) | undefined
}

/** The order in numbers. */
const ORDER = {
  /** How often each kind is tried at each call site before any pair is tried. For calls of a store once is enough: they are many. */
  firstTries: { request: 2, push: 2, payment: 2, store: 1 },
  /** Near changes have at most this many points between them. */
  nearPoints: 3,
  /** Of this many runs, one has a single change, whatever else waits: so the number of pairs delays no single change. */
  singleOf: 3,
  /** Of this many rounds of the kinds, one includes the kinds that have an `alike`. */
  roundsWithoutAlike: 4,
  /** The scores of the first pairs, one after the other. */
  reactions: ['reaction', 'reaction', 'reaction', 'lostPush'],
  /** The scores of all other pairs, one after the other. */
  pairs: ['fresh', 'new', 'fresh', 'near', 'fresh', 'other', 'similar'],
} as const

/** The scores of single changes, and those of pairs. An earlier score comes first; `ORDER` says how they alternate. */
const SINGLES = ['first', 'single', 'alike', 'soon', 'last'] as const
const PAIRS = ['reaction', 'lostPush', 'fresh', 'new', 'near', 'other', 'similar', 'longer'] as const
type Score = 'focus' | (typeof SINGLES)[number] | (typeof PAIRS)[number]

/** `times`: how often the same kinds were added before at the same call sites. */
function scoreOf(changes: Changes, place: QueuePlace, times: number): Score {
  const [change, ...later] = changes as [Change, ...Change[]]
  if (place.isInFocus) return 'focus'
  if (later.length > 1) return 'longer'
  if (later.length > 0) return scoreOfPair(changes, place, times)
  if (!isOfItsOwn(change)) return isSoon(change) ? (times === 0 ? 'soon' : 'last') : 'alike'
  const isFirst = !isAtPoint(change) || times < ORDER.firstTries[changeKinds[change.kind].at]
  return isFirst ? 'first' : 'single'
}

function scoreOfPair(changes: Changes, { isReaction, novelty, distance }: QueuePlace, times: number): Score {
  if (isReaction && times === 0) return 'reaction'
  if (losesPush(changes) && times === 0) return 'lostPush'
  if (!changes.slice(1).every(isOfItsOwn)) return 'similar'
  return novelty ?? (distance <= ORDER.nearPoints ? 'near' : 'other')
}

interface WaitingRun {
  readonly changes: Changes
  /** Identifies the kinds of the changes and the calls that they change; `sites` has call sites in place of calls. */
  readonly combination: string
  readonly sites: string
  readonly isIndependent: (() => boolean) | undefined
}

/** The waiting runs with the same kinds of changes. The rank of a run: how many runs with its call sites were added before it. */
interface Kinds {
  /** True if none of the kinds has an `alike`. */
  readonly isOfItsOwn: boolean
  readonly byRank: WaitingRun[][]
}

/** Waiting runs of one score, taken from each kind in turn. */
class Lane {
  #left = 0
  readonly #kinds = new Map<string, Kinds>()
  readonly #ranks = new Map<string, number>()
  #turns: Kinds[] = []
  #round = 0

  get left(): number {
    return this.#left
  }

  add(run: WaitingRun): void {
    const rank = this.#ranks.get(run.sites) ?? 0
    this.#ranks.set(run.sites, rank + 1)
    const names = run.changes.map(({ kind }) => kind).join('+')
    const kinds = this.#kinds.get(names) ?? { isOfItsOwn: run.changes.every(isOfItsOwn), byRank: [] }
    this.#kinds.set(names, kinds)
    kinds.byRank[rank] ??= []
    kinds.byRank[rank].push(run)
    this.#left++
  }

  take(): WaitingRun | undefined {
    while (this.#left > 0) {
      const run = this.#turns
        .shift()
        ?.byRank.find((runs) => runs.length > 0)
        ?.shift()
      if (run) {
        this.#left--
        return run
      }
      if (this.#turns.length > 0) continue
      const isForAll = ++this.#round % ORDER.roundsWithoutAlike === 0
      this.#turns = [...this.#kinds.values()].filter((kinds) => isForAll || kinds.isOfItsOwn)
    }
    return undefined
  }
}

/** Counts the runs with the same number of changes. */
class Count {
  /** Combinations of kinds and calls. */
  readonly #known = new Set<string>()
  readonly #tried = new Set<string>()
  readonly #runs = { known: 0, tried: 0, equal: 0, independent: 0, left: 0 }

  constructor(private readonly depth: number) {}

  add({ combination }: WaitingRun): void {
    this.#known.add(combination)
    this.#runs.known++
    this.#runs.left++
  }

  /** Counts a run that no longer waits. Returns false if it need not be made. */
  take({ combination, isIndependent }: WaitingRun): boolean {
    this.#runs.left--
    if (isIndependent?.()) {
      this.#runs.independent++
      return false
    }
    this.#tried.add(combination)
    return true
  }

  noteTried(): void {
    this.#runs.tried++
  }

  /** Counts a run that was cut short. */
  noteLeft(): void {
    this.#runs.left++
  }

  /** Counts runs that would go the way of others. */
  leaveOut(runs: number): void {
    this.#runs.known += runs
    this.#runs.equal += runs
  }

  get coverage(): Coverage {
    const combinations = { known: this.#known.size, tried: this.#tried.size }
    return { depth: this.depth, ...this.#runs, combinations }
  }
}

export class Queue {
  readonly #lanes = new Map<Score, Lane>()
  /** By the number of changes: the first counts the single ones. */
  readonly #counts: Count[] = []
  /** How often each combination of kinds and call sites was added. */
  readonly #times = new Map<string, number>()
  #turns = 0
  #turnsOfPairs = 0

  add(changes: Changes, place: QueuePlace): void {
    const [combination, sites] = [changes.map(callOf).join('+'), changes.map(siteOf).join('+')]
    // Counted apart, so that a reaction is tried even if its call site was struck before the partner reacts.
    const key = place.isReaction ? `${sites} in reaction` : sites
    const times = this.#times.get(key) ?? 0
    this.#times.set(key, times + 1)
    const run = { changes, combination, sites, isIndependent: place.isIndependent }
    this.#lane(scoreOf(changes, place, times)).add(run)
    this.count(changes.length).add(run)
  }

  /** Undefined if no run waits. `room`: how many more runs may be made. */
  take(room: number): Changes | undefined {
    for (let scores = this.#turn(room); scores; scores = this.#turn(room)) {
      for (let run = this.#first(scores); run; run = this.#first(scores))
        if (this.count(run.changes.length).take(run)) return run.changes
    }
    return undefined
  }

  count(depth: number): Count {
    while (this.#counts.length < depth) this.#counts.push(new Count(this.#counts.length + 1))
    return this.#counts[depth - 1] as Count
  }

  /** The scores from which the next run is taken: from the first that has one. Undefined if no run waits. */
  #turn(room: number): readonly Score[] | undefined {
    const [singles, pairs] = [this.#leftIn(SINGLES), this.#leftIn(PAIRS)]
    if (this.#leftIn(['focus']) > 0) return ['focus']
    if (singles + pairs === 0) return undefined
    if (pairs === 0 || (singles > 0 && (this.#leftIn(['first']) > 0 || singles >= room))) return SINGLES
    if (singles > 0 && this.#turns++ % ORDER.singleOf === 0) return SINGLES
    // These single changes take the turns of pairs, so no other single change has to wait for them.
    if (this.#leftIn(['soon']) > 0) return ['soon']
    const nth = this.#turnsOfPairs++
    const [reaction, other] = [ORDER.reactions, ORDER.pairs].map((scores) => scores[nth % scores.length] as Score)
    return [reaction as Score, 'reaction', 'lostPush', other as Score, ...PAIRS]
  }

  #first(scores: readonly Score[]): WaitingRun | undefined {
    for (const score of scores) {
      const run = this.#lanes.get(score)?.take()
      if (run) return run
    }
    return undefined
  }

  #lane(score: Score): Lane {
    const lane = this.#lanes.get(score) ?? new Lane()
    this.#lanes.set(score, lane)
    return lane
  }

  #leftIn(scores: readonly Score[]): number {
    return scores.reduce((sum, score) => sum + (this.#lanes.get(score)?.left ?? 0), 0)
  }

  /** Whether no single change waits. */
  get hasPairsOnly(): boolean {
    return this.#leftIn(SINGLES) === 0
  }

  get left(): number {
    return this.coverage.reduce((sum, { left }) => sum + left, 0)
  }

  /** The waiting runs, and the pairs that the waiting single changes will add if they add as many as those that were tried. */
  get expected(): number {
    const [single, pair] = this.coverage
    if (!single?.tried || !pair) return this.left
    return this.left + Math.round((pair.known - pair.equal) * (single.left / single.tried))
  }

  get coverage(): Coverage[] {
    return this.#counts.map(({ coverage }) => coverage)
  }
}

const isSoon = (change: Change) => isAtPoint(change) && changeKinds[change.kind].isSoon === true

const isOfItsOwn = (change: Change) => !isAtPoint(change) || changeKinds[change.kind].alike === undefined

/** Whether a call is struck, and then the push is lost that might have made up for it. */
const losesPush = ([call, push]: Changes) =>
  push?.kind === 'lost' && call !== undefined && isAtPoint(call) && changeKinds[call.kind].at === 'request'

/** The kind of a change and the label of its call, without the number of the call. */
const callOf = (change: Change) =>
  isAtPoint(change) ? `${change.kind} ${change.label}` : `${change.kind} ${JSON.stringify(change)}`

/** Like `callOf`, but with the call site, if it is known, instead of the label, which may hold an id. */
const siteOf = (change: Change) =>
  isAtPoint(change) && change.path !== undefined ? `${change.kind} ${change.path}` : callOf(change)
