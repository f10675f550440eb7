import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { assumptions } from 'vostro'
import { contractProblems } from '../../../src/sandbox/recordings/contract-check.ts'
import type { RecordedExchange } from '../../../src/sandbox/recordings/exchange.ts'
import { thoroughly } from '../../support/thorough.ts'
import { traffic } from './traffic.ts'

type Fields = Record<string, unknown>
const changed = (exchange: RecordedExchange, change: (body: Fields) => void): RecordedExchange => {
  const body = structuredClone(exchange.body) as Fields
  change(body)
  return { ...exchange, body }
}

it('finds no problem with what a bank answers, done or refused [§7]', async () => {
  const { exchanges, urls } = await traffic()
  const { loanBaseUrl: _, ...withoutLoans } = urls

  expect(exchanges.length).toBeGreaterThan(45)
  for (const known of [urls, withoutLoans])
    expect(exchanges.flatMap((exchange) => contractProblems(exchange, { urls: known }))).toEqual([])
})

it.each([
  ['2026-03-02T09:00:00-05:00', []],
  ['2026-03-02T09:00:00.1-05:00', []],
  ['2026-03-02T09:00:00.123456789-05:00', []],
  ['2026-03-02T14:00:00.000Z', ['createdAt']],
  ['2026-03-02 09:00:00-05:00', ['createdAt']],
])('takes %s for a time, or not: it must be ISO 8601 with an offset [§2]', async (time, problems) => {
  const { first, urls } = await traffic()
  const exchange = changed(first('/simulations', 'POST'), (body) => {
    body['createdAt'] = time
  })

  expect(contractProblems(exchange, { urls }).map(({ path }) => path)).toEqual(problems)
})

// biome-ignore format: read it as a table
it.each<[fields: object, path: string, problem: string, seen: string, source: string, expected?: string]>([
  [{ status: undefined }, 'status', 'missing field', 'nothing', '§2.4'],
  [{ amount: '12.50' }, 'amount', 'other value', 'a text like 99.99', '§2.4'],
  [{ amount: null }, 'amount', 'other value', 'null', '§2.4'],
  [{ amount: 0.5 }, 'amount', 'other value', 'a number', '§2.4'],
  [{ amounts: 1 }, 'amounts', 'unknown field', 'a whole number', '§2.5', 'no field of this name; the nearest is "amount"'],
  [{ source: 'Web' }, 'source', 'other value', 'a text like Xxx', 'wires.source'],
  [{ createdAt: '2026-01-05T10:00:00' }, 'createdAt', 'other value', 'a text like 9999-99-99X99:99:99', '§2.4'],
  [{ accountNumber: '0012' }, 'accountNumber', 'other value', 'a text like 9999', 'accounts.number'],
  [{ originator: [] }, 'originator', 'other value', 'a list of 0', '§2.4'],
  [{ 'Ada Example': 1 }, '(a name of 11 characters)', 'unknown field', 'a whole number', '§2.5'],
])(
  'tells of %j its place %s, what is wrong, its shape and who says so [§7]',
  async (fields, path, problem, seen, source, expected = expect.any(String)) => {
    const { first, urls } = await traffic()
    const exchange = first('/simulations', 'POST')
    const body = JSON.parse(JSON.stringify({ ...(exchange.body as Fields), ...fields }))

    expect(contractProblems({ ...exchange, body }, { urls })).toEqual([
      { endpoint: 'simulateInboundWire', path, problem, expected, seen, source },
    ])
  },
)

it.each([201, 204, 302])('tells the status %i of a call that was done [§4]', async (status) => {
  const { first, urls } = await traffic()

  expect(contractProblems({ ...first('/simulations', 'POST'), status }, { urls })).toMatchObject([
    { path: '', problem: 'other status', expected: '200', seen: String(status), source: 'http.createStatus' },
  ])
})

it('finds a place in a page, and in a loan as its query asked for it [§2.10]', async () => {
  const { exchanges, first, urls } = await traffic()
  const page = changed(first('pageNumber=2&pageSize=1'), ({ results }) => delete (results as Fields[])[0]?.['amount'])
  const loans = exchanges.find(({ url }) => url.endsWith('jsconfig=DH:UT')) as RecordedExchange
  const spelled = changed(loans, ({ Results }) => {
    const [loan] = Results as Fields[]
    Object.assign(loan as Fields, { LoanAmount: '1', NoteDate: '/Date(0-0000)/', loanAmount: 1 })
  })

  expect(contractProblems(page, { urls })).toMatchObject([{ path: 'results.0.amount', source: '§2.4' }])
  expect(contractProblems(spelled, { urls })).toMatchObject([
    { path: 'Results.0.NoteDate', problem: 'other value', source: '§2.10' },
    { path: 'Results.0.LoanAmount', problem: 'other value', source: '§2.10' },
    { path: 'Results.0.loanAmount', problem: 'unknown field' },
  ])
})

it('tells a refusal that no document has, by its status and by its body [§7]', async () => {
  const { exchanges, urls } = await traffic()
  const refused = exchanges.find(({ status, url }) => status === 400 && url.includes('/wires')) as RecordedExchange
  const error = { message: 'No.' }

  expect(contractProblems({ ...refused, status: 422 }, { urls })).toMatchObject([
    { problem: 'other status', expected: '200, 400, 401, 404, 409, 413', seen: '422', source: 'errors.codes' },
  ])
  expect(contractProblems({ ...refused, body: error }, { urls })).toMatchObject([
    { path: 'errors', problem: 'missing field', source: 'errors.body' },
    { path: 'message', problem: 'unknown field' },
  ])
  expect(contractProblems({ ...refused, body: '<html>' }, { urls })).toMatchObject([
    { path: '', problem: 'other value', expected: 'object', seen: 'a text like xxxxxx', source: 'errors.body' },
  ])
  expect(contractProblems({ ...refused, body: null }, { urls })).toMatchObject([
    { path: '', problem: 'other value', seen: 'nothing', source: 'errors.body' },
  ])
})

