/** Questions on accounts, subledgers and the pages of lists. They leave a subledger behind, because no call removes one. (§2.9, §4) */

import { luhnDigit } from '../../core/accounts/account-number.ts'
import { fieldsOf } from '../../core/kernel/json.ts'
import { SECOND } from '../../core/kernel/time/instant.ts'
import { type Fields, fieldOf, instantIn, recordsIn, textIn } from '../service/fields.ts'
import { Inconclusive, spanText } from '../service/inconclusive.ts'
import { type Creation, leftOf, make, markOf } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import type { Answer } from '../service/traffic.ts'
import { isListed, isRefused } from './asking.ts'
import { type SeenExchange, subledgerCalls } from './exchanges.ts'
import {
  agrees,
  agreesBut,
  agreesIf,
  ask,
  differs,
  fits,
  hidden,
  is,
  making,
  type Part,
  read,
  shownBy,
  story,
  unknown,
  valueIn,
} from './question.ts'
import { blockingNothing } from './restrictions.ts'
import { smallestAmount } from './wires/amounts.ts'
import { originate } from './wires/asking-wires.ts'
import { block, openFor, READY, wireFrom } from './wires/requests.ts'

const LONGEST_TITLE = 255
/** A request comes at once if it comes within this many milliseconds. */
const AT_ONCE = 1_000

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
    judge: (pages) => valueIn(pages, 'pageSize'),
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
  'accounts.statuses': hidden('no call of the API changes the status of an account'),
  'accounts.number': read({
    when: 'a subledger was opened, read or listed, with the number of its master account',
    from: (exchanges) => exchanges.done(...subledgerCalls).filter((each) => numbersIn(each).length > 0),
    judge(exchanges) {
      const numbers = [...new Set(exchanges.flatMap(numbersIn))]
      const areOurs = numbers.every((number) => /^2\d{9}$/.test(number) && hasCheckDigit(number))
      const seen = `${areOurs ? '' : 'not '}all ${numbers.length} numbers have ten digits, of which the first is 2 and the last is a Luhn digit`
      return agreesIf(areOurs, seen)
    },
  }),
  'subledgers.record': fits('subledger', ...subledgerCalls),
  'subledgers.person': read({
    how: 'compares the names of a beneficiary in the record with those in the request',
    when: 'a subledger was opened for a person',
    from: (exchanges) =>
      exchanges
        .done('createSubledger')
        .filter(({ requestBody, body }) => personIn(requestBody) !== personIn({}) && textIn(body, 'accountNumber')),
    judge(opened) {
      const areKept = opened.every(({ requestBody, body }) => personIn(requestBody) === personIn(body))
      return agreesIf(areKept, `the names of a person are ${areKept ? '' : 'not '}in the record`)
    },
  }),
  'subledgers.closedMaster': hidden('no call of the API closes an account'),
  'subledgers.listQuery': ask({
    how: 'opens a subledger unless this run has one, lists one subledger per page with core in the path and without it, and lists the subledgers of an account that does not exist',
    scope: 'create',
    when: OPENED,
    async of(service) {
      await ownSubledger(service)
      const query = { pageNumber: '1', pageSize: '1', masterAccountNumber: service.accountNumber }
      const short = service.urlOf('listSubledgers', { query }).replace('/core/v1/', '/v1/')
      const both = async () => {
        const first = await service.ask('listSubledgers', { query })
        const second = await service.askAt(short)
        return { first, second, isSame: second.isDone && JSON.stringify(first.body) === JSON.stringify(second.body) }
      }
      const isFilled = ({ body }: Answer) => recordsIn(body).length > 0
      const { first, second, isSame } = await service.untilShown(both, ({ first, isSame }) => isSame && isFilled(first))
      if (!isListed(first)) return unknown(`the list was answered ${first.status}`)
      const { pageNumber, pageSize, hasNextPage } = fieldsOf(first.body)
      const isOne = recordsIn(first.body).length <= 1 && pageNumber === 1 && pageSize === 1
      const others = await service.ask('listSubledgers', { query: { ...query, masterAccountNumber: noAccount } })
      const isPassedOver = isFilled(others)
      if (!isFilled(first)) return unknown('the list has no subledger, though one was opened')
      return agreesBut(
        'both paths give the same page of at most one subledger, and an empty page for another account',
        {
          'the list for another masterAccountNumber is not empty': isPassedOver,
          'the path with core does not give a page of at most one subledger':
            !isOne || typeof hasNextPage !== 'boolean',
          [`the path without core is answered ${second.status}, and not with the same page`]: !isSame,
        },
      )
    },
  }),
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
  'subledgers.readiness': ask({
    how: 'opens a subledger, blocks its wires by a restriction, and requests a wire from it at once; if that wire is refused, requests one again later',
    scope: 'money',
    when: 'a wire from a new subledger is accepted within a second, or is refused at first and accepted later',
    async of(service) {
      const amount = await smallestAmount(service)
      const payer = await openFor(service)
      const opened = service.now()
      await block(service, payer)
      const askForWire = () => originate(service, { ...wireFrom(service, payer), amount })
      const isAtOnce = (await askForWire()) !== undefined
      const late = service.now() - opened
      const seen = `a wire was ${isAtOnce ? 'accepted' : 'refused'} ${spanText(late)} after its subledger was opened`
      if (isAtOnce) return late > AT_ONCE ? unknown(seen) : agrees(seen)
      await service.wait(READY)
      return (await askForWire()) === undefined
        ? unknown(`${seen}, and another one was refused later, too`)
        : differs(`${seen}, and another one was accepted later`)
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

/** A number that no account has, in the form of a master account's number. */
const noAccount = `200000000${luhnDigit('200000000')}`

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

/** The names of a beneficiary as one text, for comparison. */
function personIn(body: unknown): string {
  const beneficiary = fieldOf(body, 'beneficiary')
  return JSON.stringify(['firstName', 'middleName', 'lastName'].map((field) => textIn(beneficiary, field) ?? null))
}

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

const numbersIn = ({ records }: SeenExchange): string[] =>
  records.flatMap((record) => textIn(record, 'masterAccountNumber') ?? [])

const hasCheckDigit = (number: string): boolean => luhnDigit(number.slice(0, -1)) === Number(number.at(-1))
