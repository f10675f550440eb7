/**
 * THE AXES of coverage: the rows of the bank's tables, such as calls or events. Each row has what a test adds to meet it: the code under
 * test does the rest. A fault or an expectation goes before its call, anything else after it; then time passes.
 */
import { refusalsOf } from '../../contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { canStrike } from '../../contract/fault-calls.ts'
import { accountStatuses } from '../../core/accounts/account-status.ts'
import { assumptions } from '../../core/assumptions/catalogue.ts'
import { type FaultKind, faultKinds } from '../../core/faults/fault-kinds.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import { postingCodes } from '../../core/ledger/posting-codes.ts'
import { loanStatuses } from '../../core/loans/loan-status.ts'
import { eventNames } from '../../core/webhooks/event-name.ts'
import { type WireStatus, type WireStep, wireStatuses } from '../../core/wires/wire-status.ts'
import { account, callOf, check, exampleOf, expression, id, lineOf, made, noted, receive, the } from './lines.ts'
import { refusals } from './refusals.ts'

/** The key is the name of a row. The value is a line of test code, or undefined if no test has to meet the row. */
type Rows = Readonly<Record<string, string | undefined>>

interface Axis {
  readonly title: string
  readonly section: string
  readonly rows: () => Rows
}

const minute = lineOf('clock.advance', { minutes: 1 })
const batch = lineOf('clock.advanceToNextBatch')
const year = lineOf('clock.advance', { days: 366 })
const outcome = (of: 'wires' | 'transactions', ...end: readonly unknown[]) => lineOf(`${of}.expect().toEnd`, ...end)
const fault = (kind: FaultKind, where: object) => lineOf('faults.inject', kind, { ...where, uses: 1 })

/** Refusals that every call may get, though no rule of the bank causes them: too many calls, and an outage. */
const OF_ANY_CALL = [429, 503] as const

function* rowsOfCall(name: EndpointName): Generator<readonly [name: string, line: string]> {
  const { method, service } = endpoints[name]
  const lost = fault('lostAnswer', { endpoint: name })
  yield [`${name}: done`, callOf(name)]
  yield [`${name}: no answer`, lost]
  if (method !== 'GET' && method !== 'DELETE' && service === 'banking') yield [`${name}: repeated`, lost]
  for (const status of [...refusalsOf(endpoints[name]), ...OF_ANY_CALL])
    yield [`${name}: ${status}`, fault('status', { endpoint: name, status })]
}

const leadsTo: { readonly [Step in WireStep]: readonly (WireStatus | 'reversed')[] } = {
  review: ['Pending', 'Hold', 'Rejected'],
  hold: ['Hold'],
  approve: ['Pending'],
  release: ['Completed'],
  reject: ['Rejected'],
  cancel: ['Canceled'],
  reverse: ['reversed'],
}

const steps: { readonly [Step in WireStep]: (to: string) => string } = {
  review: (to) => (to === 'Pending' ? minute : outcome('wires', to)),
  hold: () => lineOf('desk.hold', id),
  approve: () => lineOf('desk.approve', id),
  release: () => batch,
  reject: () => lineOf('desk.reject', id),
  cancel: () => lineOf('wires.cancel', id),
  reverse: () => lineOf('desk.reverse', id),
}

function wireRows(): Rows {
  const rows: Record<string, string> = {}
  for (const from of keysOf(wireStatuses))
    for (const step of wireStatuses[from].may)
      for (const to of leadsTo[step]) if (from !== to) rows[`wire: ${from} → ${to}`] ??= steps[step](to)
  return { ...rows, 'wire: Hold → Completed': receive }
}

const restrictOn = (criterion: object) =>
  lineOf('restrictions.create', { accountNumber: account, appliesTo: 'All', ...criterion })
const setStatus = (number: string, status: string) => lineOf('accounts.setStatus', number, status)

