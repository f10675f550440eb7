/** The timeline: the story of a bank as text that a person reads. Virtual times in the bank's zone; one line, one fact. */
import type { Happening } from './core/happening.ts'
import { formatMoney } from './core/money.ts'
import type { HttpExchange } from './http/exchange.ts'
import type { JournalEntry, State } from './shell.ts'

/** The story of everything that happened, in order. */
export function timelineOf({ journal, requests }: State): string {
  const lines: Line[] = []
  const exchanges = [...requests]
  let next = 0
  for (let index = 0; index <= journal.size; index++) {
    // A request comes before the entries that it made.
    for (; (exchanges[next]?.journalSize ?? Number.POSITIVE_INFINITY) <= index; next++) {
      lines.push(lineOfExchange(exchanges[next] as HttpExchange))
    }
    const entry = journal.get(index)
    if (entry) lines.push(...linesOfEntry(entry))
  }
  return render(lines)
}

interface Line {
  readonly at: string
  /** Who: `→` a request, `·` the bank's books, `⇢` a push, `⏱` the clock. */
  readonly sign: '→' | '·' | '⇢' | '⏱' | '✗'
  readonly text: string
}

function lineOfExchange({ at, method, url, status, answer, isDeprecated }: HttpExchange): Line {
  const { pathname, search } = new URL(url)
  const path = pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, short)
  const problem = status >= 400 ? `  ${JSON.stringify(answer)}` : ''
  const warning = isDeprecated ? '  deprecated' : ''
  return { at, sign: '→', text: `${method} ${path}${search}  ${status}${warning}${problem}` }
}

function linesOfEntry(entry: JournalEntry): Line[] {
  if (entry.outcome === 'repeated')
    return [{ at: entry.at, sign: '·', text: `${entry.operation} was asked before: the same answer, nothing moves` }]
  if (entry.outcome !== 'done')
    return [{ at: entry.at, sign: '✗', text: `${entry.operation} refused: ${entry.outcome}` }]
  return entry.happenings.map((happening) => ({ at: happening.at, sign: signOf(happening), text: textOf(happening) }))
}

function signOf({ what }: Happening): Line['sign'] {
  if (what === 'batch.released') return '⏱'
  return what.startsWith('push.') ? '⇢' : '·'
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
      return `money ${happening.what.slice('money.'.length)}  ${formatMoney(happening.amount)} on ${happening.accountNumber}`
    case 'event.emitted':
      return `event ${happening.eventName} for ${happening.resources.map((path) => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, short)).join(', ') || 'nothing'}`
    case 'fault.injected':
    case 'fault.struck':
      return `fault ${happening.fault} ${happening.what.slice('fault.'.length)}`
    case 'webhook.suspended':
      return `webhook for ${happening.eventName} to ${happening.callbackUrl} suspended`
    case 'push.failed':
      return `push ${happening.eventName} to ${happening.callbackUrl} failed, attempt ${happening.attempt}: ${happening.reason}`
    case 'push.captured':
    case 'push.delivered':
    case 'push.received':
      return `push ${happening.eventName} to ${happening.callbackUrl} ${happening.what.slice('push.'.length)}`
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
function render(lines: readonly Line[]): string {
  const text: string[] = []
  let [day, time] = ['', '']
  for (const { at, sign, text: fact } of lines) {
    if (at.slice(0, 10) !== day) {
      day = at.slice(0, 10)
      time = ''
      text.push(`${text.length === 0 ? '' : '\n'}${weekday(day)} ${day}`)
    }
    const isNew = at.slice(11, 19) !== time
    time = at.slice(11, 19)
    text.push(`${isNew ? time : ' '.repeat(8)} ${sign} ${fact}`)
  }
  return text.join('\n')
}

function weekday(day: string): string {
  const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
  return names[new Date(`${day}T00:00:00Z`).getUTCDay()] as string
}

/** The first group of a UUID: enough to tell payments of one test apart. */
function short(id: string): string {
  return id.slice(0, 8)
}
