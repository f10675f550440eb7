/** Differences that are planted in the answers of the other side, and what is told of each. */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { type ConformanceScenario, conformance, type ServiceOptions } from 'vostro/sandbox'
import { answeringOtherwise } from '../../support/answering-otherwise.ts'
import { changing, clientOf, loanClientOf, paysAWire, realService, serviceOf, wireFrom } from './real-service.ts'

const ANOTHER = '00000000-0000-4000-8000-000000000000'

const of = (path: RegExp, against: ServiceOptions, change: Parameters<typeof answeringOtherwise>[1]) =>
  answeringOtherwise(against, (answer, request) =>
    path.test(`${request.method} ${request.url}`) ? change(answer, request) : answer,
  )

it.each<[method: string, path: string, ours: unknown, theirs: unknown, source: string | undefined, fields: object]>([
  ['POST', 'body.channel', 'absent', '<text of 3>', undefined, { channel: 'Web' }],
  ['POST', 'body.referenceId', expect.anything(), expect.anything(), 'wires.reference', { referenceId: 'ref-1' }],
  ['POST', 'body.status', '"Created"', 'absent', '§2.4', { status: undefined, state: 'Created' }],
  ['POST', 'body.status', '"Created"', '"Pending"', '§2.4', { status: 'Pending' }],
  ['POST', 'body.amount', '10000', '100', '§2.4', { amount: 100 }],
  ['POST', 'body.amount', '10000', '"10000"', '§2.4', { amount: '10000' }],
  ['GET', 'body.originalPaymentId', '<id 1>', '<another id>', '§2.4', { originalPaymentId: ANOTHER }],
])(
  'tells of a %s whose %s is %s here and %s there, which %s decides [§2.4]',
  async (method, path, ours, theirs, source, fields) => {
    const against = answeringOtherwise(realService(), changing(new RegExp(`${method} .*/payments`), fields))

    const { verdict, first, text } = await conformance(paysAWire, { against })

    const isSpecified = source?.startsWith('§') ?? false
    const call = method === 'POST' ? 'createWire #1' : 'getWire #1'
    expect(verdict, text).toBe(isSpecified ? 'differ' : 'unspecified')
    expect(first).toMatchObject({ call, path, ours, theirs, source, isSpecified, explained: undefined })
    if (isSpecified) expect(text).toContain(`\n    specified in ${source}\n`)
  },
)

it.each([
  [201, '201', { verdict: 'unspecified', first: { source: 'http.createStatus', isSpecified: false } }],
  [401, '401 "no"', { verdict: 'differ', first: { source: '§7', isSpecified: true } }],
])('tells of the status %i of a call that our bank does [§7]', async (status, theirs, expected) => {
  const against = of(/^POST .*\/payments$/, realService(), ({ body }) => ({
    status,
    body: status < 400 ? body : { errors: [{ code: 3000, message: 'no' }] },
  }))

  const report = await conformance(paysAWire, { against })

  expect(report, report.text).toMatchObject(expected)
  expect(report.first).toMatchObject({ call: 'createWire #1', path: 'status', ours: '200', theirs })
})

it('passes over headers that are not documented, and the words of errors [§7]', async () => {
  const refused: ConformanceScenario = async (scene) => {
    const call = await clientOf(scene)
    await call('POST', '/wires/v1/payments', wireFrom(scene, { amount: 0 })).catch(() => undefined)
  }
  const against = answeringOtherwise(realService(), ({ status, headers, body }) => ({
    status,
    headers: { ...headers, 'x-ratelimit-remaining': '99', 'cache-control': 'private' },
    body: status < 400 ? body : { errors: [{ code: 1_234, message: 'Amount too small' }] },
  }))

  const { text } = await conformance(refused, { against })

  expect(text).toMatch(/^agree: 2 of 2 calls agree/)
})

/** Reads the loan `L-1`. */
const readsALoan: ConformanceScenario = async (scene) => {
  await (await loanClientOf(scene))('GET', '/LoanSummary?LoanNumber=L-1')
}

