/** What counts as an explanation: fewer differences over the whole scenario, none that is new, and the same calls. What only fits a consequence, or the wrong way round, is no cause; what the other side shows is tried first. */
import { expect, it } from 'vitest'
import type { AssumptionOverrides, BankOptions } from 'vostro'
import { type ConformanceOptions, type ConformanceScenario, conformance } from 'vostro/sandbox'
import { answeringOtherwise } from '../../support/answering-otherwise.ts'
import {
  type Call,
  calling,
  inboundTo,
  pays,
  paysAWire,
  realService,
  refusing,
  trying,
  wireFrom,
} from './real-service.ts'

const payments = '/wires/v1/payments'

/** A client that reads until the wire is completed. */
const paysAndWaits = calling(async (call, scene) => {
  const { id } = await call('POST', payments, wireFrom(scene))
  for (let tries = 0; tries < 20; tries++) {
    await scene.wait({ minutes: 30 })
    if ((await call('GET', `${payments}/${id}`))['status'] === 'Completed') return
  }
})

/** Pays a wire, and looks at it and at the money three times. */
const looksThrice = trying(async (call: Call, scene) => {
  const readMoney = () => call('GET', `/core/v1/dda/subaccounts/${scene.credentials.accountNumber}`)
  await readMoney()
  const { id } = await call('POST', payments, wireFrom(scene))
  for (const seconds of [0, 2, 10]) {
    await scene.wait({ seconds })
    await call('GET', `${payments}/${id}`)
    await readMoney()
  }
})

/** Pays a wire, and looks at it three times, if it can. */
const paysAndLooks = calling(async (call, scene) => {
  const { id } = await call('POST', payments, wireFrom(scene))
  for (const seconds of [0, 2, 10]) {
    await scene.wait({ seconds })
    await call('GET', `${payments}/${id}`)
  }
})

/** Receives a wire, and reads it some seconds later. */
const receives = (seconds: number) =>
  calling(async (call, scene) => {
    await scene.wait({ minutes: 5 })
    const { id } = await call('POST', `${payments}/simulations`, inboundTo(scene))
    await scene.wait({ seconds })
    await call('GET', `${payments}/${id}`)
  })

/** Sends a wire twice with the same key. */
const retries =
  (header: string): ConformanceScenario =>
  async (scene) => {
    const ids: (string | undefined)[] = []
    const pay: Parameters<typeof calling>[0] = async (call) => {
      for (const _ of [1, 2])
        ids.push((await call('POST', payments, wireFrom(scene), { [header]: 'invoice-4711' }))['id'])
    }
    await calling(pay)(scene)
    return { isSame: ids[0] === ids[1] }
  }

/** Pays so many wires, and lists them. */
const lists = (count: number, query = '') =>
  calling(async (call, scene) => {
    for (let amount = 1; amount <= count; amount++) await call('POST', payments, wireFrom(scene, { amount }))
    await call('GET', payments + query)
  })

/** A service that answers each call with some other fields. */
// biome-ignore lint/suspicious/noExplicitAny: of any call.
const altered = (change: (body: any, method: string) => object) => (): ConformanceOptions => ({
  against: answeringOtherwise(realService(), ({ body, ...answer }, { method }) => ({
    ...answer,
    body: { ...body, ...change(body, method) },
  })),
})

/** A service that is a bank with such assumptions. */
const assuming =
  (assume: AssumptionOverrides, ours: Partial<ConformanceOptions> = {}) =>
  (): ConformanceOptions => ({
    against: realService({ assume }),
    ...ours,
  })

const releasing = (seconds: number): BankOptions => ({ release: { every: { seconds } } })

function breakingOff(): ConformanceOptions {
  const service = realService()
  let looks = 0
  const fetch = async (request: Request) => {
    if (request.method === 'GET' && looks++ === 1) throw new TypeError('fetch failed')
    return await service.fetch(request)
  }
  return { against: { ...service, fetch } }
}

const sortedTheOtherWay = (): ConformanceOptions => {
  const service = realService()
  const other = (url: string) => url.replace('pageSize=3', 'pageSize=3&sortDirection=Descending')
  return { against: { ...service, fetch: (request) => service.fetch(new Request(other(request.url), request)) } }
}

const DOES_THE_SAME = 'does the same as the other side'
const having = (text: string) => expect.stringContaining(text)
const matching = (form: RegExp) => expect.stringMatching(form)

type Row = [
  title: string,
  scenario: ConformanceScenario,
  options: () => ConformanceOptions,
  assume: AssumptionOverrides,
  report?: object,
]

