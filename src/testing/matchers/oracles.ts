/** Matchers that check, in a single test, the oracles of `explore`: rules that must hold whatever goes wrong. (§2.3, §2.9, §3, §6) */
import type { Bank } from '../../bank/bank.ts'
import { everyWire } from '../../bank/invariants/every-page.ts'
import { doubledIntent, intentsOf } from '../../bank/invariants/intents.ts'
import {
  type BookEntry,
  booksBeside,
  booksReconcile,
  moneyConserved,
  noCreditBeforePosting,
  type OracleError,
  PAY_ONCE,
} from '../../bank/invariants/oracles.ts'
import {
  cannotUse,
  checkedOptions,
  type Failing,
  isFunction,
  isOneOf,
  isText,
  type OptionRules,
  problemsAt,
} from '../../contract/options.ts'
import { valueText } from '../../contract/value-text.ts'
import { UsageError } from '../../core/errors.ts'
import type { WirePayment } from '../../core/wires/wire.ts'
import { isMoney } from './money.ts'
import { type Verdict, verdict } from './verdict.ts'

/** How wires are grouped by intent, which is what the partner means to pay once. */
export interface IntentOptions {
  /**
   * Returns the name of what an outbound wire is for, such as the number of an invoice; undefined if it has none. By default, wires have
   * the same intent if the same account pays the same amount to the same beneficiary with the same reference.
   */
  readonly intentOf?: ((wire: WirePayment) => string | undefined) | undefined
}

const intentRules: OptionRules<IntentOptions> = { intentOf: isFunction }

/** Cancelled and rejected wires do not count. */
export function toPayEachIntentOnce(bank: Bank, given: IntentOptions = {}): Verdict {
  const { intentOf } = checkedOptions(given, intentRules, {
    failed: 'Failed to tell one intent from another',
    advice: 'Write, for example, { intentOf: (wire) => wire.beneficiaryReference }.',
  })
  const names = new Map<string, string>()
  for (const wire of everyWire(bank)) {
    const name = wire.direction === 'Outbound' ? intentOf?.(wire) : undefined
    if (name !== undefined) names.set(wire.id, name)
  }
  const intents = intentsOf(bank, names)
  const eachOnce = new Map([...intents.wires].map(([intent, group]) => [intent, group.slice(0, 1)]))
  const doubled = doubledIntent(intents, { ...intents, wires: eachOnce })
  const fact = doubled
    ? `Failed to pay each intent once: there are ${doubled.count} wires of ${doubled.intent}. ${PAY_ONCE}. If these are two intents, tell them apart by { intentOf }. (§2.3)`
    : 'Each intent has at most one wire, which the test says must not be so. (§2.3)'
  const wires = doubled ? (intents.wires.get(doubled.intent) ?? []) : []
  return verdict(bank, !doubled, fact, () => [
    wires.map(({ id, status, createdAt }) => `  ${id}  ${status}, created ${createdAt}`).join('\n'),
  ])
}

export function toConserveMoney(bank: Bank): Verdict {
  return verdictOf(bank, moneyConserved(bank), {
    failed: 'Failed to conserve money',
    otherwise: 'The whole bank sums to zero, which the test says must not be so. (§2.9)',
  })
}

/** @throws {UsageError} if the books are no list of entries, or if a payment that is completed in the books is unknown to this bank */
export function toCreditNothingBeforePosting(bank: Bank, books: Iterable<BookEntry>): Verdict {
  const failed = 'Failed to compare the books with what is posted'
  const entries = checkedBooks(books, failed)
  const known = new Set(everyWire(bank).map(({ id }) => id))
  const unknown = entries.find(({ paymentId, status }) => status === 'completed' && !known.has(paymentId))
  if (unknown) {
    throw new UsageError(
      `${failed}: the books have the payment "${unknown.paymentId}" as completed, but this bank has no such payment. Enter the id that the bank answered with. (§3)`,
    )
  }
  return verdictOf(
    bank,
    noCreditBeforePosting(bank, entries),
    {
      failed: 'Failed to credit nothing before it is posted',
      otherwise: 'Each payment that is completed in the books is posted, which the test says must not be so. (§3)',
    },
    entries,
  )
}

/** Which payments must be in the books. */
export interface ReconcileOptions {
  /** Only payments of this direction; by default all of them. Payments that are in the books are always compared. */
  readonly only?: WirePayment['direction'] | undefined
}

const isBookStatus = isOneOf(['pending', 'completed', 'failed'])
const reconcileRules: OptionRules<ReconcileOptions> = { only: isOneOf(['Outbound', 'Inbound']) }

/** @throws {UsageError} if the books are no list of entries */
export function toReconcileWith(bank: Bank, books: Iterable<BookEntry>, given: ReconcileOptions = {}): Verdict {
  const failed = 'Failed to reconcile the books'
  const { only } = checkedOptions(given, reconcileRules, { failed, advice: "Write { only: 'Outbound' }." })
  const entries = checkedBooks(books, failed)
  const isTracked = ({ direction }: WirePayment) => only === undefined || direction === only
  const otherwise = 'The books and the bank agree, payment by payment, which the test says must not be so. (§6)'
  return verdictOf(bank, booksReconcile(bank, entries, isTracked), { failed, otherwise }, entries)
}

function verdictOf(
  bank: Bank,
  found: OracleError | undefined,
  { failed, otherwise }: { readonly failed: string; readonly otherwise: string },
  books: readonly BookEntry[] = [],
): Verdict {
  // The sentence of the oracle follows the colon.
  const fact = found ? `${failed}: ${found.message.charAt(0).toLowerCase()}${found.message.slice(1)}` : otherwise
  return verdict(bank, !found, fact, () => [booksBeside(bank, books).join('\n')])
}

function checkedBooks(books: Iterable<BookEntry>, failed: string): BookEntry[] {
  const failing: Failing = {
    failed,
    advice: `Give a list of { paymentId, amount, status: 'pending' | 'completed' | 'failed' }.`,
  }
  const isList = typeof books === 'object' && books !== null && Symbol.iterator in books
  if (!isList) throw cannotUse([{ path: 'books', message: `must be a list, but is ${valueText(books)}` }], failing)
  const entries = [...books]
  const problems = entries.flatMap((entry, index) => {
    const { paymentId, amount, status }: Partial<BookEntry> = Object(entry)
    const path = `books.${index}`
    return [
      ...problemsAt(`${path}.paymentId`, isText, paymentId),
      ...problemsAt(`${path}.amount`, isMoney, amount),
      ...problemsAt(`${path}.status`, isBookStatus, status),
    ]
  })
  if (problems.length > 0) throw cannotUse(problems, failing)
  return entries
}
