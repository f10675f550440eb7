/** When calibrate must find what is assumed of calls in general, of idempotency and of loans. */
import { type AssumptionId, type AssumptionValues, assumptions } from 'vostro'
import type { Conditions } from './condition.ts'

const always = () => true
const MEBIBYTE = 1_048_576

/** How many loans a hidden bank has, and for how many seconds they are watched. */
const LOANS = 3
const WATCHED = 600

/** What no value can change: it must be told to be as ours, where it can be seen. */
const fixed = [
  'tokens.unknownAudience',
  'tokens.discovery',
  'tokens.scope',
  'tokens.errors',
  'errors.body',
  'errors.codes',
  'http.createStatus',
  'http.paths',
  'http.unknownCalls',
  'versioning.versions',
  'idempotency.scope',
  'idempotency.refusals',
  'loans.errors',
  'loans.registration',
  'loans.statuses',
  'loans.id',
  'loans.calls',
  'loans.unknownParameters',
  'loans.metaParameter',
  'loans.order',
  'loans.comparing',
  'loans.aggregates',
  'loans.jsconfig',
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
  'http.contentType': always,
  'http.requestId': always,
  'http.cors': always,
  'limits.pathLength': always,
  'limits.queryLength': always,
  // What the sender adds is not known: only that it is as ours shows.
  'limits.headerLength': (values) => values['limits.headerLength'] === assumptions['limits.headerLength'].default,
  'limits.bodyLength': (values) => values['limits.bodyLength'] < 4 * MEBIBYTE,
  // Two characters a level, beside those of a token request.
  'limits.bodyDepth': (values) => values['limits.bodyLength'] >= 2 * (values['limits.bodyDepth'] + 1) + 400,
  'loans.total': always,
  'loans.meta': always,
  'loans.deprecatedSince': always,
  'loans.take': (values) => values['loans.take'] !== null && values['loans.take'] < LOANS,
  // While a push waits for its answer, no other question looks.
  'loans.stepSeconds': ({ 'loans.stepSeconds': seconds, 'webhooks.timeoutSeconds': held }) =>
    seconds !== null && seconds >= 1 && seconds <= WATCHED / 2 && held < WATCHED / 2,
  'errors.unknownFields': always,
  'requests.null': always,
  'errors.blockedTransaction': takesAmounts,
  'idempotency.clientIdentifier': takesAmounts,
  'idempotency.otherClientIdentifiers': always,
  'idempotency.header': hasKeys,
  'idempotency.keyLength': hasKeys,
  'idempotency.changedBody': hasKeys,
  'idempotency.scope': hasKeys,
  'idempotency.refusals': (values) => hasKeys(values) && values['webhooks.duplicate'] === 'refused',
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