it('compares what both sides have of before, where our side is prepared alike [§2.10]', async () => {
  const sandbox = createBank({ seed: 9 })
  const loan = { LoanNumber: 'L-1', LoanAmount: '12500.000000', Program: 'Prime' }
  sandbox.loans.add(loan)
  const compare = (LoanAmount: string) =>
    conformance(readsALoan, {
      against: serviceOf(sandbox),
      prepare: ({ loans }) => void loans.add({ ...loan, LoanAmount }, { isSparse: true }),
    })

  const { first, text } = await compare('99.000000')

  expect(first).toMatchObject({ call: 'getLoanSummary #1', path: 'body.Results.0.LoanAmount', source: '§2.10' })
  expect(text).not.toMatch(/BorrowerLastName: here absent, there "/)
})

it.each([3, 6, 9])('takes a time with %i digits of a second for a time [§4]', async (digits) => {
  const longer = (value: unknown) =>
    typeof value === 'string' ? value.replace(/\.(\d{3})(?=[+-]\d\d:)/, `.$1${'7'.repeat(digits - 3)}`) : value
  const against = answeringOtherwise(realService(), ({ body, ...answer }) => ({
    ...answer,
    body: Object.fromEntries(Object.entries(body).map(([name, value]) => [name, longer(value)])),
  }))

  const { text } = await conformance(paysAWire, { against })

  expect(text).toMatch(/^agree: 3 of 3 calls agree/)
})

it('tells of a field of a page, though its list is there in part [§2.2]', async () => {
  const sandbox = createBank({ seed: 9 })
  const { accountNumber } = sandbox.masterAccount
  sandbox.wires.create({ ...wireFrom({ credentials: { accountNumber } } as never), beneficiaryReference: 'OF BEFORE' })
  const against = of(/^GET .*payments$/, serviceOf(sandbox), ({ body: { hasNextPage: _, ...body }, ...answer }) => ({
    ...answer,
    body: { ...body, totalCount: 1 },
  }))
  const lists: ConformanceScenario = async (scene) => {
    await (await clientOf(scene))('GET', '/wires/v1/payments')
  }

  const { differences } = await conformance(lists, { against })

  expect(differences.map(({ path, theirs }) => [path, theirs])).toEqual([
    ['body.hasNextPage', 'absent'],
    ['body.totalCount', '1'],
  ])
})

it('says that an id has another form, and finds the calls that name it [§2.4]', async () => {
  const there = (id: string) => `pay-${id.replaceAll('-', '')}`
  const here = (path: string) =>
    path.replace(/pay-(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})/, (_, ...parts) => parts.slice(0, 5).join('-'))
  const service = realService()
  const against = of(/payments/, service, ({ body, ...answer }) => ({
    ...answer,
    body: { ...body, id: there(body.id), originalPaymentId: there(body.originalPaymentId) },
  }))
  const fetch = (request: Request) => against.fetch(new Request(here(request.url), request))

  const { differences, text } = await conformance(paysAWire, { against: { ...against, fetch } })

  expect(differences[0], text).toMatchObject({ path: 'body.id', ours: 'a UUID', theirs: 'no UUID' })
  expect(text).not.toContain('no such call')
  expect(differences, text).toHaveLength(1)
})

it('says that a date of a loan has another form, once for all loans [§2.10]', async () => {
  const sandbox = createBank({ seed: 9 })
  const loans = ['2026-01-05', '2026-02-05'].map((day) => ({ LoanNumber: 'L-1', NoteDate: `${day}T00:00:00Z` }))
  for (const loan of loans) sandbox.loans.add(loan, { isSparse: true })
  const against = of(/LoanSummary/, serviceOf(sandbox), ({ body, ...answer }) => {
    const Results = body.Results.map((loan: object) => ({ ...loan, NoteDate: '2026-01-05T00:00:00Z' }))
    return { ...answer, body: { ...body, Results } }
  })
  const prepare = (bank: Bank) => loans.forEach((loan) => void bank.loans.add(loan, { isSparse: true }))

  const { differences, text } = await conformance(readsALoan, { against, prepare })

  const ofDates = differences.filter(({ path }) => path.endsWith('NoteDate'))
  expect(ofDates, text).toMatchObject([{ ours: 'a date as /Date(…)/', theirs: 'a date of ISO 8601', source: '§2.10' }])
})

it('explains that fewer loans are answered than both sides have by the most that are [§2.10]', async () => {
  const loans = ['1', '2', '3', '4'].map((LoanAmount) => ({ LoanNumber: 'L-1', LoanAmount: `${LoanAmount}.000000` }))
  const prepare = (bank: Bank) => loans.forEach((loan) => void bank.loans.add(loan, { isSparse: true }))
  const sandbox = createBank({ seed: 9, assume: { 'loans.take': 2 } })
  prepare(sandbox)

  const { differences, assume, text } = await conformance(readsALoan, { against: serviceOf(sandbox), prepare })

  expect(differences, text).toMatchObject([{ path: 'body.Results.length', ours: '4', theirs: '2' }])
  expect(assume).toEqual({ 'loans.take': 2 })
})

it('takes the account number of a rail for that of the same account, whichever it is [§2.10]', async () => {
  const loanTo = (ToAccountNumber: string) => (bank: Bank) => {
    const { Id: _, Rails = [], ...loan } = createBank({ seed: 3 }).loans.add({ LoanNumber: 'L-1' })
    const rails = Rails.map(({ Id: _i, LoanId: _l, ...rail }) => ({
      ...rail,
      ACHFields: { ...rail.ACHFields, ToAccountNumber },
    }))
    bank.loans.add({ ...loan, Rails: rails } as never)
  }
  const sandbox = createBank({ seed: 9 })
  loanTo('1111111116')(sandbox)

  const { text } = await conformance(readsALoan, { against: serviceOf(sandbox), prepare: loanTo('2222222222') })

  expect(text).toMatch(/^agree/)
})

it('shows no name or number in the path of a call that the contract does not know [§5]', async () => {
  const service = realService()
  const asks: ConformanceScenario = ({ fetch, urls }) =>
    fetch(`${urls.baseUrl}/customers/Jane-Doe/jane@doe.example/4001`)
  const answers = async (request: Request) =>
    request.url.includes('/customers/') ? Response.json({ id: 1 }) : await service.fetch(request)

  const { text, differences } = await conformance(asks, { against: { ...service, fetch: answers } })

  expect(differences).not.toEqual([])
  expect(text).not.toMatch(/Jane|doe|4001/i)
})
