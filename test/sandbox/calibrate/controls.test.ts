/** A verdict needs a control: a refusal shows something where the request without the change was accepted, and an absent field shows nothing. */
import { expect, it } from 'vitest'
import { type AssumptionId, createBank } from 'vostro'
import { type CalibrateOptions, calibrate } from 'vostro/sandbox'
import { answeringOtherwise } from '../../support/answering-otherwise.ts'
import { holding } from './habits.ts'
import { behindFetch, hiddenBank } from './hidden-bank.ts'

type Body = Readonly<Record<string, unknown>>
/** The value if the service has another than ours, otherwise the verdict; or the verdict and its reason. */
type Wanted = { readonly [Id in AssumptionId]?: string | { readonly verdict: string; readonly seen: string } }

/** A service that refuses some requests with 400. */
function refusing(
  service: CalibrateOptions,
  isRefused: (url: URL, body: Body, request: Request) => boolean,
  message = 'no sender 123456789 is listed',
) {
  const fetch = async (request: Request) => {
    const text = request.method === 'POST' ? await request.clone().text() : ''
    return isRefused(new URL(request.url), text.startsWith('{') ? JSON.parse(text) : {}, request)
      ? Response.json({ errors: [{ code: 1_000, message }] }, { status: 400 })
      : await service.fetch(request)
  }
  return { ...service, fetch }
}

const isWire = ({ pathname }: URL, { method }: Request): boolean => method === 'POST' && pathname.endsWith('/payments')
const isRestriction = ({ method, url }: Request) => method === 'POST' && url.endsWith('/restrictions')

/** A service whose pages have another form. */
const listingAs = (formOf: (page: Body) => object) => () =>
  answeringOtherwise(hiddenBank(), ({ body, ...answer }) => ({ ...answer, body: body?.results ? formOf(body) : body }))

/** A service of these values that says another status of its wires. */
const sayingOfWires =
  (statusOf: (wire: Record<string, string>) => string | undefined, assume = {}) =>
  () =>
    answeringOtherwise(hiddenBank(assume), ({ body, ...answer }) => {
      const said = (record: Record<string, string>) =>
        'posting' in record ? { ...record, status: statusOf(record) } : record
      return { ...answer, body: body?.results ? { ...body, results: body.results.map(said) } : body && said(body) }
    })

const INNER = { 'errors.body': 'envelope', 'errors.codes': 'status' } as const

/** A service that answers each repeat of a key with this status. */
const refusingRepeats = (status: number) => () => {
  const bank = hiddenBank()
  const known = new Set<string>()
  const fetch = async (request: Request) => {
    const key = request.headers.get('idempotency-key')
    if (key !== null && known.has(key)) return new Response('{"errors":[]}', { status })
    if (key !== null) known.add(key)
    return await bank.fetch(request)
  }
  return { ...bank, fetch }
}

/** A service that answers with another body where the status is this one. */
const sayingAt = (status: number, body: object) => () =>
  answeringOtherwise(hiddenBank(), (answer) => (answer.status === status ? { ...answer, body } : answer))

