/**
 * A turn: the context in which one operation changes the world. It holds a draft of the world. If the operation refuses halfway, its draft
 * is dropped and nothing has changed, because the tables in a draft are immutable. Only perform-on.ts and birth.ts make turns.
 */
import type { Source } from './assumptions/catalogue.ts'
import { type Assume, type AssumptionNotes, assuming } from './assumptions/notes.ts'
import { type Happening, type HappeningFacts, restsOnOf } from './happening.ts'
import { sumOf } from './kernel/money.ts'
import { type Instant, SECOND, timeOf } from './kernel/time/instant.ts'
import type { Draft, World } from './world.ts'

/** The user who acts: a user of a partner, the bank's operations team, or the clock. */
export type Actor =
  | { readonly kind: 'partner'; readonly partner: number }
  | { readonly kind: 'internal' }
  | { readonly kind: 'clock' }

/** The actor for the bank's operations team, and for a test that arranges something. */
export const INTERNAL: Actor = { kind: 'internal' }

export const CLOCK: Actor = { kind: 'clock' }

/** True if the actor may see the records of `partner`. The bank's own users see all records. */
export function maySee(actor: Actor, partner: number): boolean {
  return actor.kind !== 'partner' || actor.partner === partner
}

/** The context of an inquiry. */
export interface Reading {
  readonly world: World
  readonly actor: Actor
  readonly assume: Assume
  /**
   * Records a happening at the present instant. An inquiry rarely has one: for example, that it ignored parameters. `from` is a source
   * of this happening beside those that its row declares, such as that of the refusal that it reports.
   */
  readonly tell: (facts: HappeningFacts, from?: Source) => void
}

/** The context of an operation, which may change the draft. */
export interface Turn extends Reading {
  readonly world: Draft
  /** Performs `act`, and notes assumptions as used by `operation`. The actor stays the same. */
  readonly under: (operation: string, act: () => void) => void
}

/** The operations that only the clock performs. Their table is in advance.ts. */
export type TimerName =
  | `wires.${'review' | 'clear' | 'postInbound' | 'reverse'}`
  | `batches.${'release' | 'send' | 'acknowledge'}`
  | 'events.gathered'
  | `pushes.${'retry' | 'timeout'}`
  | 'loans.step'

/** Plans an operation on the record at `subject`, `seconds` from now. */
export function plan(turn: Pick<Turn, 'world'>, operation: TimerName, subject: number, seconds: number): void {
  planAt(turn, operation, subject, turn.world.now + seconds * SECOND)
}

export function planAt({ world }: Pick<Turn, 'world'>, operation: TimerName, subject: number, at: Instant): void {
  world.schedule = world.schedule.set(at, { operation, subject })
}

export function readingOf(world: World, actor: Actor, notes: AssumptionNotes, happenings: Happening[] = []): Reading {
  const tell = (facts: HappeningFacts, from?: Source) => {
    // The facts object itself becomes the happening: copying it is slow, and no caller uses it again.
    const happening = facts as HappeningFacts & { at: string }
    happening.at = timeOf(world)
    happenings.push(happening)
    notes.addAll(restsOnOf(happening), happening)
    if (from) notes.addSource(from)
  }
  return { world, actor, assume: assuming(world.settings.assume, notes), tell }
}

export function turnAt(world: World, actor: Actor, notes: AssumptionNotes, happenings: Happening[]): Turn {
  // Written out, because copying the slices in a loop makes each operation slower.
  const draft: Draft = {
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
  const { assume, tell } = readingOf(draft, actor, notes, happenings)
  return { world: draft, actor, assume, tell, under: (operation, act) => notes.under(operation, act) }
}

/** Throws if the bank does not sum to zero, or if a timer is overdue. After a turn, that is a defect of vostro. The cost is constant. */
export function assertInvariants(world: World): void {
  const sum = sumOf([world.ledger.deposits, ...Object.values(world.ledger.settlement)])
  if (sum !== 0) throw new Error(`Failed to keep an invariant: the whole bank sums to ${sum}, not to zero.`)
  const due = world.schedule.first()?.at ?? Number.POSITIVE_INFINITY
  if (!(due > world.now)) {
    throw new Error(`Failed to keep an invariant: something is due at ${due}, but it is already ${world.now}.`)
  }
}
