/**
 * Intents: what a partner means to pay once, however often it sends the request. A scenario may name its intents. An intent without a name
 * is identified by the content of its wire: accounts, amount and reference.
 */

import type { WirePayment } from '../../core/wires/wire.ts'
import { isGivenUp } from '../../core/wires/wire-status.ts'
import type { Bank } from '../bank.ts'
import { everyWire } from './every-page.ts'

/** The intents of a run, keyed by name or by content. */
export interface Intents {
  /** The wires of each intent, without wires that were rejected, cancelled or reversed. */
  readonly wires: ReadonlyMap<string, readonly WirePayment[]>
  /** The intents that the scenario named. */
  readonly named: ReadonlySet<string>
  /** Every intent, even if all of its wires were rejected, cancelled or reversed. */
  readonly known: ReadonlySet<string>
}

/** The names that the scenario gave to intents, by the ids of their payments. */
export type NamedIntents = ReadonlyMap<string, string>

export function intentsOf(bank: Bank, names: NamedIntents): Intents {
  const outbound = everyWire(bank).filter(({ direction }) => direction === 'Outbound')
  const namesOfContents = contentsNamed(outbound, names)
  const wires = new Map<string, WirePayment[]>()
  const named = new Set<string>()
  const known = new Set<string>()
  for (const wire of outbound) {
    // A wire with the same content from another caller, such as a cron job, belongs to the same intent.
    const name = names.get(wire.id) ?? namesOfContents.get(contentOf(wire))
    const intent = name === undefined ? contentOf(wire) : `"${name}"`
    known.add(intent)
    if (isGivenUp(wire.status) || wire.wasReversed) continue
    if (name !== undefined) named.add(intent)
    wires.set(intent, [...(wires.get(intent) ?? []), wire])
  }
  return { wires, named, known }
}

/** The names of intents by the content of their wires, without contents that have several names. */
function contentsNamed(wires: readonly WirePayment[], names: NamedIntents): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const ambiguous = new Set<string>()
  for (const wire of wires) {
    const [name, content] = [names.get(wire.id), contentOf(wire)]
    if (name === undefined) continue
    if (found.has(content) && found.get(content) !== name) ambiguous.add(content)
    found.set(content, name)
  }
  for (const content of ambiguous) found.delete(content)
  return found
}

/** The first intent of `run` with more wires than it may have. `clean` has the intents of the clean run: the same scenario, unchanged. */
export function doubledIntent(
  run: Intents,
  clean: Intents,
): { intent: string; count: number; wanted: number } | undefined {
  const intents = [...run.wires].map(([intent, { length: count }]) => {
    // A named intent without a wire in the clean run, such as a refund, may have one wire.
    const wanted = clean.wires.get(intent)?.length ?? (run.named.has(intent) ? 1 : 0)
    return { intent, count, wanted }
  })
  const known = shapesOf(clean)
  const shapes = [...shapesOf(run)].map(([shape, count]) => {
    return { intent: `${shape}, with any reference`, count, wanted: known.get(shape) ?? 0 }
  })
  return [...intents, ...shapes].find(({ count, wanted }) => count > wanted && wanted > 0)
}

/**
 * The unnamed intents that the clean run does not have: nothing shows how many wires these may have. An intent whose wire differs from a
 * wire of the clean run only in the reference is left out: it may replace a rejected wire, and `doubledIntent` counts both wires together.
 */
export function unknownIntents(run: Intents, clean: Intents): string[] {
  const known = shapesOf(clean)
  return [...run.wires]
    .filter(([intent, [wire]]) => {
      return !run.named.has(intent) && !clean.known.has(intent) && !known.has(shapeOf(wire as WirePayment))
    })
    .map(([intent]) => intent)
}

/** The number of wires for each shape (amount and accounts), without the wires of named intents. */
function shapesOf({ wires, named }: Intents): Map<string, number> {
  const shapes = new Map<string, number>()
  for (const [intent, group] of wires) {
    if (named.has(intent)) continue
    for (const wire of group) shapes.set(shapeOf(wire), (shapes.get(shapeOf(wire)) ?? 0) + 1)
  }
  return shapes
}

function shapeOf({ amount, accountNumber, beneficiary, receiverRoutingNumber }: WirePayment): string {
  return `${amount} from ${accountNumber} to ${beneficiary.identifier} at ${receiverRoutingNumber}`
}

function contentOf(wire: WirePayment): string {
  const { beneficiaryReference } = wire
  return shapeOf(wire) + (beneficiaryReference === undefined ? '' : ` for "${beneficiaryReference}"`)
}
