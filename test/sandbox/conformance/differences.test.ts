/** Differences that are planted in the answers of the other side, and what is told of each. */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { type ConformanceOptions, type ConformanceScenario, conformance } from 'vostro/sandbox'
import { answeringOtherwise } from '../../support/answering-otherwise.ts'
import {
  type Change,
  calling,
  changing,
  clientOf,
  paysAWire,
  readsALoan,
  realService,
  serviceOf,
  wireFrom,
} from './real-service.ts'

const ANOTHER = '00000000-0000-4000-8000-000000000000'

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

/** A service that answers some calls otherwise. */
const answering =
  (path: RegExp, change: Change, service = realService) =>
  (): ConformanceOptions => ({
    against: answeringOtherwise(service(), (answer, request) =>
      path.test(`${request.method} ${request.url}`) ? change(answer, request) : answer,
    ),
  })

const withStatus = (status: number) =>
  answering(/^POST .*\/payments$/, ({ body }) => ({
    status,
    body: status < 400 ? body : { errors: [{ code: 3000, message: 'no' }] },
  }))

/** Reads, with a new token where the old one is refused. */
const asksAgain: ConformanceScenario = async (scene) => {
  for (let tries = 0; tries < 3; tries++) {
    const call = await clientOf(scene)
    if (await call('GET', '/core/v1/dda/subaccounts').catch(() => undefined)) return
  }
}

/** A service that refuses its first read. */
function refusingOnce(status: number): ConformanceOptions {
  let reads = 0
  const body = { errors: [{ code: 3_000, message: 'No' }] }
  return answering(/^GET/, (answer) => (reads++ === 0 ? { ...answer, status, body } : answer))()
}

const opens = calling((call, { credentials: { accountNumber: masterAccountNumber } }) =>
  call('POST', '/core/v1/dda/subaccounts', { masterAccountNumber, title: 'Customer 17' }),
)
const opening = (fields: object) => (): ConformanceOptions => ({
  against: answeringOtherwise(realService(), changing(/POST .*subaccounts$/, fields)),
  runs: 5,
})
const otherNumber = {
  verdict: 'differ',
  first: {
    call: 'createSubledger #1',
    path: 'body.accountNumber',
    ours: '12 digits: 3 first, a Luhn check digit last',
    theirs: 'a number of another form',
    source: '§2.9',
  },
}

/** A service with a wire of before. */
function havingPaid() {
  const sandbox = createBank({ seed: 9 })
  const { accountNumber } = sandbox.masterAccount
  sandbox.wires.create({ ...wireFrom({ credentials: { accountNumber } } as never), beneficiaryReference: 'OF BEFORE' })
  return serviceOf(sandbox)
}

/** Two banks with the same loans, of which the other side may have further habits. */
const withLoans = (loans: readonly object[], assume = {}, change: Change = (answer) => answer) => {
  const prepare = (bank: Bank) =>
    loans.forEach((loan) => void bank.loans.add({ LoanNumber: 'L-1', ...loan }, { isSparse: true }))
  const sandbox = createBank({ seed: 9, assume })
  prepare(sandbox)
  return { against: answeringOtherwise(serviceOf(sandbox), change), prepare }
}

const writingDates: Change = ({ body, ...answer }, { url }) => {
  if (!url.includes('LoanSummary')) return { ...answer, body }
  const Results = body.Results.map((loan: object) => ({ ...loan, NoteDate: '2026-01-05T00:00:00Z' }))
  return { ...answer, body: { ...body, Results } }
}

/** A service whose ids of wires have another form. */
function withOtherIds(): ConformanceOptions {
  const there = (id: string) => `pay-${id.replaceAll('-', '')}`
  const here = (path: string) =>
    path.replace(/pay-(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})/, (_, ...parts) => parts.slice(0, 5).join('-'))
  const { against } = answering(/payments/, ({ body, ...answer }) => ({
    ...answer,
    body: { ...body, id: there(body.id), originalPaymentId: there(body.originalPaymentId) },
  }))() as { against: ReturnType<typeof realService> }
  return { against: { ...against, fetch: (request) => against.fetch(new Request(here(request.url), request)) } }
}

