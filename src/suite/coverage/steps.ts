/** Coverage of records: the steps of wires and loans from status to status, and the changes of other records. (§3) */
import { accountStatuses } from '../../core/accounts/account-status.ts'
import { namesOf } from '../../core/kernel/names.ts'
import { loanStatuses } from '../../core/loans/loan-status.ts'
import { type WireStatus, type WireStep, wireStatuses } from '../../core/wires/wire-status.ts'
import { type Axis, type Evidence, happenings, type Rows } from './axis.ts'
import { account, days, lineOf, minute, opened, pay, receive, registered, restricted } from './statements.ts'

const leadsTo: { readonly [Step in WireStep]: readonly (WireStatus | 'reversed')[] } = {
  review: ['Pending', 'Hold', 'Rejected'],
  hold: ['Hold'],
  approve: ['Pending'],
  release: ['Completed'],
  reject: ['Rejected'],
  cancel: ['Canceled'],
  reverse: ['reversed'],
}

/** For each status, the expression that makes a wire, and the statements that bring the wire to this status. */
const wireIn = {
  Created: [pay],
  Hold: [`bank.desk.hold(${pay}.id)`],
  Pending: [pay, minute],
  Completed: [pay, days],
} satisfies { readonly [Status in WireStatus]?: readonly [wire: string, ...then: string[]] }

const steps: { readonly [Step in WireStep]: string } = {
  review: minute,
  hold: 'bank.desk.hold(id)',
  approve: 'bank.desk.approve(id)',
  release: days,
  reject: 'bank.desk.reject(id)',
  cancel: 'bank.wires.cancel(id)',
  reverse: 'bank.desk.reverse(id)',
}

/** The outcomes of a review that occur only if the test asks for them. */
const asked: { readonly [To in string]?: string } = {
  Hold: `bank.wires.expect().toEnd('Hold')`,
  Rejected: `bank.wires.expect().toEnd('Rejected')`,
}

function wireRows(): Rows {
  const rows: Record<string, string> = {}
  for (const from of namesOf(wireIn))
    for (const step of wireStatuses[from].may)
      for (const to of leadsTo[step]) {
        const name = `wire: ${from} → ${to}`
        if (from === to || name in rows) continue
        const outcome = step === 'review' ? (asked[to] ?? []) : []
        const [wire, ...then] = wireIn[from]
        const named = steps[step].includes('(id)') ? `const { id } = ${wire}` : wire
        rows[name] = lineOf(...[outcome].flat(), named, ...then, steps[step])
      }
  return { ...rows, 'wire: Hold → Completed': lineOf(receive, minute, minute) }
}

const hold = `bank.holds.place({ accountNumber: ${account}, amount: 500 })`

const records = {
  'subledger: opened': opened,
  'subledger: renamed': `bank.subledgers.rename(${opened}.accountNumber, 'Customer 18')`,
  'restriction: placed': restricted,
  'restriction: changed': `bank.restrictions.update(${restricted}.id, { notes: 'until May' })`,
  'restriction: removed': `bank.restrictions.remove(${restricted}.id)`,
  'hold: placed': hold,
  'hold: changed': `bank.holds.update(${hold}.id, { amount: 600 })`,
  'hold: released': `bank.holds.release(${hold}.id)`,
  'policy: changed': `bank.desk.policies.set(bank.partner.productId, [])`,
  'webhook: registered': registered,
  'webhook: changed': `bank.webhooks.update(${registered}.id, { callbackUrl: 'https://partner.example/wires' })`,
  'webhook: removed': `bank.webhooks.remove(${registered}.id)`,
  'token: revoked': 'bank.tokens.revoke(bank.tokens.issue().access_token)',
  'partner: added': `bank.partners.add({ name: 'Second Partner' })`,
} as const

function accountRows(): Rows {
  const statuses = namesOf(accountStatuses).filter((status) => status !== 'Active')
  return Object.fromEntries(
    statuses.map((status) => [`account: ${status}`, `bank.accounts.setStatus(${account}, '${status}')`]),
  )
}

function* met(evidence: Evidence): Generator<string> {
  const status = new Map<string, string>()
  for (const each of happenings(evidence, 'wire.created', 'wire.moved', 'wire.rejected', 'wire.reversed')) {
    const to = each.what === 'wire.reversed' ? 'reversed' : each.what === 'wire.rejected' ? 'Rejected' : each.status
    const from = status.get(each.paymentId)
    if (from !== undefined) yield `wire: ${from} → ${to}`
    if (to !== 'reversed') status.set(each.paymentId, to)
  }
  for (const { status } of happenings(evidence, 'account.changed')) yield `account: ${status}`
  for (const { happenings } of evidence.entries)
    for (const { what } of happenings) {
      const name = what.replace('.', ': ')
      if (name in records) yield name
    }
}

export const stepsOfRecords: Axis = {
  title: 'Steps of payments, accounts, restrictions, holds and registrations',
  section: '§3',
  rows: () => ({ ...wireRows(), ...accountRows(), ...records }),
  met,
}

export const loans: Axis = {
  title: 'Loans, by status',
  section: '§2.10',
  rows: () =>
    Object.fromEntries(namesOf(loanStatuses).map((status) => [status, `bank.loans.add({ Status: '${status}' })`])),
  met: (evidence) => [...happenings(evidence, 'loan.added', 'loan.moved')].map(({ status }) => status),
}
