/**
 * The steps of a trace. A replay of the journal gives the world after each step, `diff` gives the changes, and the timeline gives the
 * sentences. If the journal cannot be replayed, the steps have only sentences, and a last step has the present state.
 */

import { transition } from '../../../contract/transition.ts'
import { bornWorld, openingOf } from '../../../core/birth.ts'
import { diff } from '../../../core/diff.ts'
import type { Happening } from '../../../core/happening.ts'
import { type Instant, parseInstant, timeOf } from '../../../core/kernel/time/instant.ts'
import { isRejection } from '../../../core/rejection.ts'
import { CLOCK } from '../../../core/turn.ts'
import type { World } from '../../../core/world.ts'
import { type Journal, type JournalEntry, journalOf } from '../../shell/state/journal.ts'
import { statesAlong } from '../../shell/state/replay.ts'
import type { State } from '../../shell/state/state.ts'
import { keptFrom } from '../history.ts'
import { type Fact, factOf, factOfExchange, factsOfEntry, factsOfGone, keyHeaderOf } from '../timeline.ts'
import { changesOf } from './changes.ts'
import { type Moment, momentsOf } from './moments.ts'
import { placeOfEntry } from './places.ts'
import { StateFollower } from './state-changes.ts'
import type { Step, TracedFact } from './trace-data.ts'

/** A step without the parts that come from comparing the worlds before and after it. */
type Told = Omit<Step, 'changes' | 'more' | 'state' | 'facts'> & { readonly facts: readonly Fact[] }

/** The steps in the order and number of `stepsOf`, without the state after each, and each request as it is kept. */
export function toldSteps(state: State): (Pick<Told, 'facts'> & Pick<Moment, 'exchange'>)[] {
  const moments = momentsOf(state, keptFrom(state)).flatMap((moment) =>
    stepsOfMoment(moment, state, () => undefined).map(([{ facts }]) => ({ facts, exchange: moment.exchange })),
  )
  return [{ facts: openingStep(state).facts, exchange: undefined }, ...moments]
}

/** Returns the world after the entry with this number; -1 stands for the opening. Undefined if that world is not known. */
type WorldAfter = (entry: number) => World | undefined

export class Walk {
  readonly steps: Step[] = []
  readonly follower = new StateFollower()
  world: World | undefined

  /** @param file - the file of the test; a step that a line of it made has this line as its place */
  constructor(private readonly file?: string) {}

  open(state: State, born: World | undefined): void {
    this.#add(openingStep(state), born)
  }

  take(moment: Moment, state: State, worldAfter: WorldAfter): void {
    const { request, entries } = moment
    const [first] = request === undefined ? entries : []
    const place = first && this.file && placeOfEntry(state.journal.at(first.number), this.file)
    for (const [told, after] of stepsOfMoment(moment, state, worldAfter))
      this.#add(place ? { ...told, place } : told, after)
  }

  /** Adds a step without facts, at the time of a world. If the world is not known, the step is at the present time. */
  show(world: World | undefined, state: State): void {
    const { now } = world ?? state.world
    this.#add({ at: timeOf(state.world, now), facts: [] }, world)
  }

  #add(told: Told, after: World | undefined): void {
    this.steps.push(stepOf(told, this.world, after, this.follower))
    this.world = after ?? this.world
  }
}

/** The steps of a bank, and a sentence about each part that could not be found. */
export interface WalkedBank {
  readonly walk: Walk
  /** Null if some entries are no longer kept, or if the journal cannot be replayed. */
  readonly journal: Journal | null
  readonly missing: string[]
}

export function stepsOf(state: State, file?: string): WalkedBank {
  const missing: string[] = []
  const journal: Journal | null = state.journal.first > 0 ? null : [...journalOf(state)]
  const worlds = journal ? worldsAlong(state, journal, missing) : undefined
  for (const { text } of factsOfGone(state)) missing.push(`${text}.`)
  if (!worlds) missing.push('The state at each step is not known, so only the state at the end is shown.')
  const walk = new Walk(file)
  walk.open(state, worlds && bornWorld(state.world.settings))
  for (const moment of momentsOf(state, keptFrom(state))) walk.take(moment, state, (entry) => worlds?.[entry + 1])
  if (!worlds) walk.show(state.world, state)
  return { walk, journal: worlds ? journal : null, missing }
}

/** Returns the world after the opening and after each entry, or undefined if the journal cannot be replayed. */
export function worldsAlong({ world }: State, journal: Journal, missing: string[]): World[] | undefined {
  try {
    const worlds: World[] = []
    for (const state of statesAlong(world.settings, journal)) worlds.push(state.world)
    return worlds
  } catch (cause) {
    missing.push((cause as Error).message)
    return undefined
  }
}