/** The changes of records, by the names of their happenings. */
export const changes: Rows = {
  'subledger: opened': lineOf('subledgers.create', exampleOf('createSubledger')),
  'subledger: renamed': lineOf('subledgers.rename', made.subledger, 'Customer 18'),
  'restriction: placed': lineOf('restrictions.create', check),
  'restriction: changed': lineOf('restrictions.update', made.restriction, { notes: 'until May' }),
  'restriction: removed': lineOf('restrictions.remove', made.restriction),
  'hold: placed': lineOf('holds.place', { accountNumber: account, amount: 500 }),
  'hold: changed': lineOf('holds.update', made.hold, { amount: 600 }),
  'hold: released': lineOf('holds.release', made.hold),
  'policy: changed': lineOf('desk.policies.set', the('partner.productId'), []),
  'webhook: registered': lineOf('webhooks.register', exampleOf('registerWebhook')),
  'webhook: changed': lineOf('webhooks.update', made.registration, exampleOf('updateWebhook')),
  'webhook: removed': lineOf('webhooks.remove', made.registration),
  'token: revoked': lineOf('tokens.revoke', the('tokens.issue().access_token')),
  'partner: added': lineOf('partners.add', { name: 'Second Partner' }),
}

const statusesBesideActive = keysOf(accountStatuses).filter((status) => status !== 'Active')
const accountRows = () =>
  Object.fromEntries(statusesBesideActive.map((status) => [`account: ${status}`, setStatus(account, status)]))

/** STP is left out because this bank has no stop payments. */
const codes = keysOf(postingCodes).filter((code) => code !== 'OK' && code !== 'STP')

/** The criteria of a restriction, each with a restriction that matches a payment. */
export const criteria = {
  subAccountNumber: restrictOn({ subAccountNumber: account }),
  rail: restrictOn({ rail: 'Wire' }),
  transactionType: restrictOn({ transactionType: 'Debit' }),
  otherAccountType: restrictOn({ otherAccountType: 'Deposit' }),
  amountThreshold: restrictOn({ amountThreshold: 100 }),
  transactionCode: restrictOn({ transactionCode: 'Outgoing Wire' }),
} as const

/** For each event, what causes it. */
const causes: Readonly<Record<string, string>> = {
  'Wire.Payment.Sent': batch,
  'Wire.Payment.Received': receive,
  'Wire.Payment.Rejected': lineOf('desk.reject', id),
  'Wire.Payment.Canceled': lineOf('wires.cancel', made.held),
  'Wire.Payment.Processed': batch,
  'Core.Restriction.Placed': lineOf('restrictions.create', check),
  'Core.Restriction.Removed': lineOf('restrictions.remove', made.restriction),
  'Core.SubAccount.Opened': lineOf('subledgers.create', exampleOf('createSubledger')),
  'Core.SubAccount.Status.Changed': setStatus(made.subledger, 'Dormant'),
  'Core.SubAccount.Closed': setStatus(made.subledger, 'Closed'),
  'Core.SubAccount.Title.Changed': lineOf('subledgers.rename', made.subledger, 'Client 17'),
  'Core.Transaction.Completed': receive,
  'Core.Activity.Posted': receive,
  AdjustmentActionUpdate: lineOf('loans.update', made.loan('Funded'), { Term: 24 }),
  FundingAttemptComplete: lineOf('loans.fund', made.loan('InFunding')),
  LoanStatusUpdated: lineOf('loans.advance', made.loan('Received')),
  RailUpdated: lineOf('loans.fund', made.loan('InFunding')),
  ComplianceLoanFailed: lineOf('loans.failCompliance', made.loan('Received')),
}

/** A receiver that answers every push with 503. */
const busy = noted(
  lineOf(
    'webhooks.connect',
    the("webhooks.list().results[0]?.callbackUrl ?? ''"),
    expression("() => new Response('busy', { status: 503 })"),
  ),
  'replaces your receiver: connect it again later',
)

const swapped = (event: string) => noted(fault('reorder', { event }), 'needs two such events at once')

