/** Questions on accounts, subledgers, and book transfers of the smallest amount to a subledger and back. (§2.9, §4) */
import { luhnDigit } from '../../core/accounts/account-number.ts'
import { type Fields, fieldOf, idIn, textIn } from '../service/fields.ts'
import { Inconclusive } from '../service/inconclusive.ts'
import { type Creation, isOfEarlierRun, make, markOf, track, untrack } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import { isRefused } from './asking.ts'
import { subledgerCalls } from './exchanges.ts'
import { reads } from './fields.ts'
import { agrees, agreesIf, ask, differs, fits, is, making, type Part, read, unknown } from './question.ts'

const LONGEST_TITLE = 255

const subledgersOf = (service: Service): AsyncGenerator<readonly Fields[]> =>
  service.pages('listSubledgers', { query: { masterAccountNumber: service.accountNumber } })

/** Opens a subledger with a title of this length. The title is longer than the 35 characters that the network allows for a name. */
export const openSubledger = (service: Service, length = LONGEST_TITLE): Promise<Creation> =>
  make(service, 'subledger', {
    masterAccountNumber: service.accountNumber,
    title: `${markOf(service)} of-what-is-left-open-by-the-specification`.padEnd(length, '.'),
    beneficiary: { referenceId: 'calibrate' },
  })

/** The subledgers of earlier runs that no question of this run uses yet. */
async function spareSubledgers(service: Service): Promise<Fields[]> {
  const spare: Fields[] = []
  for await (const page of subledgersOf(service)) {
    const isFit = ({ title, status = 'Active' }: Fields) => status === 'Active' && isOfEarlierRun(service, title)
    spare.push(...page.filter(isFit))
  }
  return spare
}

/**
 * A subledger of an earlier run, because no call removes one; if there is none, a new one.
 *
 * @throws {Inconclusive} if opening a subledger is refused
 */
export async function takeSubledger(service: Service): Promise<string> {
  const spare = (await service.once(spareSubledgers)).pop()
  const known = idIn(spare, 'accountNumber')
  if (spare && known) {
    service.session.made.set(known, { kind: 'subledger', body: spare, id: known })
    return known
  }
  const longest = await openSubledger(service)
  const { id, status } = isRefused(longest) ? await openSubledger(service, 0) : longest
  if (id === undefined) throw new Inconclusive(`opening a subledger was answered ${status}, or has no accountNumber`)
  return id
}

/** The subledger to which questions transfer money. */
const ownSubledger = (service: Service): Promise<string> => service.once(takeSubledger)

export const titleOf = ({ session }: Service, number: string): string => String(session.made.get(number)?.body['title'])

const OPENED = 'a subledger can be opened'
const PAID = 'the account can pay one minor unit'

/** The kind of leftover for an amount that has not been transferred back. */
const TRANSFER = 'transfer to a subledger'

function transfer(service: Service, from: string, to: string, amount: number): Promise<Creation> {
  const mark = markOf(service)
  const accounts = { debitAccountNumber: from, creditAccountNumber: to }
  const words = { transactionCode: 'Account Transfer', description: mark, clientIdentifier: mark.replaceAll(' ', '-') }
  return make(service, 'transfer', { ...accounts, ...words, amount, currency: 'usd' })
}

const isPosted = ({ body }: Creation): boolean => textIn(body, 'status') === 'Posted'

/**
 * Transfers the smallest amount that the service accepts (one minor unit, or 100) to a subledger and back.
 *
 * @returns the answer to the first transfer
 * @throws {Inconclusive} if it is refused
 */
export async function transferAndBack(service: Service): Promise<Creation> {
  const { accountNumber: account } = service
  const own = await ownSubledger(service)
  const least = await transfer(service, account, own, 1)
  const [there, amount] = isRefused(least) ? [await transfer(service, account, own, 100), 100] : [least, 1]
  if (!there.isDone) throw new Inconclusive(`a transfer was answered ${there.status}`)
  if (!isPosted(there)) return there
  const id = there.id ?? 'unknown id'
  track(service, TRANSFER, id)
  if (isPosted(await transfer(service, own, account, amount))) untrack(service, id)
  return there
}

const transferring = making({
  how: 'transfers one minor unit (100 if that is refused) from the account to a subledger and back',
  scope: 'money',
  make: (service) => service.once(transferAndBack),
})

const isTransfer = { calls: ['transferFunds'], when: PAID, after: [transferring] } as const

