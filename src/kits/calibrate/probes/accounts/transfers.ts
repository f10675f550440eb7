/** What a book transfer does: the smallest amount goes to a subledger that calibrate opened, and back. (§2.8, §2.9) */
import type { Probe, Tell } from '../../probe.ts'
import type { Service } from '../../service.ts'
import type { Answer } from '../../traffic.ts'
import { type Fields, fieldsOf, instantIn, textIn } from '../field.ts'
import { awaitTold, type Made, tellOfNames } from '../webhooks/made.ts'
import { type Watch, watching } from '../webhooks/watch.ts'
import { place, remove, withoutRestrictions } from './restrictions.ts'
import { openSubledger } from './subledgers.ts'

const COMPLETED = 'Core.Transaction.Completed'
const POSTED = 'Core.Activity.Posted'

const PAID = 'the account can pay one minor unit'

export const transferProbes: readonly Probe[] = [
  {
    name: 'a book transfer',
    scope: 'money',
    needs: ['accountNumber'],
    how: 'transfers one minor unit from the account to a subledger and back, once under a restriction that blocks it',
    tells: {
      'transactions.transfer': '',
      'transactions.transferRecord': PAID,
      'transactions.internalRail': PAID,
      'transactions.lookup': PAID,
      'transactions.record': PAID,
      'accounts.types': PAID,
    },
    run: (service, tell) => withoutRestrictions(service, () => tellOfTransfer(service, tell)),
  },
  {
    name: 'what is told of a book transfer',
    scope: 'money',
    needs: ['accountNumber', 'partnerId'],
    how: 'polls for what is told of one minor unit that goes to a subledger and back',
    tells: {
      'events.transactions': `${PAID}; nobody has registered for the events of transactions, none is polled, and the patience is over an hour where none come`,
    },
    run: (service, tell) =>
      watching(service, { [COMPLETED]: 'Basic', [POSTED]: 'Basic' }, (watch) => tellOfTelling(service, tell, watch)),
  },
]

async function tellOfTransfer(service: Service, tell: Tell): Promise<void> {
  const { accountNumber } = service
  const own = await ownSubledger(service)
  if (own === undefined) return
  const there = await transfer(service, accountNumber, own)
  const { status, body } = there
  if (!there.isDone) return tell.untold('transactions.transfer', `a transfer was answered ${status}`)
  tell.agrees('transactions.transfer', `a transfer with each of the fields was answered ${status}`)
  tellOfRecord(tell, fieldsOf(body), accountNumber)
  const isBack = () => !service.left.some(({ kind }) => kind === TRANSFER)
  try {
    await tellOfLookup(service, tell, fieldsOf(body))
    if (!isBack()) await tellOfBlocked(service, tell, own)
  } finally {
    if (!isBack()) await transferBack(service, own)
  }
}

const isPosted = (body: unknown): boolean => textIn(body, 'status') === 'Posted'

function tellOfRecord(tell: Tell, record: Fields, debited: string): void {
  const isOfDebit = record['accountNumber'] === debited && record['transactionType'] === 'Debit'
  const related = isPosted(record) ? typeof record['relatedTransactionId'] === 'string' : true
  const seen = `the answer is the transaction on the ${isOfDebit ? 'debit' : 'other'} account, ${related ? 'with' : 'without'} the related one`
  if (isOfDebit && related) tell.agrees('transactions.transferRecord', seen)
  else tell.isOther('transactions.transferRecord', seen)
  const rail = `rail is ${record['rail']}`
  if (record['rail'] === 'Internal') tell.agrees('transactions.internalRail', rail)
  else tell.isOther('transactions.internalRail', rail)
}

async function tellOfLookup(service: Service, tell: Tell, { id }: Fields): Promise<void> {
  const found = await service.ask('getTransaction', { parameters: { id: String(id) } })
  const seen = `GET of the transaction was answered ${found.status}`
  if (found.isDone && textIn(found.body, 'id') === id) tell.agrees('transactions.lookup', seen)
  else tell.isOther('transactions.lookup', seen)
}

/** A restriction on transfers with deposit accounts, for this one subledger. */
async function tellOfBlocked(service: Service, tell: Tell, own: string): Promise<void> {
  const { body } = await place(service, {
    appliesTo: 'SubAccounts',
    subAccountNumber: own,
    otherAccountType: 'Deposit',
    reason: 'calibrate',
  })
  const id = textIn(body, 'id')
  if (id === undefined) return
  const blocked = await transferBack(service, own)
  await remove(service, id)
  if (isPosted(blocked.body)) {
    return tell.isOther('accounts.types', 'a restriction on transfers with Deposit accounts blocked none')
  }
  const { status } = blocked
  const [outcome, code] = [textIn(blocked.body, 'status'), textIn(blocked.body, 'postingCode')]
  const seen = `a transfer that was blocked was answered ${status}, ${outcome} ${code}`
  if (code === 'RES') tell.agrees('accounts.types', `${seen}, by a restriction on Deposit accounts`)
  const found = await service.ask('getTransaction', { parameters: { id: textIn(blocked.body, 'id') ?? '' } })
  if (outcome === 'Rejected' && code !== undefined && found.isDone) {
    tell.agrees('transactions.record', `${seen}, and is kept so`)
  } else tell.isOther('transactions.record', `${seen}; read again ${found.status}`)
}

async function tellOfTelling(service: Service, tell: Tell, watch: Watch): Promise<void> {
  const { accountNumber } = service
  const own = await ownSubledger(service)
  if (own === undefined || watch.names.size === 0) return
  const there = await transfer(service, accountNumber, own)
  if (!isPosted(there.body)) {
    return tell.untold(
      'events.transactions',
      `no money moved: a transfer was answered ${there.status}, ${textIn(there.body, 'postingCode')}`,
    )
  }
  await transferBack(service, own)
  const [id = '', at] = [textIn(there.body, 'id'), instantIn(there.body, 'createdAt')]
  const made = [...watch.names.keys()].map((name): Made => ({ name, id, at }))
  const stopped = await awaitTold(service, watch, made)
  tellOfNames(tell, 'events.transactions', made)
  if (stopped) throw stopped
  if (made.some(({ event }) => event)) return
  if (await watch.isAlive()) tell.is('events.transactions', 'never', 'nothing came of a transfer, and a ping did')
  else tell.untold('events.transactions', 'nothing came of a transfer, nor of a ping')
}

/** A subledger that calibrate opened before, or else a new one. */
async function ownSubledger(service: Service): Promise<string | undefined> {
  const there = service.left.find(({ kind }) => kind === 'subledger')
  return there ? there.id : textIn((await openSubledger(service)).body, 'accountNumber')
}

/** What was transferred and is not back yet is left behind. */
const TRANSFER = 'transfer of one minor unit'

async function transfer(service: Service, from: string, to: string): Promise<Answer> {
  const body = {
    debitAccountNumber: from,
    creditAccountNumber: to,
    transactionCode: 'Account Transfer',
    description: 'calibrate',
    amount: 1,
    currency: 'usd',
    clientIdentifier: `calibrate-${Math.round(service.now())}-${service.traffic.exchanges.length}`,
  }
  const answer = await service.ask('transferFunds', { body })
  if (isPosted(answer.body) && from === service.accountNumber) service.leaves(TRANSFER, textIn(answer.body, 'id') ?? '')
  return answer
}

async function transferBack(service: Service, own: string): Promise<Answer> {
  const answer = await transfer(service, own, service.accountNumber)
  const there = service.left.find(({ kind }) => kind === TRANSFER)
  if (isPosted(answer.body) && there) service.gone(there.id)
  return answer
}
