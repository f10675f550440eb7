/**
 * One operation's turn at the world. The turn holds a draft of the root; every table in it is persistent, so an operation
 * that refuses halfway has changed nothing: its draft is dropped. Only transition.ts and birth.ts make turns.
 */
import { type Assume, type AssumptionNotes, assuming } from './assumptions/notes.ts'
import { valuesWith } from './assumptions/values.ts'
import type { Happening, HappeningFacts } from './happening.ts'
import { formatInstant, SECOND } from './kernel/time/instant.ts'
import { type Draft, draftOf, type World } from './world.ts'

/** The user who acts: a partner's, the bank's operations team, or the clock. */
export type Actor =
  | { readonly kind: 'partner'; readonly partner: number }
  | { readonly kind: 'internal' }
  | { readonly kind: 'clock' }

/** Whether the actor may see what belongs to `partner`. The bank's own users see everything. */
export function maySee(actor: Actor, partner: number): boolean {
  return actor.kind !== 'partner' || actor.partner === partner
}

/** Records a happening at the present instant. */
type Tell = (facts: HappeningFacts) => void

/** The context of an inquiry. */
export interface Reading {
  readonly world: World
  readonly actor: Actor
  readonly assume: Assume
  /** An inquiry changes nothing, and rarely reports anything: ignored parameters, say. */
  readonly tell: Tell
}

/** The context of an operation, which may change the draft. */
export interface Turn extends Reading {
  readonly world: Draft
  /** Notes later assumptions as used by this operation. The actor stays the same. */
  readonly noteUnder: (operation: string) => void
}

/** Plans what the clock is to do by itself with the record at `subject`, so many seconds from now. */
export function plan({ world }: Pick<Turn, 'world'>, operation: string, subject: number, seconds: number): void {
  world.schedule = world.schedule.set(world.now + seconds * SECOND, { operation, subject })
}

/** The records that a turn makes, next to its draft. */
export interface Traces {
  readonly happenings: Happening[]
  readonly notes: AssumptionNotes
}

/** The context of an inquiry, with notes of its assumptions. */
export function readingOf(world: World, actor: Actor, notes: AssumptionNotes, happenings: Happening[] = []): Reading {
  return { world, actor, assume: assuming(valuesWith(world.settings.assume), notes), tell: tellOf(world, happenings) }
}

/** A turn at a fresh draft of `world`. */
export function turnAt(world: World, actor: Actor, traces: Traces): Turn {
  const draft = draftOf(world)
  return {
    world: draft,
    actor,
    assume: assuming(valuesWith(world.settings.assume), traces.notes),
    noteUnder: (operation) => traces.notes.noteUnder(operation),
    tell: tellOf(draft, traces.happenings),
  }
}

function tellOf(world: World, happenings: Happening[]): Tell {
  const { timeZone } = world.settings
  return (facts) => {
    // The facts object becomes the happening itself: a copy is slow, and no caller keeps it.
    const happening = facts as HappeningFacts & { at: string }
    happening.at = formatInstant(world.now, timeZone)
    happenings.push(happening)
  }
}
