/**
 * THE AXES of coverage: the rows of the bank's tables, such as calls or events. Each row has what a test adds to meet it. A comment on
 * the line says what the code under test does before or after it; then time passes.
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
import { account, beforeCall, callOf, check, exampleOf, expression, id, lineOf, made, noted, receive } from './lines.ts'
import { refusals } from './refusals.ts'

/** The key is the name of a row. The value is a line of test code, or undefined if no test has to meet the row. */
type Rows = Readonly<Record<string, string | undefined>>

interface Axis {
  readonly title: string
  readonly section: string
  readonly rows: () => Rows
}

const inTurn = (...lines: readonly string[]) => lines.filter((line) => line !== '').join('; ')
const minute = lineOf('clock.advance', { minutes: 1 })
const batch = lineOf('clock.advanceToNextBatch')
const received = inTurn(receive, minute)
const year = lineOf('clock.advance', { days: 366 })
const PAID = 'after your code has paid'
const paid = (line: string) => noted(line, PAID)
const outcome = (of: 'wires' | 'transactions', ...end: readonly unknown[]) =>
  beforeCall(of === 'wires' ? 'createWire' : 'transferFunds', lineOf(`${of}.expect().toEnd`, ...end))
const inject = (kind: FaultKind, where: object) => lineOf('faults.inject', kind, { ...where, uses: 1 })

/** Refusals that every call may get, though no rule of the bank causes them: too many calls, and an outage. */
const OF_ANY_CALL = [429, 503] as const

function* rowsOfCall(name: EndpointName): Generator<readonly [name: string, line: string]> {
  const { method, service } = endpoints[name]
  const fault = (kind: FaultKind, how?: object) => beforeCall(name, inject(kind, { endpoint: name, ...how }))
  yield [`${name}: done`, callOf(name)]
  yield [`${name}: no answer`, fault('lostAnswer')]
  if (method !== 'GET' && method !== 'DELETE' && service === 'banking')
    yield [`${name}: repeated`, `${fault('failedAnswer')}, and tries again with the same idempotency key`]
  for (const status of [...refusalsOf(endpoints[name]), ...OF_ANY_CALL])
    yield [`${name}: ${status}`, fault('status', { status })]
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

/** What brings a payment into a status, if the code under test has just made it. */
const brought: { readonly [Status in WireStatus]?: string } = { Pending: minute, Completed: batch }
const stepBy = (call: string) => (from: WireStatus) => {
  const payment = from === 'Hold' ? expression(`${lineOf('desk.hold', id)}.id`) : id
  return noted(inTurn(brought[from] ?? '', lineOf(call, payment)), `${PAID}: id is its payment`)
}

const steps: { readonly [Step in WireStep]: (from: WireStatus, to: string) => string } = {
  review: (_, to) => (to === 'Pending' ? paid(minute) : outcome('wires', to)),
  hold: stepBy('desk.hold'),
  approve: stepBy('desk.approve'),
  release: () => paid(batch),
  reject: stepBy('desk.reject'),
  cancel: stepBy('wires.cancel'),
  reverse: stepBy('desk.reverse'),
}

function wireRows(): Rows {
  const rows: Record<string, string> = {}
  for (const from of keysOf(wireStatuses))
    for (const step of wireStatuses[from].may)
      for (const to of leadsTo[step]) if (from !== to) rows[`wire: ${from} → ${to}`] ??= steps[step](from, to)
  return { ...rows, 'wire: Hold → Completed': received }
}

const restrictOn = (criterion: object, call = 'createWire') =>
  beforeCall(call, lineOf('restrictions.create', { accountNumber: account, appliesTo: 'All', ...criterion }))
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
  'policy: changed': lineOf('desk.policies.set', expression('bank.partner.productId'), []),
  'webhook: registered': lineOf('webhooks.register', exampleOf('registerWebhook')),
  'webhook: changed': lineOf('webhooks.update', made.registration, exampleOf('updateWebhook')),
  'webhook: removed': lineOf('webhooks.remove', made.registration),
  'token: revoked': lineOf('tokens.revoke', expression('bank.tokens.issue().access_token')),
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
  otherAccountType: restrictOn({ otherAccountType: 'Deposit' }, 'transferFunds'),
  amountThreshold: restrictOn({ amountThreshold: 100 }),
  transactionCode: restrictOn({ transactionCode: 'Outgoing Wire' }),
} as const

