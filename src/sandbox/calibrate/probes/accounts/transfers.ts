/** What a book transfer does: the smallest amount goes to a subledger that calibrate opened, and back. (§2.8, §2.9) */

import type { Service } from '../../../service/service.ts'
import type { Probe, Tell } from '../../probe.ts'
import { type Fields, fieldsOf, idIn, instantIn, textIn } from '../field.ts'
import { type Creation, isKnown, make } from '../making.ts'
import { awaitTold, type Made, tellOfNames } from '../webhooks/made.ts'
import { type Watch, watching } from '../webhooks/watch.ts'
import { place, remove, removingRestrictions } from './restrictions.ts'
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
    run: (service, tell) => removingRestrictions(service, () => tellOfTransfer(service, tell)),
  },
  {
    name: 'what is told of a book transfer',
    scope: 'money',
    needs: ['accountNumber', 'partnerId'],
    how: 'polls for what is told of one minor unit that goes to a subledger and back',
    tells: {
      'events.transactions': `${PAID}; the events of transactions have no registration yet, none is polled, and maxWait is over an hour where none come`,
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
  if (!there.isDone) return tell.unknown('transactions.transfer', `a transfer was answered ${status}`)
  tell.agrees('transactions.transfer', `a transfer with each of the fields was answered ${status}`)
  tellOfRecord(tell, fieldsOf(body), accountNumber)
  const isBack = () => !service.left.some(({ kind }) => kind === TRANSFER)
  try {
    await tellOfLookup(service, tell, there.id)
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
  else tell.differs('transactions.transferRecord', seen)
  const rail = `rail is ${record['rail']}`
  if (record['rail'] === 'Internal') tell.agrees('transactions.internalRail', rail)
  else tell.differs('transactions.internalRail', rail)
}

async function tellOfLookup(service: Service, tell: Tell, id: string | undefined): Promise<void> {
  if (id === undefined) return tell.unknown('transactions.lookup', 'the answer to a transfer has no id')
  const found = await service.ask('getTransaction', { parameters: { id } })
  const seen = `GET of the transaction was answered ${found.status}`
  if (found.isDone && idIn(found.body) === id) tell.agrees('transactions.lookup', seen)
  else tell.differs('transactions.lookup', seen)
}

/** A restriction on transfers with deposit accounts, for this one subledger. */
async function tellOfBlocked(service: Service, tell: Tell, own: string): Promise<void> {
  const blocked = await underRestriction(service, own, { otherAccountType: 'Deposit' })
  if (blocked === undefined) return
  if (isPosted(blocked.body)) return await tellOfNothingBlocked(service, tell, own)
  const { status, id } = blocked
  const [outcome, code] = [textIn(blocked.body, 'status'), textIn(blocked.body, 'postingCode')]
  const seen = `a transfer that was blocked was answered ${status}, ${outcome} ${code}`
  if (code === 'RES') tell.agrees('accounts.types', `${seen}, by a restriction on Deposit accounts`)
  if (id === undefined) return tell.unknown('transactions.record', `${seen}, without an id`)
  const found = await service.ask('getTransaction', { parameters: { id } })
  if (outcome === 'Rejected' && code !== undefined && found.isDone) {
    tell.agrees('transactions.record', `${seen}, and is kept so`)
  } else tell.differs('transactions.record', `${seen}; read again ${found.status}`)
}

/** What comes of a transfer back, while a restriction of the subledger is there; undefined where none can be placed. */
async function underRestriction(service: Service, own: string, more: Fields): Promise<Creation | undefined> {
  const body = { appliesTo: 'SubAccounts', subAccountNumber: own, reason: 'calibrate', ...more }
  const { id } = await place(service, body)
  if (id === undefined) return undefined
  const answer = await transferBack(service, own)
  await remove(service, id)
  return answer
}

/** Nothing follows from a restriction that blocks nothing, unless one that names no type of account does. */
async function tellOfNothingBlocked(service: Service, tell: Tell, own: string): Promise<void> {
  const seen = 'a restriction on transfers with Deposit accounts blocked none'
  const there = await transfer(service, service.accountNumber, own)
  const plain = isPosted(there.body) ? await underRestriction(service, own, {}) : undefined
  if (plain !== undefined && textIn(plain.body, 'postingCode') === 'RES') tell.differs('accounts.types', seen)
  else tell.unknown('accounts.types', `${seen}, and one on all transfers was not seen to block any`)
}

async function tellOfTelling(service: Service, tell: Tell, watch: Watch): Promise<void> {
  const { accountNumber } = service
  const own = await ownSubledger(service)
  if (own === undefined || watch.names.size === 0) return
  const there = await transfer(service, accountNumber, own)
  if (!isPosted(there.body)) {
    return tell.unknown(
      'events.transactions',
      `no money moved: a transfer was answered ${there.status}, ${textIn(there.body, 'postingCode')}`,
    )
  }
  await transferBack(service, own)
  const { id } = there
  if (id === undefined) return tell.unknown('events.transactions', 'the answer to a transfer has no id')
  const at = instantIn(there.body, 'createdAt')
  const made = [...watch.names.keys()].map((name): Made => ({ name, id, at }))
  const stopped = await awaitTold(service, watch, made)
  tellOfNames(tell, 'events.transactions', made)
  if (stopped) throw stopped
  if (made.some(({ event }) => event)) return
  if (await watch.isAlive()) tell.is('events.transactions', 'never', 'nothing came of a transfer, and a ping did')
  else tell.unknown('events.transactions', 'nothing came of a transfer, nor of a ping')
}

/** A subledger that calibrate opened before, or else a new one. */
async function ownSubledger(service: Service): Promise<string | undefined> {
  const there = service.left.find(({ kind, id }) => kind === 'subledger' && isKnown(service, id))
  return there ? there.id : (await openSubledger(service)).id
}

/** What was transferred and is not back yet is left behind. */
const TRANSFER = 'transfer of one minor unit'

async function transfer(service: Service, from: string, to: string): Promise<Creation> {
  const body = {
    debitAccountNumber: from,
    creditAccountNumber: to,
    transactionCode: 'Account Transfer',
    description: 'calibrate',
    amount: 1,
    currency: 'usd',
    clientIdentifier: `calibrate-${Math.round(service.now())}-${service.traffic.exchanges.length}`,
  }
  const answer = await make(service, 'transfer', body)
  if (isPosted(answer.body) && from === service.accountNumber) service.track(TRANSFER, answer.id ?? 'unknown id')
  return answer
}

async function transferBack(service: Service, own: string): Promise<Creation> {
  const answer = await transfer(service, own, service.accountNumber)
  const there = service.left.find(({ kind }) => kind === TRANSFER)
  if (isPosted(answer.body) && there) service.untrack(there.id)
  return answer
}
