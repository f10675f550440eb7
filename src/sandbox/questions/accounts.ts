/** Questions on accounts, subledgers and the pages of lists. They leave a subledger behind, because no call removes one. (§2.9, §4) */

import { luhnDigit } from '../../core/accounts/account-number.ts'
import { SECOND } from '../../core/kernel/time/instant.ts'
import { type Fields, fieldOf, instantIn, textIn } from '../service/fields.ts'
import { Inconclusive } from '../service/inconclusive.ts'
import { type Creation, leftOf, make, markOf } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import { isRefused } from './asking.ts'
import { type SeenExchange, subledgerCalls } from './exchanges.ts'
import { reads } from './fields.ts'
import {
  agrees,
  agreesIf,
  ask,
  differs,
  fits,
  is,
  making,
  oneValue,
  type Part,
  read,
  shownBy,
  story,
} from './question.ts'
import { blockingNothing } from './restrictions.ts'

const LONGEST_TITLE = 255
/** A service usually has many wires, so their list shows the length and the order of pages. */
const after = [making({ how: 'lists wires without a page size', make: (service) => service.ask('listWires') })]

const turning = making({
  how: 'places two restrictions a second apart, and lists them in both directions',
  scope: 'create',
  async make(service) {
    const { accountNumber } = service
    await make(service, 'restriction', blockingNothing(service))
    await service.wait(SECOND)
    await make(service, 'restriction', blockingNothing(service))
    for (const query of [{}, { sortDirection: 'Descending' }]) {
      const list = () => service.all('listRestrictions', { parameters: { accountNumber }, query })
      await service.untilShown(list, ({ length }) => length > 1)
    }
  },
})

const OPENED = 'a subledger can be opened'

export const accounts = {
  'paging.pageSize': read({
    when: 'a page was asked for without pageSize',
    after,
    from: ({ all }) =>
      all.filter((each) => isPage(each) && isSized(each) && !new URL(each.url).searchParams.has('pageSize')),
    judge: (pages) =>
      oneValue(
        'pageSize',
        pages.map(({ body }) => fieldOf(body, 'pageSize')),
      ),
  }),
  'paging.order': read({
    how: 'compares the times at which the records of a page were made, with and without sortDirection Descending',
    when: 'pages in both directions have two records that were made at different times',
    after: [...after, turning],
    from: ({ all }) => all.filter((each) => isPage(each) && each.endpoint !== 'pollEvents'),
    judge(pages) {
      const isTurned = ({ url }: SeenExchange) => /[?&]sortDirection=Descending/i.test(url)
      const usual = stepsIn(pages.filter(({ url }) => !/[?&]sortDirection=/i.test(url)))
      const turned = stepsIn(pages.filter(isTurned))
      if (usual.includes(-1))
        return differs(`${usual.includes(1) ? 'some' : 'all'} records of a page are older than the record before them`)
      if (turned.includes(1)) return differs('sortDirection Descending does not reverse the order')
      if (!usual.includes(1) || !turned.includes(-1)) return undefined
      return agrees('the oldest records come first; with sortDirection Descending, the newest records come first')
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
  'subledgers.implicitListed': ask({
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
  'subledgers.ledgerType': ask({
    how: 'reads ledgerType of the implicit subledger, or else of a listed one',
    when: 'the implicit subledger can be read by the number of the account, or a subledger is listed',
    async of(service) {
      const { record } = await service.ask('getSubledger', { parameters: { accountNumber: service.accountNumber } })
      const type = textIn(record, 'ledgerType') ?? (await listedType(service))
      if (type === undefined) return undefined
      const seen = `ledgerType is ${type}`
      return type === 'Passthrough' || type === 'Direct' ? is(type, seen) : differs(seen)
    },
  }),
  ...story({
    tells: { 'subledgers.titleLength': OPENED, 'subledgers.ledgerTypeOf': OPENED },
    how: 'opens a subledger with a title of 255 characters, and requests one with a title of 256',
    scope: 'create',
    async *tell(service) {
      const longest = await openSubledger(service)
      const { id, status, body } = longest.isDone ? longest : await openSubledger(service, 'calibrate'.length)
      if (id === undefined)
        throw new Inconclusive(`opening a subledger was answered ${status}, or the answer has no accountNumber`)
      const longer = longest.isDone ? await openSubledger(service, LONGEST_TITLE + 1) : undefined
      const first = `a title of ${LONGEST_TITLE} characters was answered ${longest.status}`
      const lengths = `${first}, and one of ${LONGEST_TITLE + 1} characters was answered ${longer?.status}`
      if (longer === undefined) yield { 'subledgers.titleLength': differs(first) }
      else if (longer.isDone) yield { 'subledgers.titleLength': is('ignored', lengths) }
      else if (isRefused(longer)) yield { 'subledgers.titleLength': is('enforced', lengths) }
      const master = await service.read('getSubledger', { accountNumber: service.accountNumber })
      const [own, ofAccount] = [textIn(body, 'ledgerType'), textIn(master, 'ledgerType')]
      const types = `ledgerType is ${own} for the new subledger, and ${ofAccount} for the implicit one`
      yield {
        'subledgers.ledgerTypeOf': shownBy({ ledgerType: own && ofAccount }, () => agreesIf(own === ofAccount, types)),
      }
    },
  }),
} satisfies Part

const subledgersOf = (service: Service): AsyncGenerator<readonly Fields[]> =>
  service.pages('listSubledgers', { query: { masterAccountNumber: service.accountNumber } })

async function listedType(service: Service): Promise<string | undefined> {
  for await (const [first] of subledgersOf(service)) {
    const type = textIn(first, 'ledgerType')
    if (type !== undefined) return type
  }
  return undefined
}

/** Only the published reference has the names of a person. If the service refuses them, opens the subledger without names. */
export async function openSubledger(service: Service, length = LONGEST_TITLE): Promise<Creation> {
  const open = (names: Fields) =>
    make(service, 'subledger', {
      masterAccountNumber: service.accountNumber,
      title: markOf(service).padEnd(length, '.').slice(0, length),
      beneficiary: { referenceId: 'calibrate', ...names },
    })
  const answer = await open({ firstName: 'First', middleName: 'Middle', lastName: 'Last' })
  return isRefused(answer) ? await open({}) : answer
}

/** A subledger that this run has opened already, or else a new one, so that the run leaves few behind. */
export const ownSubledger = async (service: Service): Promise<string | undefined> =>
  leftOf(service, 'subledger') ?? (await openSubledger(service)).id

/** Whether an exchange has a page of the banking API. Answers of the loan service have `results`, too, if a call asks for lower case. */
const isPage = ({ isBanking, isDone, method, body }: SeenExchange): boolean =>
  isBanking && isDone && method === 'GET' && Array.isArray(fieldOf(body, 'results'))

/** Compares each record of a page with the one before: 1 if it was made later, -1 if earlier, 0 if at the same time. */
const stepsIn = (pages: readonly SeenExchange[]): number[] =>
  pages.flatMap(({ records }) => {
    const times = records.map((record) => instantIn(record, 'createdAt') ?? instantIn(record, 'openedAt') ?? Number.NaN)
    return times.slice(1).map((time, index) => Math.sign(time - (times[index] as number)))
  })

const isSized = ({ body }: SeenExchange) => typeof fieldOf(body, 'pageSize') === 'number'

const hasCheckDigit = (number: string): boolean => luhnDigit(number.slice(0, -1)) === Number(number.at(-1))
