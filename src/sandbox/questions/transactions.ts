/** What a book transfer does: the smallest amount goes to a subledger of this run, and back. (§2.8, §2.9) */
import { type Fields, idIn, textIn } from '../service/fields.ts'
import { type Creation, make, markOf, remove, track, untrack } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import {
  agrees,
  agreesIf,
  differs,
  hidden,
  type OfPart,
  type Questions,
  story,
  unknown,
  type VerdictOn,
} from './question.ts'
import { ownSubledger } from './subledgers.ts'

const PAID = 'the account can pay one minor unit'

const bookTransfer = story(
  {
    'transactions.transfer': '',
    'transactions.transferRecord': PAID,
    'transactions.internalRail': PAID,
    'transactions.lookup': PAID,
    'transactions.record': PAID,
    'accounts.types': PAID,
  },
  {
    how: 'transfers one minor unit from the account to a subledger and back, once under a restriction that blocks it',
    scope: 'money',
    needs: ['accountNumber'],
    async *tell(service) {
      const own = await ownSubledger(service)
      if (own === undefined) return
      const there = await transferTo(service, own)
      const { status, id } = there
      if (!there.isDone) return yield { 'transactions.transfer': unknown(`a transfer was answered ${status}`) }
      let isBack = !isPosted(there)
      try {
        yield { 'transactions.transfer': agrees(`a transfer with each of the fields was answered ${status}`) }
        yield { 'transactions.transferRecord': transferRecord(there, service.accountNumber) }
        const rail = textIn(there.body, 'rail')
        yield { 'transactions.internalRail': agreesIf(rail === 'Internal', `rail is ${rail}`) }
        yield { 'transactions.lookup': await lookup(service, id) }
        if (isBack) return
        const blocked = await underRestriction(service, own, { otherAccountType: 'Deposit' })
        if (blocked === undefined) return
        if (!isPosted(blocked)) return yield await blockedTransfer(service, blocked)
        isBack = true
        yield { 'accounts.types': await nothingBlocked(service, own) }
      } finally {
        if (!isBack) await transferBack(service, own)
      }
    },
  },
)

export const transactions: Questions<OfPart<'transactions'>> = {
  ...bookTransfer,
  'transactions.reversal': hidden('no call of the API reverses a transaction'),
}

export const accountTypes = bookTransfer['accounts.types']

export const isPosted = ({ body }: Creation): boolean => textIn(body, 'status') === 'Posted'

function transferRecord({ body, record = {} }: Creation, debited: string): VerdictOn<'transactions.transferRecord'> {
  const isOfDebit = textIn(body, 'accountNumber') === debited && textIn(body, 'transactionType') === 'Debit'
  const isRelated = record['status'] === 'Posted' ? typeof record['relatedTransactionId'] === 'string' : true
  return agreesIf(
    isOfDebit && isRelated,
    `the answer is the transaction on the ${isOfDebit ? 'debit' : 'other'} account, ${isRelated ? 'with' : 'without'} the related one`,
  )
}

async function lookup(service: Service, id: string | undefined): Promise<VerdictOn<'transactions.lookup'>> {
  if (id === undefined) return unknown('the answer to a transfer has no id')
  const found = await service.ask('getTransaction', { parameters: { id } })
  return agreesIf(found.isDone && idIn(found.body) === id, `GET of the transaction was answered ${found.status}`)
}

/** A transfer that a restriction on deposit accounts blocked. */
async function blockedTransfer(service: Service, { status, id, body }: Creation) {
  const [outcome, code] = [textIn(body, 'status'), textIn(body, 'postingCode')]
  const seen = `a transfer that was blocked was answered ${status}, ${outcome} ${code}`
  const types = code === 'RES' ? agrees(`${seen}, by a restriction on Deposit accounts`) : undefined
  if (id === undefined) return { 'accounts.types': types, 'transactions.record': unknown(`${seen}, without an id`) }
  const found = await service.ask('getTransaction', { parameters: { id } })
  const isKept = outcome === 'Rejected' && code !== undefined && found.isDone
  const record = isKept ? agrees(`${seen}, and is kept so`) : differs(`${seen}; read again ${found.status}`)
  return { 'accounts.types': types, 'transactions.record': record }
}

/** What comes of a transfer back, while a restriction of the subledger is there; undefined where none can be placed. */
async function underRestriction(service: Service, own: string, more: Fields): Promise<Creation | undefined> {
  const body = { appliesTo: 'SubAccounts', subAccountNumber: own, reason: markOf(service), ...more }
  const { id } = await make(service, 'restriction', body)
  if (id === undefined) return undefined
  const answer = await transferBack(service, own)
  await remove(service, 'restriction', id)
  return answer
}

/** Nothing follows from a restriction that blocks nothing, unless one that names no type of account does. */
async function nothingBlocked(service: Service, own: string): Promise<VerdictOn<'accounts.types'>> {
  const seen = 'a restriction on transfers with Deposit accounts blocked none'
  if (isPosted(await transferTo(service, own))) {
    const plain = await underRestriction(service, own, {})
    if (plain && !isPosted(plain)) await transferBack(service, own)
    if (plain && textIn(plain.body, 'postingCode') === 'RES') return differs(seen)
  }
  return unknown(`${seen}, and one on all transfers was not seen to block any`)
}

/** A transfer that has not come back yet is left behind. */
const TRANSFER = 'transfer of one minor unit'

function transfer(service: Service, from: string, to: string): Promise<Creation> {
  return make(service, 'transfer', {
    debitAccountNumber: from,
    creditAccountNumber: to,
    transactionCode: 'Account Transfer',
    description: markOf(service),
    amount: 1,
    currency: 'usd',
    clientIdentifier: markOf(service).replaceAll(' ', '-'),
  })
}

/** One minor unit from the account to a subledger. */
export async function transferTo(service: Service, own: string): Promise<Creation> {
  const answer = await transfer(service, service.accountNumber, own)
  if (isPosted(answer)) track(service, TRANSFER, answer.id ?? 'unknown id')
  return answer
}

/** And back. */
export async function transferBack(service: Service, own: string): Promise<Creation> {
  const answer = await transfer(service, own, service.accountNumber)
  const there = service.session.left.find(({ kind }) => kind === TRANSFER)
  if (isPosted(answer) && there) untrack(service, there.id)
  return answer
}