// biome-ignore format: read it as a table
it.each<[title: string, scenario: ConformanceScenario, options: () => ConformanceOptions, report: object]>([
  ['tells of the status 201 of a call that our bank does [§7]', paysAWire, withStatus(201),
    { verdict: 'unspecified', first: { call: 'createWire #1', path: 'status', ours: '200', theirs: '201', source: 'http.createStatus', isSpecified: false } }],
  ['tells of the status 401 of a call that our bank does [§7]', paysAWire, withStatus(401),
    { verdict: 'differ', first: { call: 'createWire #1', path: 'status', ours: '200', theirs: '401 "no"', source: '§7', isSpecified: true } }],
  ...[401, 404, 503].map((status) => [
    `tells of a read that is answered ${status} once, and then done [§5]`, asksAgain, () => refusingOnce(status),
    { first: { call: 'listSubledgers #1', path: 'status', theirs: `${status} "No"` } },
  ] as never),
  ['compares the money in the answer that opens a subledger [§2.9]', opens, opening({ availableBalance: -500 }),
    { differences: [{ path: 'body.availableBalance', ours: '0', theirs: '-500' }] }],
  ['tells of a subledger whose number is too short [§2.9]', opens, opening({ accountNumber: '31234567890' }), otherNumber],
  ['tells of a subledger whose number has another check digit [§2.9]', opens, opening({ accountNumber: '312345678901' }), otherNumber],
  ['tells of a field of a page, though its list is there in part [§2.2]', calling((call) => call('GET', '/wires/v1/payments')),
    answering(/^GET .*payments$/, ({ body: { hasNextPage: _, ...body }, ...answer }) => ({ ...answer, body: { ...body, totalCount: 1 } }), havingPaid),
    { differences: [{ path: 'body.hasNextPage', theirs: 'absent' }, { path: 'body.totalCount', theirs: '1' }] }],
  ['says that an id has another form, and finds the calls that name it [§2.4]', paysAWire, withOtherIds,
    { differences: [{ path: 'body.id', ours: 'a UUID', theirs: 'no UUID' }], text: expect.not.stringContaining('no such call') }],
  ['says that a date of a loan has another form, once for all loans [§2.10]', readsALoan,
    () => withLoans(['2026-01-05', '2026-02-05'].map((day) => ({ NoteDate: `${day}T00:00:00Z` })), {}, writingDates),
    { differences: [{ path: expect.stringMatching(/NoteDate$/), ours: 'a date as /Date(…)/', theirs: 'a date of ISO 8601', source: '§2.10' }] }],
  ['explains that fewer loans are answered than both sides have by the most that are [§2.10]', readsALoan,
    () => withLoans(['1', '2', '3', '4'].map((amount) => ({ LoanAmount: `${amount}.000000` })), { 'loans.take': 2 }),
    { differences: [{ path: 'body.Results.length', ours: '4', theirs: '2' }], assume: { 'loans.take': 2 } }],
])('%s', async (_, scenario, options, wanted) => {
  const report = await conformance(scenario, options())

  expect(report, report.text).toMatchObject(wanted)
})

it('compares what both sides have of before, where our side is prepared alike [§2.10]', async () => {
  const sandbox = createBank({ seed: 9 })
  const loan = { LoanNumber: 'L-1', LoanAmount: '12500.000000', Program: 'Prime' }
  sandbox.loans.add(loan)

  const { first, text } = await conformance(readsALoan, {
    against: serviceOf(sandbox),
    prepare: ({ loans }) => void loans.add({ ...loan, LoanAmount: '99.000000' }, { isSparse: true }),
  })

  expect(first).toMatchObject({ call: 'getLoanSummary #1', path: 'body.Results.0.LoanAmount', source: '§2.10' })
  expect(text).not.toMatch(/BorrowerLastName: here absent, there "/)
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

it('says that a service was not reached, which is no verdict [§4]', async () => {
  const against = { ...realService(), fetch: () => Promise.reject(new TypeError('fetch failed')) }

  await expect(conformance(paysAWire, { against })).rejects.toThrow(
    'Failed to reach the real service at gateway.sandbox.example, id.sandbox.example: no call was answered (TypeError).',
  )
})

it('names what it does not show as another one, and an id as an id [§2.2]', async () => {
  const { differences, text } = await conformance(
    paysAWire,
    answering(/./, ({ body, ...answer }) => ({
      ...answer,
      body: body.posting ? { ...body, beneficiaryReference: 'INVOICE 4712', traceId: crypto.randomUUID() } : body,
    }))(),
  )

  expect(text).toContain('here <text of 12>, there <another text of 12>')
  expect(differences.flatMap(({ path, theirs }) => (path === 'body.traceId' ? [theirs] : []))).toEqual(['<id>', '<id>'])
})
