/**
 * Oracles: rules of the specification that hold whatever goes wrong. Each checks the bank after a run, and returns an error if its rule is
 * broken. Some compare that run with the clean run, in which nothing goes wrong.
 */

import { inquire } from '../../contract/transition.ts'
import { UsageError } from '../../core/errors.ts'
import { sumOf } from '../../core/kernel/money.ts'
import { visibleLines } from '../../core/kernel/visible.ts'
import { isRejection } from '../../core/rejection.ts'
import { INTERNAL } from '../../core/turn.ts'
import { SIGNATURE_HEADER } from '../../core/webhooks/signature.ts'
import type { PushOutcome } from '../../core/webhooks/webhook-status.ts'
import type { WirePayment } from '../../core/wires/wire.ts'
import { wireStatuses } from '../../core/wires/wire-status.ts'
import type { Bank } from '../bank.ts'
import { everyWire } from './every-page.ts'
import { doubledIntent, type Intents } from './intents.ts'

/** One payment in the partner's own records of its payments (its books). */
export interface BookEntry {
  paymentId: string
  /** Minor units. */
  amount: number
  /** What the partner believes: the payment is not over yet (`pending`), has moved money (`completed`), or never will (`failed`). */
  status: 'pending' | 'completed' | 'failed'
}

/** The failure of an oracle, with the section of the specification that states its rule. */
export class OracleError extends Error {
  override readonly name = 'OracleError'

  constructor(
    readonly oracle: OracleName,
    readonly section: string,
    fact: string,
  ) {
    super(visibleLines(`${fact} (${section})`))
  }
}

export type OracleName =
  | 'oneIntentOneWire'
  | 'moneyConserved'
  | 'noCreditBeforePosting'
  | 'booksReconcile'
  | 'forgedPushRefused'

export const PAY_ONCE =
  'Record once what is to be paid, and repeat the create call with the same idempotency key and body'

export function oneIntentOneWire(run: Intents, clean: Intents): OracleError | undefined {
  const doubled = doubledIntent(run, clean)
  if (!doubled) return undefined
  const { intent, count, wanted } = doubled
  return new OracleError(
    'oneIntentOneWire',
    '§2.3',
    `One intent became ${count} wires, ${wanted} in the clean run: ${intent}. ${PAY_ONCE}.`,
  )
}

export function moneyConserved(bank: Bank): OracleError | undefined {
  const { deposits, settlement } = bank.world.ledger
  const sum = sumOf([deposits, ...Object.values(settlement)])
  return sum === 0
    ? undefined
    : new OracleError('moneyConserved', '§2.9', `The whole bank sums to ${sum}, not to zero.`)
}

const statuses: { readonly [Status in BookEntry['status']]: true } = { pending: true, completed: true, failed: true }

export function entriesOf(shown: Iterable<BookEntry>): BookEntry[] {
  const entries = [...shown]
  for (const { paymentId, status } of entries) {
    if (Object.hasOwn(statuses, status)) continue
    throw new UsageError(
      `Failed to read the books: the payment "${paymentId}" is "${status}", and must be "pending", "completed" or "failed". Say what the partner believes: the payment is not over yet, has moved money, or never will. (§6)`,
    )
  }
  return entries
}

export function noCreditBeforePosting(bank: Bank, books: readonly BookEntry[]): OracleError | undefined {
  const early = books.flatMap(({ paymentId, status }) => {
    const wire = status === 'completed' ? wireOf(bank, paymentId) : undefined
    return wire && wire.posting !== 'Posted' ? [wire] : []
  })
  if (early.length === 0) return undefined
  const facts = early.map(
    (wire) => `${describe(wire)} as completed, but the bank has not posted it: it is ${wire.status}`,
  )
  return new OracleError(
    'noCreditBeforePosting',
    '§3',
    `The books show ${facts.join('; and ')}. Look the payment up, and rely on its field posting.`,
  )
}