/** For each event, what causes it. */
const causes: Readonly<Record<string, string>> = {
  'Wire.Payment.Sent': batch,
  'Wire.Payment.Received': received,
  'Wire.Payment.Rejected': lineOf('desk.reject', made.wire),
  'Wire.Payment.Canceled': lineOf('wires.cancel', made.held),
  'Wire.Payment.Processed': batch,
  'Core.Restriction.Placed': lineOf('restrictions.create', check),
  'Core.Restriction.Removed': lineOf('restrictions.remove', made.restriction),
  'Core.SubAccount.Opened': lineOf('subledgers.create', exampleOf('createSubledger')),
  'Core.SubAccount.Status.Changed': setStatus(made.subledger, 'Dormant'),
  'Core.SubAccount.Closed': setStatus(made.subledger, 'Closed'),
  'Core.SubAccount.Title.Changed': lineOf('subledgers.rename', made.subledger, 'Client 17'),
  'Core.Transaction.Completed': received,
  'Core.Activity.Posted': received,
  AdjustmentActionUpdate: lineOf('loans.update', made.loan('Funded'), { Term: 24 }),
  FundingAttemptComplete: lineOf('loans.fund', made.loan('InFunding')),
  LoanStatusUpdated: lineOf('loans.advance', made.loan('Received')),
  RailUpdated: lineOf('loans.fund', made.loan('InFunding')),
  ComplianceLoanFailed: lineOf('loans.failCompliance', made.loan('Received')),
}

/** The first registration, or the first waiting push, of an event. */
const firstOf = (list: 'webhooks.list().results' | 'outbox.waiting', event: string, field: string) =>
  expression(`bank.${list}.find(({ eventName }) => eventName === '${event}')?.${field} ?? ''`)

const connected = (event: string) => `with your receiver of ${event} connected`

/** A line that causes an event, with what comes `before` and `after` the cause. The events of a batch need a payment of the code. */
function caused(event: string, before = '', after = '', isTwice = false): string {
  const cause = causes[event] ?? ''
  const isOfBatch = cause === batch
  const line = inTurn(before, cause, isTwice && !isOfBatch ? cause : '', after)
  return noted(line, ...(isOfBatch ? [isTwice ? `${PAID} twice` : PAID] : []), connected(event))
}

const busy = expression("() => new Response('busy', { status: 503 })")

/** For each thing that may happen to an event, what makes it happen. */
const befalls: { readonly [what: string]: (event: string) => string } = {
  delivered: (event) => caused(event),
  twice: (event) => caused(event, inject('duplicate', { event })),
  late: (event) => caused(event, inject('delay', { event, seconds: 600 })),
  'out of order': (event) => caused(event, inject('reorder', { event }), '', true),
  'failed and tried again': (event) =>
    caused(
      event,
      '',
      `await ${lineOf('outbox.deliver', firstOf('outbox.waiting', event, 'eventId'), { loseAnswer: true })}`,
    ),
  suspended(event) {
    const connect = lineOf('webhooks.connect', firstOf('webhooks.list().results', event, 'callbackUrl'), busy)
    return `${caused(event, connect)}, which it replaces: connect it again later`
  },
  never: (event) => caused(event, inject('drop', { event })),
  polled(event) {
    const registration = { ...exampleOf('registerWebhook'), eventName: event, registrationType: 'Poll' }
    const line = inTurn(lineOf('webhooks.register', registration), causes[event] ?? '', callOf('pollEvents'))
    return causes[event] === batch ? `${line}, ${PAID}` : line
  },
}

export const BEFORE_ANSWER = 'any: before the answer of the call that caused it'

function faultLine(kind: FaultKind): string {
  const { strikes, takes = [], isOfSignature = false, needsAnother = false } = faultKinds[kind]
  const event = 'Wire.Payment.Sent'
  if (strikes === 'batch') return `${paid(inTurn(lineOf('faults.inject', kind, { count: 1 }), batch))} twice`
  if (strikes === 'push') {
    const sign = lineOf('webhooks.sign', firstOf('webhooks.list().results', event, 'id'))
    const how = inject(kind, { event, ...(takes.includes('seconds') ? { seconds: 600 } : {}) })
    return caused(event, inTurn(isOfSignature ? sign : '', how), '', needsAnother)
  }
  // It strikes only a call that causes an event at once.
  if (kind === 'beforeAnswer')
    return `${beforeCall('createSubledger', inject(kind, { endpoint: 'createSubledger' }))}, ${connected('Core.SubAccount.Opened')}`
  const endpoint = canStrike(kind, 'createWire') ? 'createWire' : 'listWires'
  return beforeCall(endpoint, inject(kind, { endpoint }))
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
      'a batch with wires': paid(batch),
      'a batch time without a wire': lineOf('clock.advance', { days: 4 }),
      'the end of a token': noted(year, 'after your code has requested a token'),
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
