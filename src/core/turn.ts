/**
 * One operation's turn at the world. The turn holds a draft of the root; every table in it is persistent, so an operation
 * that refuses halfway has changed nothing: its draft is dropped. Only transition.ts and birth.ts make turns.
 */
import { type Assume, type AssumptionNotes, assuming } from './assumptions/notes.ts'
import type { Happening, HappeningFacts } from './happening.ts'
import { formatInstant, SECOND } from './kernel/time/instant.ts'
import type { Rail } from './ledger/rail.ts'
import type { Draft, World } from './world.ts'

/** The user who acts: a partner's, the bank's operations team, or the clock. */
export type Actor =
  | { readonly kind: 'partner'; readonly partner: number }
  | { readonly kind: 'internal' }
  | { readonly kind: 'clock' }

/** The bank's operations team; and a test that arranges something. */
export const INTERNAL: Actor = { kind: 'internal' }

export const CLOCK: Actor = { kind: 'clock' }

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

/** Plans an operation that the clock performs on the record at `subject`, so many seconds from now. */
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
  const tell = tellOf(world, happenings)
  return { world, actor, assume: assuming(world.settings.assume, notes), tell }
}

/** A turn at a fresh draft of `world`. */
export function turnAt(world: World, actor: Actor, { happenings, notes }: Traces): Turn {
  const draft = draftOf(world)
  const tell = tellOf(draft, happenings)
  const noteUnder = (operation: string) => notes.noteUnder(operation)
  return { world: draft, actor, assume: assuming(world.settings.assume, notes), noteUnder, tell }
}

function draftOf(world: World): Draft {
  return {
    settings: world.settings,
    now: world.now,
    schedule: world.schedule,
    access: { ...world.access },
    accounts: { ...world.accounts },
    ledger: { ...world.ledger },
    wires: { ...world.wires },
    webhooks: { ...world.webhooks },
    faults: { ...world.faults },
    loans: { ...world.loans },
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

/**
 * Checks the invariants of a world after a turn, at constant cost; only the tests recompute sums. An error here is a defect of ours, never
 * the test's.
 */
export function assertInvariants(world: World): void {
  let settled = 0
  for (const rail in world.ledger.settlement) settled += world.ledger.settlement[rail as Rail]
  const sum = world.ledger.deposits + settled
  if (sum !== 0) throw new Error(`Failed to keep an invariant: the whole bank sums to ${sum}, not to zero.`)
  const due = world.schedule.first()?.at ?? Number.POSITIVE_INFINITY
  if (!(due > world.now)) {
    throw new Error(`Failed to keep an invariant: something is due at ${due}, and it is ${world.now} already.`)
  }
}