// biome-ignore format: read it as a table
it.each<[title: string, service: () => CalibrateOptions, wanted: Wanted]>([
  ['nothing of check digits where only listed numbers are taken [§2.2]',
    () => ({ ...refusing(hiddenBank(), (_, body) => (body['receiverRoutingNumber'] ?? '026009593') !== '026009593'), wire: { receiverRoutingNumber: '026009593' } }),
    { 'wires.routingNumberCheck': 'unknown', 'wires.originator': 'agrees' }],
  [
    'nothing of the status of what is made by a page of a proxy [§4]',
    () => {
      const bank = hiddenBank({ 'http.createStatus': '201' })
      let requests = 0
      const fetch = async (request: Request) =>
        isRestriction(request) && ++requests % 3 === 0
          ? new Response('<html>', { headers: { 'content-type': 'text/html' } })
          : await bank.fetch(request)
      return { ...bank, fetch }
    },
    { 'http.createStatus': '201', 'errors.unknownFields': 'agrees' },
  ],
  ['a restriction that is made with 201 for one that is made [§4]',
    () => answeringOtherwise(hiddenBank(), (answer, request) => isRestriction(request) && answer.status === 200 ? { ...answer, status: 201 } : answer),
    { 'http.createStatus': '201', 'errors.unknownFields': 'agrees', 'idempotency.header': 'agrees' }],
  [
    'nothing of a wire that a limit of the day refuses [§8]',
    () => {
      let wires = 0
      return refusing(hiddenBank(), (url, _, request) => isWire(url, request) && ++wires > 3)
    },
    { 'wires.originator': 'unknown', 'wires.routingNumberCheck': 'unknown' },
  ],
  [
    'nothing of a clientIdentifier that a suspected duplicate has [§2.3]',
    () => {
      const known = new Set<string>()
      return refusing(hiddenBank(), (url, { amount, beneficiary }, request) => {
        const wire = JSON.stringify([amount, beneficiary])
        const isKnown = known.has(wire)
        if (isWire(url, request)) known.add(wire)
        return isWire(url, request) && isKnown
      })
    },
    { 'idempotency.clientIdentifier': 'unknown', 'wires.originator': 'agrees' },
  ],
  ['the words in which each wire was refused, and the option that names what is taken [§2.3]',
    () => refusing(hiddenBank(), (url, _, request) => isWire(url, request)),
    { 'wires.requiredFields': { verdict: 'unknown', seen: expect.stringContaining('all refused, the last with 400 "no sender … is listed". Give the fields that the service needs by the option wire') } }],
  ['the lists of pages that have another form [§4]', listingAs(({ results, hasNextPage }) => ({ data: results, next: hasNextPage ? '2' : null })),
    { 'subledgers.implicitListed': 'agrees', 'http.createStatus': { verdict: 'agrees', seen: expect.stringContaining('createRestriction') } }],
  ['nothing of lists that cannot be read, and takes none for a record [§4]', listingAs(({ results }) => ({ page: { results } })),
    { 'subledgers.implicitListed': { verdict: 'unknown', seen: expect.stringContaining('without an array of records') }, 'wires.reviewSeconds': 'agrees' }],
  ['no hold where a restriction of its own holds the wires [§3]', sayingOfWires((wire) => (wire['accountNumber']?.startsWith('3') && wire['status'] === 'Rejected' ? 'Hold' : wire['status'])),
    { 'wires.reviewOutcome': 'agrees', 'wires.holdMinutes': { verdict: 'unknown', seen: 'no wire was put on Hold' } }],
  [
    'nothing of the hold where it holds the second of two like wires [§3]',
    () => {
      const ids = new Set<unknown>()
      return sayingOfWires(({ id, status, direction }) => [...ids.add(id)][0] === id || direction === 'Inbound' || status === 'Created' ? status : 'Hold')()
    },
    { 'wires.reviewOutcome': { verdict: 'unknown', seen: 'some wires went from Created to Hold, and others did not' }, 'wires.holdMinutes': 'unknown', 'wires.reviewSeconds': 'agrees' },
  ],
  [
    'no minutes of a hold that staff end after eight seconds [§3]',
    () => {
      const bank = createBank({ assume: { 'wires.reviewSeconds': 13 } })
      const service = behindFetch(bank)
      return { ...service, fetch: holding(service.fetch, bank, 5_000, service.clock.now) }
    },
    { 'wires.reviewOutcome': 'Hold', 'wires.holdMinutes': { verdict: 'differs', seen: expect.stringMatching(/ for 8 s, no whole number of minutes/) } },
  ],
  ['how long a wire is held that no look finds Pending [§3]', sayingOfWires(({ status }) => (status === 'Pending' ? 'Batched' : status), { 'wires.reviewSeconds': 40, 'wires.reviewOutcome': 'Hold', 'wires.holdMinutes': 3 }),
    { 'wires.reviewOutcome': 'Hold', 'wires.holdMinutes': { verdict: 'differs', seen: expect.stringMatching(/^a wire was on Hold for 1\d\d(\.\d+)? to 180 s$/) } }],
  ['when a payment comes in where messages are refused [§3]', () => refusing(hiddenBank(), (_, { businessFunctionCode }) => businessFunctionCode === 'SVC'),
    { 'wires.inboundSeconds': 'agrees' }],
  ['that a restriction is the cause where it refuses each wire at once [§2.8]', () => refusing(hiddenBank(), (url, _, request) => isWire(url, request), 'a restriction blocks this payment'),
    { 'wires.requiredFields': { verdict: 'unknown', seen: expect.stringContaining('"a restriction blocks this payment". The service refuses at once what the restriction') } }],
  ['what lists have where a page of fifty is refused [§4]',
    () => refusing(hiddenBank(), ({ searchParams }) => searchParams.get('pageSize') === '50'),
    { 'subledgers.implicitListed': 'agrees', 'wires.acknowledgementSeconds': 'agrees' }],
  [
    'nothing of what no record shows [§2.4]',
    () => {
      const without = ({ postingCode: _, lastModifiedAt: __, ...wire }: Body) => wire
      return answeringOtherwise(hiddenBank(), ({ body, ...answer }, { url }) => {
        if (!url.includes('/payments') || answer.status >= 300) return { ...answer, body }
        return { ...answer, body: body.results ? { ...body, results: body.results.map(without) } : without(body) }
      })
    },
    { 'wires.postingCode': 'unknown', 'wires.reviewSeconds': 'unknown' },
  ],
  ['the header of idempotency keys [§4]', () => hiddenBank({ 'idempotency.header': 'x-request-id' }), { 'idempotency.header': 'x-request-id' }],
  ['which headers it tried where nobody would think of the one, and nothing that rests on it [§4]',
    () => hiddenBank({ 'idempotency.header': 'a-name-of-its-own' }),
    { 'idempotency.header': { verdict: 'unknown', seen: expect.stringContaining('whichever header had the key: idempotency-key, x-idempotency-key') }, 'idempotency.changedBody': 'unknown' }],
  ['nothing of a repeat that may not be sent [§4]', refusingRepeats(405), { 'idempotency.header': 'unknown', 'idempotency.changedBody': 'unknown' }],
  ['that a repeat is refused, and does not get the first answer again [§4]', refusingRepeats(409),
    { 'idempotency.header': 'agrees', 'idempotency.changedBody': { verdict: 'unknown', seen: 'with the same key in idempotency-key, a repeated request was answered 409' } }],
  ['nothing against codes of rules where a call is forbidden [§7]', sayingAt(403, { errors: [{ code: 2_004, message: 'not found' }] }), { 'errors.codes': 'agrees' }],
  ['no value for errors of a form of their own [§7]', sayingAt(404, { message: 'Not found' }), { 'errors.body': { verdict: 'differs', seen: 'the body of an answer 404 has another form' } }],
  ['no value for errors with codes of their own [§7]', sayingAt(404, { errors: [{ code: 1_404, message: '' }] }), { 'errors.codes': { verdict: 'differs', seen: expect.stringMatching(/^codes are neither .*404: 1404/) } }],
  ['errors as published [§7]', () => hiddenBank(), { 'errors.body': 'agrees', 'errors.codes': 'agrees' }],
  ['codes that are statuses [§7]', () => hiddenBank({ 'errors.codes': 'status' }), { 'errors.body': 'agrees', 'errors.codes': 'status' }],
  ['the form of most refusals where a proxy refuses in another [§7]', sayingAt(401, { error: { code: 401, message: '' } }),
    { 'errors.body': { verdict: 'agrees', seen: expect.stringContaining('; perhaps of a proxy: 401 (application/json') }, 'errors.codes': 'agrees' }],
  ['an envelope, and the status in it [§7]', () => hiddenBank(INNER), INNER],
  ...(['problem', 'text'] as const).map((form): [string, () => CalibrateOptions, Wanted] => [
    `errors of the form ${form}, which have no codes [§7]`,
    () => hiddenBank({ 'errors.body': form }),
    { 'errors.body': form, 'errors.codes': 'unknown' },
  ]),
])('tells %s', async (_, service, wanted) => {
  const { findings } = await calibrate({ ...service(), only: Object.keys(wanted) as AssumptionId[] })

  const found = findings.map(({ id, verdict, value, seen }) => {
    if (typeof wanted[id] === 'object') return [id, { verdict, seen }]
    return [id, verdict === 'differs' ? (value ?? verdict) : verdict]
  })
  expect(Object.fromEntries(found)).toEqual(wanted)
})

it('removes what it made, though it may make no more calls [§7]', async () => {
  const run = (options: Partial<CalibrateOptions>) =>
    calibrate({ ...hiddenBank(), ...options, only: ['requests.null'], scope: 'create' })
  const first = (await run({})).exchanges.findIndex((exchange) => isRestriction(exchange as never))

  const { left, findings } = await run({ calls: first + 2 })

  expect(left).toEqual([])
  expect(findings[0]?.seen).toBe(`all ${first + 2} calls are used up (option calls)`)
})