/** For each thing that may happen to an event, what makes it happen. */
const befalls: { readonly [what: string]: (event: string) => string } = {
  delivered: (event) => causes[event] ?? '',
  twice: (event) => fault('duplicate', { event }),
  late: (event) => fault('delay', { event, seconds: 600 }),
  'out of order': swapped,
  'failed and tried again': () => busy,
  suspended: () => busy,
  never: (event) => fault('drop', { event }),
  polled: () => callOf('pollEvents'),
}

export const BEFORE_ANSWER = 'any: before the answer of the call that caused it'

function faultLine(kind: FaultKind): string {
  const { strikes, takes = [] } = faultKinds[kind]
  if (strikes === 'batch') return lineOf('faults.inject', kind, { count: 1 })
  if (kind === 'reorder') return swapped('Wire.Payment.Sent')
  if (strikes === 'push')
    return fault(kind, { event: 'Wire.Payment.Sent', ...(takes.includes('seconds') ? { seconds: 600 } : {}) })
  if (kind === 'beforeAnswer') return noted(lineOf('faults.inject', kind), 'at each call that changes something')
  return fault(kind, { endpoint: canStrike(kind, 'createWire') ? 'createWire' : 'listWires' })
}

const eachOf = <Name extends string>(names: readonly Name[], line: (name: Name) => string | undefined): Rows =>
  Object.fromEntries(names.map((name) => [name, line(name)]))

export const axes = {
  calls: {
    title: 'Calls, and how they ended',
    section: '§4',
    rows: () => Object.fromEntries(keysOf(endpoints).flatMap((name) => [...rowsOfCall(name)])),
  },
  refusals: { title: 'Refusals, by their codes', section: '§7', rows: refusals },
  steps: {
    title: 'Steps of payments, accounts, restrictions, holds and registrations',
    section: '§3',
    rows: () => ({ ...wireRows(), ...accountRows(), ...changes }),
  },
  postings: {
    title: 'Posting codes',
    section: '§2.4',
    // The lines ask for a posting code, so that no rule of the bank has to cause it.
    rows: () =>
      Object.fromEntries(
        codes.flatMap((postingCode) => [
          [`${postingCode} of a wire`, outcome('wires', 'Rejected', { postingCode })],
          [`${postingCode} of a transaction`, outcome('transactions', 'Rejected', { postingCode })],
        ]),
      ),
  },
  restrictions: {
    title: 'Restrictions that refused a payment, by their criteria',
    section: '§2.8',
    rows: () => criteria,
  },
  events: {
    title: 'Events, and what happened to them',
    section: '§6',
    rows: () => ({
      [BEFORE_ANSWER]: faultLine('beforeAnswer'),
      ...Object.fromEntries(
        eventNames.flatMap((event) =>
          Object.entries(befalls).map(([what, line]) => [`${event}: ${what}`, line(event)]),
        ),
      ),
    }),
  },
  faults: { title: 'Faults that struck', section: '§7', rows: () => eachOf(keysOf(faultKinds), faultLine) },
  calendar: {
    title: 'What the clock went through',
    section: '§3',
    rows: () => ({
      'a weekend': lineOf('clock.advance', { days: 7 }),
      'a bank holiday': year,
      'a holiday that is kept on the Monday after': lineOf('clock.advance', { weeks: 420 }),
      'the day on which clocks go forward': year,
      'the day on which clocks go back': year,
      'the cut-off of a business day': lineOf('clock.advance', { days: 4 }),
      'a batch with wires': batch,
      'a batch time without a wire': lineOf('clock.advance', { days: 4 }),
      'the end of a token': year,
    }),
  },
  loans: {
    title: 'Loans, by status',
    section: '§2.10',
    rows: () => eachOf(keysOf(loanStatuses), (Status) => lineOf('loans.add', { Status })),
  },
  assumptions: {
    title: 'Assumptions on which answers rested',
    section: '§7',
    rows: () => eachOf(keysOf(assumptions), () => undefined),
  },
} as const satisfies { readonly [name: string]: Axis }

export type AxisName = keyof typeof axes