export const accounts = {
  'paging.pageSize': read({
    when: 'a page was asked for without pageSize',
    after: [making({ how: 'lists wires without a page size', make: (service) => service.ask('listWires') })],
    from: ({ all }) =>
      all.filter(({ isBanking, isDone, method, url, body }) => {
        const isPage = isBanking && isDone && method === 'GET' && typeof fieldOf(body, 'pageSize') === 'number'
        return isPage && !new URL(url).searchParams.has('pageSize')
      }),
    judge(pages) {
      const [size, ...others] = new Set(pages.map(({ body }) => fieldOf(body, 'pageSize') as number))
      const seen = `pageSize is ${[size, ...others].join(' or ')}`
      return others.length > 0 || size === undefined ? unknown(seen) : is(size, seen)
    },
  }),
  'accounts.number': reads({
    calls: subledgerCalls,
    when: 'a subledger was opened, read or listed, with the number of its master account',
    where: (record) => textIn(record, 'masterAccountNumber') !== undefined,
    fields: {
      masterAccountNumber: (number) => /^2\d{9}$/.test(String(number)) && hasCheckDigit(String(number)),
    },
  }),
  'subledgers.record': fits('subledger', ...subledgerCalls),
  'subledgers.implicitListed': ask<'subledgers.implicitListed'>({
    how: 'looks for the account in the list of its subledgers',
    when: 'the account has at most 2,000 subledgers, or the implicit one is among the first 2,000',
    async of(service) {
      for await (const records of subledgersOf(service)) {
        const isThere = records.some((each) => each['accountNumber'] === service.accountNumber)
        if (isThere) return is('yes', 'the list has the account itself')
      }
      return is('no', 'no page of the list has the account itself')
    },
  }),
  'subledgers.ledgerType': reads<'subledgers.ledgerType'>({
    calls: ['getSubledger', 'listSubledgers'],
    when: 'the implicit subledger was read by the number of the account, or a subledger was listed',
    after: [
      making({
        how: 'reads the implicit subledger, and lists subledgers',
        async make(service) {
          await service.ask('getSubledger', { parameters: { accountNumber: service.accountNumber } })
          await subledgersOf(service).next()
        },
      }),
    ],
    fields: { ledgerType: { Passthrough: 'Passthrough', Direct: 'Direct' } },
  }),
  'subledgers.titleLength': ask<'subledgers.titleLength'>({
    how: 'opens a subledger with a title of 255 characters, unless an earlier run did, and requests one with a title of 256',
    when: OPENED,
    scope: 'create',
    async of(service) {
      const { length } = titleOf(service, await ownSubledger(service))
      if (length < LONGEST_TITLE) return differs(`a title of ${LONGEST_TITLE} characters was refused`)
      const longer = await openSubledger(service, LONGEST_TITLE + 1)
      const seen = `a title of ${LONGEST_TITLE} characters was accepted, and one of ${LONGEST_TITLE + 1} was answered ${longer.status}`
      if (longer.isDone) return is('ignored', seen)
      return isRefused(longer) ? is('enforced', seen) : unknown(seen)
    },
  }),
  'transactions.transfer': read({
    when: PAID,
    after: [transferring],
    from: (exchanges) => exchanges.done('transferFunds'),
    judge: ([first]) => agrees(`a transfer with all documented fields was answered ${first?.status}`),
  }),
  'transactions.transferRecord': reads<'transactions.transferRecord'>({
    ...isTransfer,
    where: ({ status }) => status === 'Posted',
    fields: { transactionType: /^Debit$/, relatedTransactionId: /./ },
  }),
  'transactions.internalRail': reads<'transactions.internalRail'>({ ...isTransfer, fields: { rail: /^Internal$/ } }),
  'transactions.lookup': ask<'transactions.lookup'>({
    how: 'transfers one minor unit to a subledger and back, and reads the transaction',
    when: PAID,
    scope: 'money',
    async of(service) {
      const { id } = await service.once(transferAndBack)
      const look = () => service.ask('getTransaction', { parameters: { id } })
      const found = await service.untilShown(look, ({ isDone }) => isDone)
      const isIt = found.isDone && idIn(found.body) === id
      return agreesIf(isIt, `GET of the transaction was answered ${found.status}`)
    },
  }),
} satisfies Part

const hasCheckDigit = (number: string): boolean => luhnDigit(number.slice(0, -1)) === Number(number.at(-1))
