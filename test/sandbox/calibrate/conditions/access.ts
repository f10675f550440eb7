/** When calibrate must find what is assumed of calls in general, of idempotency and of loans. */
import type { AssumptionId, AssumptionValues } from 'vostro'
import type { Conditions } from './condition.ts'

const always = () => true

/** How many loans a hidden bank has. */
const LOANS = 3

/** What no value can change: it must be told to be as ours, where it can be seen. */
const fixed = [
  'tokens.unknownAudience',
  'tokens.errors',
  'errors.body',
  'errors.codes',
] as const satisfies readonly AssumptionId[]

/** What `calibrate` tries. */
const headers = ['idempotency-key', 'x-idempotency-key', 'x-request-id']

const hasKeys = (values: AssumptionValues) =>
  headers.includes(values['idempotency.header']) && values['idempotency.retentionDays'] > 0

/** As the proof of wires has it: the amounts that are tried. */
const tried = Array.from({ length: 21 }, (_, power) => 2 ** power)

const takesAmounts = ({ 'limits.amountMinimum': least, 'limits.amountMaximum': most }: AssumptionValues) =>
  tried.some((amount) => least <= amount && amount <= most)

const visible: { readonly [Id in AssumptionId]?: (values: AssumptionValues) => boolean } = {
  ...Object.fromEntries(fixed.map((id) => [id, always])),
  'tokens.lifetimeSeconds': always,
  'tokens.audience': always,
  'tokens.withoutAudience': always,
  'tokens.form': always,
  'http.createStatus': always,
  'http.contentType': always,
  'http.requestId': always,
  'loans.total': always,
  'loans.meta': always,
  'loans.deprecatedSince': always,
  'loans.take': (values) => values['loans.take'] !== null && values['loans.take'] < LOANS,
  'errors.unknownFields': always,
  'requests.null': always,
  'errors.blockedTransaction': takesAmounts,
  'idempotency.clientIdentifier': takesAmounts,
  'idempotency.otherClientIdentifiers': always,
  'idempotency.header': hasKeys,
  'idempotency.keyLength': hasKeys,
  'idempotency.changedBody': hasKeys,
}

/** Where a key is remembered for no time, a repeat is never known as one. */
const isOfNoUse = (found: unknown, values: AssumptionValues) =>
  found === 'ignored' && values['idempotency.retentionDays'] === 0

export const access: Conditions = {
  visible,
  alike: {
    'idempotency.clientIdentifier': isOfNoUse,
    'idempotency.otherClientIdentifiers': isOfNoUse,
  },
}