export function forgedPushRefused(bank: Bank): OracleError | undefined {
  const isAccepted = ({ isForged, outcome }: { isForged?: boolean; outcome: PushOutcome }) =>
    isForged === true && outcome === 'delivered'
  // Forged pushes are seldom accepted, so the records of pushes are made only if one was accepted.
  const accepted = [...bank.world.webhooks.pushes].some(isAccepted) ? bank.pushes.find(isAccepted) : undefined
  if (accepted === undefined) return undefined
  const { eventName, headers, answer } = accepted
  const fact = headers?.[SIGNATURE_HEADER] === undefined ? 'without a signature' : 'signed with another secret'
  return new OracleError(
    'forgedPushRefused',
    '§6',
    `The push ${eventName} came ${fact}, and was answered with ${answer?.status}. Check the signature before all else, and answer 401 where it is wrong.`,
  )
}

/** What books may say. `reversed: 'failed'`: a payment whose money came back must not be completed any more. */
export interface BooksRule {
  readonly reversed?: 'failed' | undefined
}

export function booksReconcile(
  bank: Bank,
  books: readonly BookEntry[],
  isTracked: (wire: WirePayment) => boolean,
  rule: BooksRule = {},
): OracleError | undefined {
  const entries = byPayment(books)
  const differences: string[] = []
  for (const wire of everyWire(bank)) {
    const own = entries.get(wire.id)
    entries.delete(wire.id)
    if (!own && !isTracked(wire)) continue
    const { agrees, text } = beside(wire, own, rule)
    if (!agrees) differences.push(text)
  }
  for (const [id, [{ status }]] of entries)
    differences.push(`payment ${id} is ${status} in the books, but the bank has no such payment`)
  if (differences.length === 0) return undefined
  return new OracleError('booksReconcile', '§6', `Books and bank differ: ${differences.join('; ')}.`)
}

/** Describes each payment of the bank and its entry in the partner's books. Payments that differ come first. Empty without books. */
export function booksBeside(bank: Bank, books: readonly BookEntry[], rule: BooksRule = {}): string[] {
  if (books.length === 0) return []
  const entries = byPayment(books)
  const wires = everyWire(bank)
  const followed = new Set(wires.flatMap(({ id, direction }) => (entries.has(id) ? direction : [])))
  const lines = wires.map((wire) => {
    const { agrees, text } = beside(wire, entries.get(wire.id), rule)
    return { text, differs: !agrees && followed.has(wire.direction) }
  })
  return lines.sort((one, other) => Number(other.differs) - Number(one.differs)).map(({ text }) => text)
}

/** The entries of one payment, the newest first. */
type Entries = [BookEntry, ...BookEntry[]]

function byPayment(books: readonly BookEntry[]): Map<string, Entries> {
  const entries = new Map<string, Entries>()
  for (const entry of books) entries.set(entry.paymentId, [entry, ...(entries.get(entry.paymentId) ?? [])])
  return entries
}

function beside(
  wire: WirePayment,
  entries: Entries | undefined,
  rule: BooksRule,
): { readonly agrees: boolean; readonly text: string } {
  const [{ status, amount }] = entries ?? [{ status: 'unknown', amount: wire.amount }]
  const isSame = amount === wire.amount
  const times = entries?.length ?? 1
  const text = [
    `${describe(wire)} is ${wire.status}${wire.wasReversed ? ' and was reversed' : ''} at the bank, ${status} in the books`,
    isSame ? '' : ` with an amount of ${amount}`,
    times === 1 ? '' : `, and is listed there ${times === 2 ? 'twice' : `${times} times`}`,
  ].join('')
  return { agrees: isSame && times === 1 && maySay(wire, rule).includes(status), text }
}

/** The statuses that books may show for a wire. After a reversal both `completed` and `failed` are right, unless the rule wants `failed`. */
function maySay({ status, wasReversed }: WirePayment, { reversed }: BooksRule): readonly string[] {
  if (!wasReversed) return wireStatuses[status].booksMaySay
  return reversed === 'failed' ? ['failed'] : ['completed', 'failed']
}

function wireOf(bank: Bank, id: string): WirePayment | undefined {
  const found = inquire(bank.world, 'wires.get', { id }, INTERNAL)
  return isRejection(found) ? undefined : found
}

function describe({ id, direction, amount }: WirePayment): string {
  return `the ${direction.toLowerCase()} payment ${id} of ${amount}`
}
