/** Finds a record by its UUID, for inquiries and for operations. A record that the actor may not see is treated as if it did not exist. */
import { slotOfUuid } from './kernel/identity.ts'
import type { Table } from './kernel/table.ts'
import { isRejection, type Rejection, type RejectionCode, reject } from './rejection.ts'
import type { Reading, Turn } from './turn.ts'
import type { World } from './world.ts'

/** Returns the slot of the record with an id, or a refusal. `verb` is the verb of the refusal's message, such as `release`. */
type Finder<Context extends Reading = Reading, Verb extends string = string> = (
  context: Context,
  id: string,
  verb: Verb,
) => number | Rejection

/** A kind of record, with the words of the refusal if a record is not found. */
interface RecordKind<State> {
  readonly stream: number
  readonly records: (world: World) => Table<State>
  /** Whether a partner may see a record. The bank's own users see all. */
  readonly isSeen: (record: State, partner: number, world: World, slot: number) => boolean
  /** Whether a record is removed: then it is never found. */
  readonly isRemoved?: (record: State) => boolean
  readonly code: RejectionCode
  readonly noun: string
  /** The end of the message: the reason, then the advice. */
  readonly advice: string
}

export function finderOf<State>({ stream, records, isSeen, isRemoved, code, noun, advice }: RecordKind<State>): Finder {
  return ({ world, actor }, id, verb) => {
    const slot = slotOfUuid(world.settings.seed, stream, id)
    const record = slot === undefined ? undefined : records(world).get(slot)
    if (slot !== undefined && record !== undefined && !isRemoved?.(record)) {
      if (actor.kind !== 'partner' || isSeen(record, actor.partner, world, slot)) return slot
    }
    return reject(code, `Failed to ${verb} the ${noun} "${id}": ${advice}`)
  }
}

/** Makes the inquiry that reads one record by its id. */
export function inquiryOf<Record>(
  find: Finder,
  recordAt: (reading: Reading, slot: number) => Record,
): (reading: Reading, input: { id: string }) => Record | Rejection {
  return (reading, { id }) => {
    const slot = find(reading, id, 'read')
    return isRejection(slot) ? slot : recordAt(reading, slot)
  }
}

/** Makes an operation on the record with the given id. A refusal begins with `Failed to` and `verb`. */
export function operationOf<Verb extends string, Output, More = unknown>(
  find: Finder<Turn, Verb>,
  verb: Verb,
  perform: (turn: Turn, slot: number, input: { id: string } & More) => Output,
): (turn: Turn, input: { id: string } & More) => Output | Rejection {
  return (turn, input) => {
    const slot = find(turn, input.id, verb)
    return isRejection(slot) ? slot : perform(turn, slot, input)
  }
}