// biome-ignore format: read it as a table
it.each<Row>([
  ...(
    [
      ['status', 'Settled', '§3'],
      ['amount', 10_001, '§2.4'],
      ['token_type', 'bearer', '§2.1'],
      ['expires_in', '86400', '§2.1'],
    ] as const
  ).map(([name, value, source]): Row => {
    const isMeant = (body: object) => name in body && (!('status' in body) || body.status === 'Completed')
    const first = { path: `body.${name}`, source, isSpecified: true, explained: undefined }
    return [
      `takes no other assumption for the reason of ${name} ${value} at the end, or of a token [§7]`,
      paysAndWaits,
      altered((body) => (isMeant(body) ? { [name]: value } : {})),
      {},
      { verdict: 'differ', first, text: expect.not.stringContaining(DOES_THE_SAME) },
    ]
  }),
  [
    'reads a number off the answers for the assumption of that very field alone [§7]', paysAWire,
    altered((body) => (body.expires_in ? { expires_in: 10_001 } : {})), { 'tokens.lifetimeSeconds': 10_001 },
    { text: having(DOES_THE_SAME) },
  ],
  [
    'says once that a limit refuses, whatever else the requests had [§8]',
    pays(...[{ amount: 500 }, { note: 'unknown' }, { beneficiaryReference: null }, {}].map((more) => ({ amount: 7_000, ...more }))),
    assuming({ 'limits.amountMaximum': 6_999 }), { 'limits.amountMaximum': 6_999 },
    { differences: [{ explained: { id: 'limits.amountMaximum' } }] },
  ],
  [
    'explains what comes after a difference that nothing explains, and says how many are left [§7]', paysAWire,
    () => ({ against: answeringOtherwise(realService({ assume: { 'wires.source': 'API' } }), ({ body, ...answer }) => ({ ...answer, body: body.token_type ? { ...body, token_type: 'bearer' } : body })) }),
    { 'wires.source': 'API' },
    { verdict: 'differ', text: having(`createBank({ assume: { 'wires.source': "API" } }) leaves 1 difference.`) },
  ],
  [
    'says that nothing was tried where the runs are used up [§7]', paysAWire, assuming({ 'wires.source': 'API' }, { runs: 1 }), {},
    { first: { isTried: false }, text: having('decided by wires.source, which is assumed; not tried: allow more runs') },
  ],
  [
    'says of what nothing can be tried [§7]', paysAWire, altered((body) => (body.posting ? { referenceId: 'R-1' } : {})), {},
    { text: matching(/decided by wires\.reference, .*; fixed: answer that call with a handler of your own/) },
  ],
  [
    'says once what each record has, and how often it was found [§7]', pays({ amount: 100 }, { amount: 200 }, { amount: 300 }),
    altered((body) => (body.posting ? { channel: 'Web' } : {})), {},
    { differences: [{ call: 'createWire #1', path: 'body.channel', ours: 'absent', theirs: '<text of 3>', times: 3 }], text: matching(/createWire #1 → body\.channel: here .*, there .*, 3 times\n/) },
  ],
  [
    'says once with its first values what each record has otherwise [§7]', pays({ amount: 100 }, { amount: 200 }, { amount: 300 }),
    altered((body) => (body.posting ? { amount: String(body.amount) } : {})), {},
    { differences: [{ call: 'createWire #1', path: 'body.amount', ours: '100', theirs: '"100"', times: 3 }], text: matching(/createWire #1 → body\.amount: here .*, there .*, 3 times\n/) },
  ],
  [
    'explains the receiver of an inbound wire by the routing number of the bank [§2.4]', receives(120),
    assuming({ 'bank.routingNumber': '121000248' }), { 'bank.routingNumber': '121000248' }, { verdict: 'unspecified' },
  ],
  ...(
    [
      ['an inbound wire that is posted', receives(120), 'Hold'],
      ['a wire that is reviewed', paysAWire, 'Created'],
    ] as const
  ).map(
    ([what, scenario, status]): Row => [
      `takes no delay for the reason of another status of ${what} all the same [§3]`,
      scenario,
      altered((_, method) => (method === 'GET' ? { status, wasReversed: false, channel: 'Web' } : {})),
      {},
      { first: { path: 'body.status', theirs: `"${status}"` } },
    ],
  ),
  [
    'takes no limit for the reason of a refusal that says nothing of it [§7]', paysAWire,
    () => ({ against: answeringOtherwise(realService(), refusing(/POST .*payments$/, 400, 'purpose is required')) }), {},
    { text: expect.not.stringContaining('limits.') },
  ],
  [
    'names the order of lists where that of a list differs, and not the list of subledgers [§4]', lists(2),
    altered((body) => (body.results ? { results: body.results.toReversed() } : {})), {},
    { differences: [{ path: 'body.results', source: 'paging.order' }] },
  ],
  [
    'names the order of lists where the first page has the last records [§4]', lists(5, '?pageSize=3'), sortedTheOtherWay, {},
    { differences: [{ path: 'body.results', source: 'paging.order', times: 1 }] },
  ],
  [
    'names no assumption for null in the place of a field that is absent [§2.4]', paysAWire,
    altered((body) => (body.status ? { imad: body.imad ?? null } : {})), {},
    { differences: ['body.imad', 'body.imad', 'returned.imad'].map((path) => ({ path, source: undefined })) },
  ],
  [
    'reads the delay of a faster service off its records [§3]', looksThrice, assuming({ 'wires.reviewSeconds': 1 }),
    { 'wires.reviewSeconds': 1 }, { text: having('explained by wires.reviewSeconds = 1\n') },
  ],
  [
    'takes a delay for the reason of no balance, where the status of the wire says otherwise [§7]', looksThrice,
    () => ({ against: realService({ ...releasing(900), assume: { 'wires.reviewSeconds': 1 } }), bank: { ...releasing(9), assume: { 'wires.reviewSeconds': 1 } } }),
    {},
    { verdict: 'unspecified', text: matching(/here "Completed", there "Pending"[\s\S]*currentBalance: .*\n +may follow from an earlier difference/) },
  ],
  [
    'explains by nothing else what follows from a refusal that nothing explains [§7]', looksThrice,
    () => ({ against: answeringOtherwise(realService(), refusing(/POST .*payments$/, 400)), bank: releasing(9) }), {},
  ],
  [
    'compares only the calls before the one at which the scenario broke off on one side [§7]', paysAndLooks, breakingOff, {},
    { differences: [{ call: 'scenario', path: 'error' }] },
  ],
  [
    'takes a header that the client sent for that of the key [§4]', retries('x-request-key'),
    assuming({ 'idempotency.header': 'x-request-key' }), { 'idempotency.header': 'x-request-key' }, { text: having(DOES_THE_SAME) },
  ],
  [
    'tells of a wire that is refused the limit first that is nearer to the least of ours [§8]', pays({ amount: 10_000 }),
    assuming({ 'limits.amountMaximum': 9_999 }), { 'limits.amountMinimum': 10_001 },
    { text: having('could be limits.amountMinimum = 10001 or more, or limits.amountMaximum = 9999 or less') },
  ],
  [
    'tells of a wire that is refused the limit first that is nearer to the most of ours [§8]', pays({ amount: 2_000_001 }),
    assuming({ 'limits.amountMaximum': 2_000_000 }), { 'limits.amountMaximum': 2_000_000 },
    { text: having('could be limits.amountMaximum = 2000000 or less, or limits.amountMinimum = 2000002 or more') },
  ],
  ...(
    [
      [900, { 'wires.inboundSeconds': 2 }, 4, ' or more'],
      [2, {}, 2, '\n'],
      [0, {}, 0, '\n'],
    ] as const
  ).map(
    ([theirs, ours, seconds, bound]): Row => [
      `holds a delay of ${theirs} s against that of the bank itself, ${JSON.stringify(ours)}, since the record was made [§3]`,
      receives(3),
      assuming({ 'wires.inboundSeconds': theirs }, { bank: { assume: ours } }),
      { 'wires.inboundSeconds': seconds },
      { text: having(`explained by wires.inboundSeconds = ${seconds}${bound}`) },
    ],
  ),
  [
    'takes no mask of a recording for the name of a bank [§2.4]', pays({ amount: 1 }),
    altered((body) => (body.senderName ? { senderName: '***' } : {})), {},
  ],
])('%s', async (_, scenario, options, assume, wanted = {}) => {
  const report = await conformance(scenario, options())

  expect(report.assume, report.text).toEqual(assume)
  expect(report, report.text).toMatchObject(wanted)
})

it('says that a key may be looked for in another header, where the one that was sent does nothing [§4]', async () => {
  const { text, first } = await conformance(retries('idempotency-key'), assuming({ 'idempotency.header': 'x-other' })())

  const explanations = [first?.explained, ...(first?.alternatives ?? [])]
  expect(explanations.map((each) => each?.id).toSorted(), text).toEqual([
    'idempotency.header',
    'idempotency.retentionDays',
  ])
  expect(text).toContain('could be idempotency.')
})