it('tells a body where none is documented, and none where there should be one [§6]', async () => {
  const { exchanges, first, urls } = await traffic()
  const ping = exchanges.find(({ status }) => status === 202) as RecordedExchange

  expect(contractProblems({ ...ping, body: {} }, { urls })).toMatchObject([{ expected: 'nothing', seen: 'a record' }])
  expect(contractProblems({ ...ping, status: 200 }, { urls })).toMatchObject([{ problem: 'other status' }])
  expect(contractProblems({ ...first('/simulations', 'POST'), body: null }, { urls })).toHaveLength(1)
})

it('tells a call that nobody knows where it was answered, without what its path names [§4]', async () => {
  const { first, urls } = await traffic()
  const call = {
    ...first('/simulations', 'POST'),
    url: `${urls.baseUrl}/wires/v2/accounts/2000000004/drawdowns?to=Ada`,
  }

  expect(contractProblems(call, { urls })).toEqual([
    {
      endpoint: null,
      path: '',
      problem: 'unknown call',
      expected: 'a documented call, or a refusal',
      seen: 'POST /wires/v2/accounts/…/…',
      source: 'http.unknownCalls',
    },
  ])
})

it.each<[string, Partial<RecordedExchange>]>([
  ['that went elsewhere', { url: 'https://cdn.example/page.css', status: 200, body: 'a{}' }],
  ['that was never answered', { status: 0, body: null }],
  ['of a browser beforehand', { method: 'OPTIONS', status: 204, body: null }],
])('has nothing to say of an exchange %s [§4]', async (_, change) => {
  const { first, urls } = await traffic()

  expect(contractProblems({ ...first('/simulations', 'POST'), ...change }, { urls })).toEqual([])
})

/** Every record in a body whose fields the contract names, with its path. */
function recordsIn(value: unknown, path = ''): [string, Fields][] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([name, each]) =>
    ['details', 'Meta'].includes(name) ? [] : recordsIn(each, path === '' ? name : `${path}.${name}`),
  )
  return Array.isArray(value) ? inner : [[path, value as Fields], ...inner]
}

const damages: Record<string, (record: Fields, name: string) => string[]> = {
  renamed: (record, name) => {
    record[`${name}X`] = record[name]
    delete record[name]
    return [`${name}X unknown field`]
  },
  added: (record, name) => {
    record[`${name}X`] = record[name]
    return [`${name}X unknown field`]
  },
  'of another type': (record, name) => {
    // A list where a text, a number or nothing was, and the other way round.
    record[name] = record[name] !== null && typeof record[name] === 'object' ? 'secret' : [['secret']]
    return [`${name} other value`]
  },
}

it.each(Object.keys(damages))('finds a field that is %s at its path, and nothing else [§7]', async (how) => {
  const { exchanges, urls } = await traffic()
  const answered = exchanges.filter(({ body }) => recordsIn(body).some(([, record]) => Object.keys(record).length > 0))
  const ids = new Set([...Object.keys(assumptions)])

  fc.assert(
    fc.property(fc.constantFrom(...answered), fc.nat(), fc.nat(), (exchange, at, which) => {
      let expected: string[] = []
      let prefix = ''
      let missing = ''
      const damaged = changed(exchange, (body) => {
        const records = recordsIn(body).filter(([, record]) => Object.keys(record).length > 0)
        const [path, record] = records[at % records.length] as [string, Fields]
        const name = Object.keys(record)[which % Object.keys(record).length] as string
        prefix = path === '' ? '' : `${path}.`
        expected = damages[how]?.(record, name) ?? []
        missing = `${prefix}${name} missing field`
      })

      const problems = contractProblems(damaged, { urls })

      const told = problems.map(({ path, problem }) => `${path} ${problem}`)
      // What was renamed is missing too, where it may not be.
      const others = told.filter((each) => !(how === 'renamed' && each === missing))
      expect(others).toEqual(expected.map((each) => prefix + each))
      for (const { source } of problems) expect(source.startsWith('§') || ids.has(source)).toBe(true)
      expect(JSON.stringify(problems)).not.toContain('secret')
    }),
    { seed: 18, numRuns: thoroughly(300, 60) },
  )
})

it('judges any answer without a fault of its own, and tells no value [§7]', async () => {
  const { exchanges, urls } = await traffic()
  const secret = 'Ada Example, 2000000004'
  const value = fc.jsonValue().map((each) => JSON.parse(JSON.stringify(each).replaceAll('""', JSON.stringify(secret))))
  const any = fc.oneof(value, fc.record({ errors: value, results: value, __proto__: value }), fc.constant(secret))

  fc.assert(
    fc.property(fc.constantFrom(...exchanges), any, fc.integer({ min: 0, max: 599 }), (exchange, body, status) => {
      expect(JSON.stringify(contractProblems({ ...exchange, body, status }, { urls }))).not.toContain(secret)
    }),
    { seed: 18, numRuns: thoroughly(500, 100) },
  )
})
