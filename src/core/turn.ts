/**
 * One operation's turn at the world. The turn holds a draft of the root; every table in it is persistent, so an operation
 * that refuses halfway has changed nothing: its draft is dropped. Only transition.ts and birth.ts make turns.
 */
import type { AssumptionId, AssumptionValues } from './assumptions/catalogue.ts'
import type { AssumptionNotes } from './assumptions/notes.ts'
import { valuesWith } from './assumptions/values.ts'
import type { Happening, HappeningFacts } from './happening.ts'
import { formatInstant, SECOND } from './kernel/time/instant.ts'
import { type Draft, draftOf, type World } from './world.ts'

/** Who acts: a partner's user, the bank's operations team, or the clock. */
export type Actor =
  | { readonly kind: 'partner'; readonly partner: number }
  | { readonly kind: 'internal' }
  | { readonly kind: 'clock' }

/** Whether the actor may see what belongs to `partner`. The bank's own users see everything. */
export function maySee(actor: Actor, partner: number): boolean {
  return actor.kind !== 'partner' || actor.partner === partner
}

/** Asks the catalogue for a value and records that the result rests on it. */
type Assume = <Id extends AssumptionId>(id: Id) => AssumptionValues[Id]

/** Says what happened, at the present instant. */
type Tell = (facts: HappeningFacts) => void

/** What a reading of the world needs. */
export interface Reading {
  readonly world: World
  readonly actor: Actor
  readonly assume: Assume
  /** A reading changes nothing, and rarely has anything to tell: what an answer passed over, say. */
  readonly tell: Tell
}

/** What a change of the world needs. */
export interface Turn extends Reading {
  readonly world: Draft
  /** From here on, assumptions are noted as used by this operation. The actor stays the same. */
  readonly noteUnder: (operation: string) => void
}

/** Plans what the clock is to do by itself with the record at `subject`, so many seconds from now. */
export function plan({ world }: Pick<Turn, 'world'>, operation: string, subject: number, seconds: number): void {
  world.schedule = world.schedule.set(world.now + seconds * SECOND, { operation, subject })
}

/** What a turn records beside the changed draft. */
export interface Traces {
  readonly happenings: Happening[]
  readonly notes: AssumptionNotes
}

/** A reading that notes what it rests on, and collects what it tells. */
export function readingOf(world: World, actor: Actor, notes: AssumptionNotes, happenings: Happening[] = []): Reading {
  return { world, actor, assume: assumeOf(world, notes), tell: tellOf(world, happenings) }
}

/** A turn at a fresh draft of `world`. */
export function turnAt(world: World, actor: Actor, traces: Traces): Turn {
  const draft = draftOf(world)
  return {
    world: draft,
    actor,
    assume: assumeOf(world, traces.notes),
    noteUnder: (operation) => traces.notes.noteUnder(operation),
    tell: tellOf(draft, traces.happenings),
  }
}

function tellOf(world: World, happenings: Happening[]): Tell {
  const { timeZone } = world.settings
  return (facts) => {
    // The facts become the happening itself, as nobody else has them: a copy is slow.
    const happening = facts as HappeningFacts & { at: string }
    happening.at = formatInstant(world.now, timeZone)
    happenings.push(happening)
  }
}

function assumeOf(world: World, notes: AssumptionNotes): Assume {
  const values = valuesWith(world.settings.assume)
  return (id) => {
    notes.add(id)
    return values[id]
  }
}
