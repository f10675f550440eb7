/** Questions on book transfers: the smallest amount goes to a subledger of this run, and back. (§2.8, §2.9) */
import { fieldsOf } from '../../core/kernel/json.ts'
import { type Fields, idIn, textIn } from '../service/fields.ts'
import { Inconclusive } from '../service/inconclusive.ts'
import { type Creation, make, markOf, remove, track, untrack } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import type { Answer } from '../service/traffic.ts'
import { ownSubledger } from './accounts.ts'
import { isDone, isRefused } from './asking.ts'
import { agrees, agreesBut, agreesIf, type Part, shownBy, story, unknown, type VerdictOn } from './question.ts'

const PAID = 'the account can pay one minor unit'

export const transactions = {
  ...story({
    tells: {
      'transactions.transfer': '',
      'transactions.transferRecord': PAID,
      'transactions.internalRail': PAID,
      'transactions.lookup': PAID,
      'transactions.record': PAID,
      'accounts.types': PAID,
    },
    how: 'transfers one minor unit (100 if that is refused) from the account to a subledger, and tries to transfer it back while restrictions block that',
    scope: 'money',
    async *tell(service) {
      const own = await ownSubledger(service)
      if (own === undefined) return
      const there = await transferTo(service, own)
      const { status, id, body } = there
      if (!there.isDone) throw new Inconclusive(`a transfer was answered ${status}`)
      let isBack = !isPosted(there)
      try {
        const { accountNumber, transactionType, relatedTransactionId, rail } = fieldsOf(body)
        const isOfDebit = accountNumber === service.accountNumber && transactionType === 'Debit'
        yield {
          'transactions.transfer': agrees(`a transfer with all documented fields was answered ${status}`),
          'transactions.transferRecord': agreesBut('the answer is the transaction on the debit account', {
            'the answer is not the transaction on the debit account': !isOfDebit,
            'the answer does not name the related transaction':
              isPosted(there) && typeof relatedTransactionId !== 'string',
          }),
          'transactions.internalRail': shownBy({ rail }, () =>
            agreesIf(rail === 'Internal', `rail is ${String(rail)}`),
          ),
        }
        const found = await lookedUp(service, id)
        const lookup = `GET of the transaction was answered ${found.status}`
        yield { 'transactions.lookup': agreesIf(found.isDone && idIn(found.body) === id, lookup) }
        if (isBack) return
        const blocked = await underRestriction(service, own, there.amount, {})
        if (blocked === undefined) return
        isBack = isPosted(blocked)
        if (isBack)
          return yield { 'accounts.types': unknown('a restriction on all transfers did not block a transfer') }
        yield { 'transactions.record': await kept(service, blocked, found) }
        const typed = await underRestriction(service, own, there.amount, { otherAccountType: 'Deposit' })
        isBack = typed !== undefined && isPosted(typed)
        const isShown = typed !== undefined && codeOf(blocked) === 'RES' && (isBack || codeOf(typed) === 'RES')
        const types = `a transfer was blocked by a restriction without otherAccountType, and ${isBack ? 'not ' : ''}by one with otherAccountType Deposit`
        yield { 'accounts.types': isShown ? agreesIf(!isBack, types) : undefined }
      } finally {
        if (!isBack) await transferBack(service, own, there.amount)
      }
    },
  }),
} satisfies Part

export const isPosted = ({ body }: Creation): boolean => textIn(body, 'status') === 'Posted'

const codeOf = ({ body }: Creation) => textIn(body, 'postingCode')

const lookedUp = (service: Service, id: string | undefined): Promise<Answer> =>
  service.untilShown(() => service.ask('getTransaction', { parameters: { id } }), isDone)

/** Whether a blocked transfer can be read as Rejected. @param posted - the lookup of a transfer that was posted */
async function kept(service: Service, transfer: Creation, posted: Answer): Promise<VerdictOn<'transactions.record'>> {
  const { status, id, body } = transfer
  const found = await lookedUp(service, id)
  const [outcome, code] = [textIn(body, 'status'), codeOf(transfer)]
  const seen = `a blocked transfer was answered ${status}, with status ${outcome} and postingCode ${code}; reading it was answered ${found.status}`
  if (!found.isDone && !posted.isDone) return unknown(`${seen}, and reading a posted one was answered ${posted.status}`)
  return agreesIf(outcome === 'Rejected' && code !== undefined && found.isDone, seen)
}

/** Transfers back while there is a restriction on the subledger; undefined if it cannot be placed. */
async function underRestriction(
  service: Service,
  own: string,
  amount: number,
  more: Fields,
): Promise<Creation | undefined> {
  const body = { appliesTo: 'SubAccounts', subAccountNumber: own, reason: markOf(service), ...more }
  const { id } = await make(service, 'restriction', body)
  if (id === undefined) return undefined
  const answer = await transferBack(service, own, amount)
  await remove(service, 'restriction', id)
  return answer
}

/** The kind of leftover for an amount that has not been transferred back. */
const TRANSFER = 'transfer to a subledger'

function transfer(service: Service, from: string, to: string, amount: number): Promise<Creation> {
  const mark = markOf(service)
  const accounts = { debitAccountNumber: from, creditAccountNumber: to }
  const words = { transactionCode: 'Account Transfer', description: mark, clientIdentifier: mark.replaceAll(' ', '-') }
  return make(service, 'transfer', { ...accounts, ...words, amount, currency: 'usd' })
}

/** The amounts of transfers, in minor units. A service may refuse a transfer of one cent. */
const AMOUNTS = [1, 100] as const

/** Makes a transfer from the account, of the smallest amount that the service accepts. */
export async function transferTo(service: Service, own: string): Promise<Creation & { readonly amount: number }> {
  const [least, more] = AMOUNTS
  const first = await transfer(service, service.accountNumber, own, least)
  const answer = isRefused(first)
    ? { ...(await transfer(service, service.accountNumber, own, more)), amount: more }
    : { ...first, amount: least }
  if (isPosted(answer)) track(service, TRANSFER, answer.id ?? 'unknown id')
  return answer
}

export async function transferBack(service: Service, own: string, amount: number): Promise<Creation> {
  const answer = await transfer(service, own, service.accountNumber, amount)
  const there = service.session.left.find(({ kind }) => kind === TRANSFER)
  if (isPosted(answer) && there) untrack(service, there.id)
  return answer
}
