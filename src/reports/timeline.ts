/**
 * The timeline: the story of a bank as text that a person reads. Virtual times in the bank's zone; one line, one fact; a lane
 * each for requests, payments, money and pushes.
 */
import type { Happening } from '../core/happening.ts'
import { formatMoney } from '../core/kernel/money.ts'
import type { KeptExchange } from '../shell/exchange.ts'
import type { JournalEntry, State } from '../shell/shell.ts'

/** How the timeline is told. */
export interface TimelineOptions {
  /** `text` for people, the default; or `mermaid`: a sequence diagram, as Markdown renders it. */
  as?: 'text' | 'mermaid' | undefined
  /** Only the last so many facts; by default all. */
  last?: number | undefined
}

/** Where a fact belongs: what came over HTTP, what became of payments, of money, of pushes; and the bank's other books. */
export type Lane = 'request' | 'payment' | 'money' | 'push' | 'bank'

/** One fact of the story. */
export interface Fact {
  readonly at: string
  readonly lane: Lane
  /** Whether something was refused or failed. */
  readonly isRefusal: boolean
  readonly text: string
}

/** Everything that happened, in order. */
export function factsOf({ journal, requests }: State): Fact[] {
  const facts: Fact[] = []
  const exchanges = [...requests]
  let next = 0
  for (let index = 0; index <= journal.size; index++) {
    // A request comes before the entries that it made.
    for (; (exchanges[next]?.journalSize ?? Number.POSITIVE_INFINITY) <= index; next++) {
      facts.push(factOfExchange(exchanges[next] as KeptExchange))
    }
    const entry = journal.get(index)
    if (entry) facts.push(...factsOfEntry(entry))
  }
  return facts
}

/** The story as lines with the time, the lane and the fact. */
export function timelineOf(state: State, last = Number.POSITIVE_INFINITY): string {
  const facts = factsOf(state)
  return render(facts.slice(Math.max(0, facts.length - last)))
}

function factOfExchange({ at, method, url, status, answer, isDeprecated }: KeptExchange): Fact {
  const { pathname, search } = new URL(url)
  const problem = status >= 400 ? `  ${answer}` : ''
  const warning = isDeprecated ? '  deprecated' : ''
  const text = `${method} ${shortened(pathname)}${search}  ${status === 0 ? 'no answer' : status}${warning}${problem}`
  return { at, lane: 'request', isRefusal: status >= 400, text }
}

function factsOfEntry({ at, operation, outcome, happenings }: JournalEntry): Fact[] {
  if (outcome === 'repeated') {
    const text = `${operation} was asked before: the same answer, nothing moves`
    return [{ at, lane: laneOf(operation), isRefusal: false, text }]
  }
  if (outcome !== 'done') {
    return [{ at, lane: laneOf(operation), isRefusal: true, text: `${operation} refused: ${outcome}` }]
  }
  return happenings.map((happening) => {
    const { at, what } = happening
    return { at, lane: laneOf(what), isRefusal: /\.(rejected|refused|failed)$/.test(what), text: textOf(happening) }
  })
}

/** The lane of a happening or an operation, by the first word of its name. */
function laneOf(name: string): Lane {
  return lanes[name.split('.')[0] as string] ?? 'bank'
}

const lanes: Readonly<Record<string, Lane>> = {
  wire: 'payment',
  wires: 'payment',
  batch: 'payment',
  transaction: 'money',
  transactions: 'money',
  money: 'money',
  event: 'push',
  push: 'push',
  pushes: 'push',
}

