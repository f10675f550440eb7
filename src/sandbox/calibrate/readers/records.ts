/** What the records of lists and accounts show, from the calls of any probe. */
import { luhnDigit } from '../../../core/accounts/account-number.ts'
import { textIn } from '../probes/field.ts'
import { isBanking, type Reader, type SeenExchange } from '../reader.ts'

const registrationFields = 'id partnerId eventName callbackUrl consecutiveErrors status type format'.split(' ')

const subledgerFields =
  'accountNumber accountType status ledgerType title currentBalance availableBalance holdAmount transactionCount openedAt masterAccountNumber partnerId'.split(
    ' ',
  )

const subledgerCalls = ['createSubledger', 'listSubledgers', 'getSubledger'] as const

export const recordReaders: readonly Reader[] = [
  {
    how: 'reads the pageSize of pages of which none was asked for',
    tells: { 'paging.pageSize': 'a page was asked for without pageSize' },
    read(seen, tell) {
      const pages = seen.using(
        seen.all.filter((each) => isPage(each) && !new URL(each.url).searchParams.has('pageSize')),
      )
      const sizes = new Set(pages.map(({ body }) => (body as { pageSize?: unknown }).pageSize))
      const [size] = sizes
      const words = `pageSize is ${[...sizes].join(' or ')} where none was asked for`
      if (sizes.size > 1) tell.unknown('paging.pageSize', words)
      else if (typeof size === 'number') tell.is('paging.pageSize', size, words)
    },
  },
  {
    how: 'compares when the records of a page were made',
    tells: { 'paging.order': 'a page has two records that were made at different times' },
    read(seen, tell) {
      const pages = seen.using(seen.all.filter((each) => isPage(each) && each.endpoint !== 'pollEvents'))
      const pairs = pages.flatMap((page) => {
        const times = timesOf(page)
        return times.slice(1).map((time, index) => Math.sign(time - (times[index] as number)))
      })
      const [later, earlier] = [pairs.includes(1), pairs.includes(-1)]
      if (later && !earlier) tell.agrees('paging.order', 'no record was made before the one that stands before it')
      else if (earlier && !later) tell.differs('paging.order', 'the records that were made last stand first')
      else if (earlier) tell.differs('paging.order', 'the order is not that in which they were made')
    },
  },
  {
    how: 'looks for the fields of registrations',
    tells: { 'webhooks.record': 'a registration was made, read or listed' },
    read(seen, tell) {
      const records = seen.records('registerWebhook', 'getWebhook', 'listWebhooks', 'updateWebhook')
      const missing = registrationFields.filter((field) => records.some((record) => record[field] === undefined))
      if (records.length === 0) return
      if (missing.length === 0) tell.agrees('webhooks.record', 'each has its eight fields')
      else tell.differs('webhooks.record', `not each has ${missing.join(', ')}`)
    },
  },
  {
    how: 'looks for the fields of subledgers',
    tells: { 'subledgers.record': 'a subledger was opened, read or listed' },
    read(seen, tell) {
      const records = seen.records(...subledgerCalls)
      const missing = subledgerFields.filter((field) => records.some((record) => record[field] === undefined))
      if (records.length === 0) return
      if (missing.length === 0) tell.agrees('subledgers.record', `each has its ${subledgerFields.length} fields`)
      else tell.differs('subledgers.record', `not each has ${missing.join(', ')}`)
    },
  },
  {
    how: 'compares the names of a beneficiary with those that were given',
    tells: { 'subledgers.person': 'a subledger was opened for a person' },
    read(seen, tell) {
      const opened = seen.using(
        seen
          .done('createSubledger')
          .filter((each) => personIn(each.requestBody) !== '{}' && textIn(each.body, 'accountNumber')),
      )
      if (opened.length === 0) return
      const areKept = opened.every(({ requestBody, body }) => personIn(requestBody) === personIn(body))
      if (areKept) tell.agrees('subledgers.person', 'the names of a person are in the record')
      else tell.differs('subledgers.person', 'the names of a person are not in the record')
    },
  },
  {
    how: 'looks at the numbers of master accounts',
    tells: { 'accounts.number': 'a subledger was opened, read or listed' },
    read(seen, tell) {
      const numbers = seen.records(...subledgerCalls).flatMap((record) => textIn(record, 'masterAccountNumber') ?? [])
      if (numbers.length === 0) return
      const areOurs = numbers.every((number) => /^2\d{9}$/.test(number) && hasCheckDigit(number))
      if (areOurs) tell.agrees('accounts.number', 'ten digits that begin with 2, the last a Luhn digit')
      else
        tell.differs(
          'accounts.number',
          `of ${new Set(numbers).size} numbers not each has ten digits, the first 2 and the last a Luhn digit`,
        )
    },
  },
]

/** The loan service has results, too, where it is asked for names in lower case. */
const isPage = (exchange: SeenExchange): boolean =>
  isBanking(exchange) &&
  exchange.isDone &&
  exchange.method === 'GET' &&
  typeof exchange.body === 'object' &&
  Array.isArray((exchange.body as { results?: unknown } | null)?.results)

function timesOf({ body }: SeenExchange): number[] {
  const { results } = body as { results: unknown[] }
  const times = results.map((record) => Date.parse(textIn(record, 'createdAt') ?? textIn(record, 'openedAt') ?? ''))
  return times.some(Number.isNaN) ? [] : times
}

/** The three names of a person, as a text to compare. */
function personIn(body: unknown): string {
  const { beneficiary } = (body ?? {}) as { beneficiary?: Record<string, unknown> }
  const names = ['firstName', 'middleName', 'lastName'].flatMap((field) =>
    typeof beneficiary?.[field] === 'string' ? [[field, beneficiary[field]]] : [],
  )
  return JSON.stringify(Object.fromEntries(names))
}

/** Whether the last digit is the Luhn digit of those before it. */
const hasCheckDigit = (number: string): boolean => luhnDigit(number.slice(0, -1)) === Number(number.at(-1))