function openingStep({ world }: State): Told {
  return { at: timeOf(world, world.settings.now), operation: 'bank.open', facts: openingOf(world.settings).map(factOf) }
}

/** A moment is one step, but an advance of the clock has one step for each instant at which something happened. */
function stepsOfMoment(
  { request, exchange, entries }: Moment,
  state: State,
  worldAfter: WorldAfter,
): [Told, World | undefined][] {
  const [first] = entries
  const last = entries.at(-1)
  const after = last && worldAfter(last.number)
  if (exchange) {
    const facts = [factOfExchange(exchange, keyHeaderOf(state)), ...entries.flatMap(({ entry }) => factsOfEntry(entry))]
    const { at, endpoint, fault } = exchange
    const head = { ...headOf(first?.entry), at, operation: endpoint ?? 'unknown', request: request as number }
    return [[{ ...head, ...(fault === undefined ? {} : { mark: `fault ${fault}` }), facts }, after]]
  }
  const entry = (first as { entry: JournalEntry }).entry
  const { at, operation } = entry
  if (operation === 'clock.advance' && entry.outcome === 'done') {
    const { to } = (last as { entry: JournalEntry }).entry.input as { to: Instant }
    return advanceInSteps(entry, state.world, to, worldAfter((first as { number: number }).number - 1), after)
  }
  const facts = entries.flatMap((each) => factsOfEntry(each.entry))
  return [[{ ...headOf(entry), at, operation, facts }, after]]
}

function advanceInSteps(
  entry: JournalEntry,
  present: World,
  to: Instant,
  before: World | undefined,
  after: World | undefined,
): [Told, World | undefined][] {
  const until = timeOf(present, to)
  const { mark: _, ...head } = { ...headOf(entry), operation: entry.operation }
  const instants = [...new Set(entry.happenings.map(({ at }) => at))]
  if (instants.length === 0) return [[{ ...head, at: entry.at, until, facts: [] }, after]]
  let world = before
  return instants.map((at, index) => {
    const facts = entry.happenings.filter((happening) => happening.at === at).map(factOf)
    const isLast = index === instants.length - 1
    // Advancing in two steps equals advancing in one, so the world at an instant on the way is found by an advance to that instant.
    world = isLast ? after : world && advanced(world, parseInstant(at) as Instant)
    const told = { ...head, at, facts }
    return [isLast && at !== until ? { ...told, until } : told, world]
  })
}

function advanced(world: World, to: Instant): World {
  const result = transition(world, 'clock.advance', { to }, CLOCK)
  return isRejection(result) ? world : result.world
}

function stepOf(
  { facts, ...told }: Told,
  before: World | undefined,
  after: World | undefined,
  follower: StateFollower,
): Step {
  const differences = before && after ? diff(before, after) : undefined
  const state =
    after && (differences === undefined || differences.length > 0) ? follower.follow(after, differences) : {}
  const { changes, more } =
    before && after && differences ? changesOf(before, after, differences) : { changes: [], more: 0 }
  const traced = facts.map(({ lane, isRefusal, text, happening }): TracedFact => {
    const payment = paymentOf(happening, follower)
    return payment === undefined ? { lane, isRefusal, text } : { lane, isRefusal, text, payment }
  })
  return { ...told, facts: traced, changes, ...(more > 0 ? { more } : {}), state }
}

function paymentOf(happening: Happening | undefined, follower: StateFollower): number | undefined {
  if (happening === undefined) return undefined
  if ('paymentId' in happening && typeof happening.paymentId === 'string') return follower.indexOf(happening.paymentId)
  const resources = 'resources' in happening ? happening.resources : []
  for (const resource of resources) {
    const found = follower.indexOf(resource.split('/').at(-1) as string)
    if (found !== undefined) return found
  }
  return undefined
}

function headOf(entry: JournalEntry | undefined): Pick<Step, 'actor' | 'outcome' | 'mark'> {
  if (!entry) return {}
  const { actor, outcome } = entry
  const mark = markOf(entry)
  return {
    actor: actor.kind,
    ...(outcome === 'done' ? {} : { outcome }),
    ...(mark === undefined ? {} : { mark }),
  }
}

/** Marks an entry as injected if the test or `explore` caused it and the partner's code did not ask for it. */
function markOf({ operation, happenings }: JournalEntry): string | undefined {
  const fault = happenings.find(({ what }) => what === 'fault.struck' || what === 'fault.injected')
  if (fault && 'fault' in fault) return `fault ${fault.fault}`
  if (/^desk\.(?:hold|approve|reject|reverse|releaseBatch)$/.test(operation)) return `decision ${operation}`
  return /^pushes\.(?:setMode|drop|delay|prefer|beginByHand)$/.test(operation) ? `order ${operation}` : undefined
}