function textOf(happening: Happening): string {
  switch (happening.what) {
    case 'token.issued':
      return `token issued for ${happening.audience}, valid until ${happening.expiresAt}`
    case 'token.revoked':
      return 'token revoked'
    case 'subledger.renamed':
      return `subledger ${happening.accountNumber} renamed ${happening.title}`
    case 'partner.added':
      return `partner ${happening.name} added`
    case 'policy.changed':
      return `policy of product ${short(happening.productId)} ${happening.allowed === null ? 'allows everything' : `has ${happening.allowed} ${happening.allowed === 1 ? 'entry' : 'entries'}`}`
    case 'account.opened':
      return `account ${happening.accountNumber} opened for ${happening.title} with ${formatMoney(happening.amount)}`
    case 'account.changed':
      return `account ${happening.accountNumber} is ${happening.status}`
    case 'subledger.opened':
      return `subledger ${happening.accountNumber} opened under ${happening.masterAccountNumber} for ${happening.title}`
    case 'restriction.placed':
    case 'restriction.changed':
    case 'restriction.removed':
      return `restriction ${short(happening.restrictionId)} "${happening.reason}" on ${happening.accountNumber} ${happening.what.slice('restriction.'.length)}`
    case 'hold.placed':
    case 'hold.released':
      return `hold ${short(happening.holdId)} "${happening.reason}" of ${formatMoney(happening.amount)} on ${happening.accountNumber} ${happening.what.slice('hold.'.length)}`
    case 'transaction.posted':
      return `${happening.transactionCode} posted  ${formatMoney(happening.amount)} on ${happening.accountNumber}`
    case 'transaction.refused':
      return `${happening.transactionCode} Rejected ${happening.postingCode}  ${formatMoney(happening.amount)} on ${happening.accountNumber}: ${happening.reason}`
    case 'webhook.registered':
    case 'webhook.changed':
    case 'webhook.removed':
      return `webhook for ${happening.eventName} to ${happening.callbackUrl} ${happening.what.slice('webhook.'.length)}`
    case 'wire.created':
    case 'wire.moved':
      return `wire ${short(happening.paymentId)} ${happening.status}  ${happening.direction.toLowerCase()} ${formatMoney(happening.amount)} ${happening.direction === 'Outbound' ? 'from' : 'to'} ${happening.accountNumber}`
    case 'wire.rejected':
      return `wire ${short(happening.paymentId)} Rejected ${happening.postingCode}  ${formatMoney(happening.amount)}: ${happening.reason}`
    case 'wire.reversed':
      return `wire ${short(happening.paymentId)} reversed  ${formatMoney(happening.amount)}`
    case 'batch.released':
      return `batch ${short(happening.batchId)} released: ${happening.wires} ${happening.wires === 1 ? 'wire' : 'wires'}, ${formatMoney(happening.amount)}`
    case 'money.reserved':
    case 'money.released':
    case 'money.posted':
      return `${formatMoney(happening.amount)} ${happening.what.slice('money.'.length)} on ${happening.accountNumber}`
    case 'event.emitted':
      return `event ${happening.eventName} for ${happening.resources.map(shortened).join(', ') || 'nothing'}`
    case 'fault.injected':
    case 'fault.struck':
      return `fault ${happening.fault} ${happening.what.slice('fault.'.length)}`
    case 'webhook.suspended':
      return `webhook for ${happening.eventName} to ${happening.callbackUrl} suspended`
    case 'push.failed':
      return `${pushOf(happening)} failed, attempt ${happening.attempt}: ${happening.reason}`
    case 'push.captured':
    case 'push.delivered': {
      const attempt = happening.attempt === 1 ? '' : `, attempt ${happening.attempt}`
      return `${pushOf(happening)} ${happening.what.slice('push.'.length)}${attempt}`
    }
    case 'push.received':
      return `${happening.eventName} to ${happening.callbackUrl} received`
    case 'loan.added':
    case 'loan.changed':
      return `loan ${short(happening.loanId)} ${happening.what.slice('loan.'.length)}, ${happening.status}`
    case 'loan.moved':
      return `loan ${short(happening.loanId)} ${happening.status}`
    case 'loan.railUpdated':
      return `rail ${short(happening.railId)} of loan ${short(happening.loanId)} updated, ${happening.fundResult}`
    case 'loan.fundingAttempted':
      return `loan ${short(happening.loanId)} funding attempt complete, ${happening.fundResult}`
  }
}

/** Days as headings, the time of a line only where it changes. */
function render(facts: readonly Fact[]): string {
  const text: string[] = []
  let [day, time] = ['', '']
  for (const { at, lane, isRefusal, text: fact } of facts) {
    if (at.slice(0, 10) !== day) {
      day = at.slice(0, 10)
      time = ''
      text.push(`${text.length === 0 ? '' : '\n'}${weekday(day)} ${day}`)
    }
    const isNew = at.slice(11, 19) !== time
    time = at.slice(11, 19)
    text.push(`${isNew ? time : ' '.repeat(8)}  ${lane.padEnd(7)} ${isRefusal ? '✗' : '│'} ${fact}`)
  }
  return text.join('\n')
}

/** The name of a day. */
export function weekday(day: string): string {
  const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
  return names[new Date(`${day}T00:00:00Z`).getUTCDay()] as string
}

/** A push by its event, what that is about, and where it goes. */
function pushOf(push: { eventName: string; resources: readonly string[]; callbackUrl: string }): string {
  const about = push.resources.length === 0 ? '' : ` for ${push.resources.map(shortened).join(', ')}`
  return `${push.eventName}${about} to ${push.callbackUrl}`
}

/** A path whose ids are shortened. */
function shortened(path: string): string {
  return path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, short)
}

/** The first group of a UUID: enough to tell payments of one test apart. */
function short(id: string): string {
  return id.slice(0, 8)
}
