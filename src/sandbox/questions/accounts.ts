/** What accounts are, and how lists come in pages. (§2.9, §4) */
import { luhnDigit } from '../../core/accounts/account-number.ts'
import { fieldOf, textIn } from '../service/fields.ts'
import type { SeenExchange } from './exchanges.ts'
import { agrees, differs, hidden, is, making, type OfPart, type Questions, read, unknown } from './question.ts'
import { subledgerCalls } from './subledgers.ts'
import { accountTypes } from './transactions.ts'

/** Of wires there are many: how long a page is, and in which order, is read off their list. */
const plainLists = making({
  how: 'lists wires without a page size',
  make: (service) => service.ask('listWires'),
})

export const accounts: Questions<OfPart<'accounts' | 'paging'>> = {
  'paging.pageSize': read({
    how: 'reads the pageSize of pages of which none was asked for',
    when: 'a page was asked for without pageSize',
    after: [plainLists],
    from: ({ all }) => all.filter((each) => isPage(each) && !new URL(each.url).searchParams.has('pageSize')),
    judge(pages) {
      const sizes = [...new Set(pages.map(({ body }) => fieldOf(body, 'pageSize')))]
      const [size] = sizes
      const seen = `pageSize is ${sizes.join(' or ')} where none was asked for`
      if (sizes.length > 1) return unknown(seen)
      return typeof size === 'number' ? is(size, seen) : undefined
    },
  }),
  'paging.order': read({
    how: 'compares when the records of a page were made',
    when: 'a page has two records that were made at different times',
    after: [plainLists],
    from: ({ all }) => all.filter((each) => isPage(each) && each.endpoint !== 'pollEvents'),
    judge(pages) {
      const pairs = pages.flatMap((page) => {
        const times = timesOf(page)
        return times.slice(1).map((time, index) => Math.sign(time - (times[index] as number)))
      })
      const [later, earlier] = [pairs.includes(1), pairs.includes(-1)]
      if (later && !earlier) return agrees('no record was made before the one that stands before it')
      if (!earlier) return undefined
      return differs(
        later ? 'the order is not that in which they were made' : 'the records that were made last stand first',
      )
    },
  }),
  'accounts.statuses': hidden('no call of the API changes the status of an account'),
  'accounts.types': accountTypes,
  'accounts.number': read({
    how: 'looks at the numbers of master accounts',
    when: 'a subledger was opened, read or listed',
    from: (exchanges) => exchanges.done(...subledgerCalls).filter((each) => numbersIn(each).length > 0),
    judge(exchanges) {
      const numbers = [...new Set(exchanges.flatMap(numbersIn))]
      const areOurs = numbers.every((number) => /^2\d{9}$/.test(number) && hasCheckDigit(number))
      if (areOurs) return agrees('ten digits that begin with 2, the last a Luhn digit')
      return differs(`of ${numbers.length} numbers not each has ten digits, the first 2 and the last a Luhn digit`)
    },
  }),
}

/** The loan service has results, too, where it is asked for names in lower case. */
const isPage = ({ isBanking, isDone, method, body }: SeenExchange): boolean =>
  isBanking && isDone && method === 'GET' && Array.isArray(fieldOf(body, 'results'))

function timesOf({ records }: SeenExchange): number[] {
  const times = records.map((record) => Date.parse(textIn(record, 'createdAt') ?? textIn(record, 'openedAt') ?? ''))
  return times.some(Number.isNaN) ? [] : times
}

const numbersIn = ({ records }: SeenExchange): string[] =>
  records.flatMap((record) => textIn(record, 'masterAccountNumber') ?? [])

/** Whether the last digit is the Luhn digit of those before it. */
const hasCheckDigit = (number: string): boolean => luhnDigit(number.slice(0, -1)) === Number(number.at(-1))
