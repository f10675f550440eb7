/** Steps from status to status, and what else becomes of a record. (§3) */
import { accountStatuses } from '../../../core/accounts/account-status.ts'
import { namesOf } from '../../../core/kernel/names.ts'
import { loanStatuses } from '../../../core/loans/loan-status.ts'
import { type WireStatus, type WireStep, wireStatuses } from '../../../core/wires/wire-status.ts'
import { type Axis, type Evidence, happenings, lineOf, type Row } from './axis.ts'

/** Where each step leads. */
const leadsTo: { readonly [Step in WireStep]: readonly (WireStatus | 'reversed')[] } = {
  review: ['Pending', 'Hold', 'Rejected'],
  hold: ['Hold'],
  approve: ['Pending'],
  release: ['Completed'],
  reject: ['Rejected'],
  cancel: ['Canceled'],
  reverse: ['reversed'],
}

const pay = 'bank.wires.create(bank.wires.plausible()).id'
const minute = 'bank.clock.advance({ minutes: 1 })'
const day = 'bank.clock.advance({ days: 4 })'

/** A wire that is in this status, as `id`. */
const wireIn = {
  Created: [`const id = ${pay}`],
  Hold: [`const id = bank.desk.hold(${pay}).id`],
  Pending: [`const id = ${pay}`, minute],
  Completed: [`const id = ${pay}`, day],
} satisfies { readonly [Status in WireStatus]?: readonly string[] }

/** What lets a wire take a step. */
const steps: { readonly [Step in WireStep]: string } = {
  review: minute,
  hold: 'bank.desk.hold(id)',
  approve: 'bank.desk.approve(id)',
  release: day,
  reject: 'bank.desk.reject(id)',
  cancel: 'bank.wires.cancel(id)',
  reverse: 'bank.desk.reverse(id)',
}

/** Outcomes of a review that must be asked for. */
const asked: { readonly [To in string]?: string } = {
  Hold: `bank.wires.expect().toEnd('Hold')`,
  Rejected: `bank.wires.expect().toEnd('Rejected')`,
}

function* wireRows(): Generator<Row> {
  const known = new Set<string>()
  for (const from of namesOf(wireIn))
    for (const step of wireStatuses[from].may)
      for (const to of leadsTo[step]) {
        const name = `wire: ${from} → ${to}`
        if (from === to || known.has(name)) continue
        known.add(name)
        const outcome = step === 'review' ? (asked[to] ?? []) : []
        yield { name, line: lineOf(...[outcome].flat(), ...wireIn[from], steps[step]) }
      }
  yield {
    name: 'wire: Hold → Completed',
    line: lineOf('bank.wires.simulateInbound(bank.wires.plausibleInbound())', minute, minute),
  }
}

const account = 'bank.masterAccount.accountNumber'
const restriction = `bank.restrictions.create({ accountNumber: ${account}, appliesTo: 'All', rail: 'Check' }).id`
const hold = `bank.holds.place({ accountNumber: ${account}, amount: 500 }).id`
const subledger = `bank.subledgers.create({ masterAccountNumber: ${account}, title: 'Customer 17' }).accountNumber`
const registration = `bank.webhooks.register({ partnerId: bank.partner.id, eventName: 'Wire.Payment.Processed', registrationType: 'Push', callbackUrl: 'https://partner.example/hooks' }).id`

/** What becomes of other records, by the names of what happens, each with the statement that brings it about. */
const records = {
  'subledger.opened': subledger,
  'subledger.renamed': `bank.subledgers.rename(${subledger}, 'Customer 18')`,
  'restriction.placed': restriction,
  'restriction.changed': `bank.restrictions.update(${restriction}, { notes: 'until May' })`,
  'restriction.removed': `bank.restrictions.remove(${restriction})`,
  'hold.placed': hold,
  'hold.changed': `bank.holds.update(${hold}, { amount: 600 })`,
  'hold.released': `bank.holds.release(${hold})`,
  'policy.changed': `bank.desk.policies.set(bank.partner.productId, [])`,
  'webhook.registered': registration,
  'webhook.changed': `bank.webhooks.update(${registration}, { callbackUrl: 'https://partner.example/wires' })`,
  'webhook.removed': `bank.webhooks.remove(${registration})`,
  'token.revoked': 'bank.tokens.revoke(bank.tokens.issue().access_token)',
  'partner.added': `bank.partners.add({ name: 'Second Partner' })`,
} as const

const accountRows = (): Row[] =>
  namesOf(accountStatuses)
    .filter((status) => status !== 'Active')
    .map((status) => ({ name: `account: ${status}`, line: `bank.accounts.setStatus(${account}, '${status}')` }))

const recordRows = (): Row[] => namesOf(records).map((what) => ({ name: nameOf(what), line: records[what] }))
const nameOf = (what: string) => what.replace('.', ': ')

function* met(evidence: Evidence): Generator<string> {
  const status = new Map<string, string>()
  for (const each of happenings(evidence, 'wire.created', 'wire.moved', 'wire.rejected', 'wire.reversed')) {
    const to = each.what === 'wire.reversed' ? 'reversed' : each.what === 'wire.rejected' ? 'Rejected' : each.status
    const from = status.get(each.paymentId)
    if (from !== undefined) yield `wire: ${from} → ${to}`
    if (to !== 'reversed') status.set(each.paymentId, to)
  }
  for (const { status } of happenings(evidence, 'account.changed')) yield `account: ${status}`
  for (const { what } of happenings(evidence, ...namesOf(records))) yield nameOf(what)
}

export const stepsOfRecords: Axis = {
  title: 'Steps of payments, accounts, restrictions, holds and registrations',
  section: '§3',
  rows: () => [...wireRows(), ...accountRows(), ...recordRows()],
  met,
}

export const loans: Axis = {
  title: 'Loans, by status',
  section: '§2.10',
  rows: () =>
    namesOf(loanStatuses).map((status) => ({ name: status, line: `bank.loans.add({ Status: '${status}' })` })),
  met: (evidence) => [...happenings(evidence, 'loan.added', 'loan.moved')].map(({ status }) => status),
}
