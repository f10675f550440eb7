/** A verdict needs a control: a refusal shows something where the request without the change was accepted, and an absent field shows nothing. */
import { expect, it } from 'vitest'
import type { AssumptionId } from 'vostro'
import { type CalibrateOptions, calibrate } from 'vostro/sandbox'
import { answeringOtherwise } from '../../support/answering-otherwise.ts'
import { hiddenBank } from './hidden-bank.ts'

type Body = Readonly<Record<string, unknown>>
type Wanted = 'agrees' | 'unknown' | '201'

/** A service that refuses some requests with 400. */
function refusing(service: CalibrateOptions, isRefused: (url: URL, body: Body, method: string) => boolean) {
  const fetch = async (request: Request) => {
    const body =
      request.method === 'POST'
        ? await request
            .clone()
            .json()
            .catch(() => ({}))
        : {}
    const message = 'no sender 123456789 is listed'
    return isRefused(new URL(request.url), body as Body, request.method)
      ? Response.json({ errors: [{ code: 1_000, message }] }, { status: 400 })
      : await service.fetch(request)
  }
  return { ...service, fetch }
}

const isWire = ({ pathname }: URL, method: string): boolean => method === 'POST' && pathname.endsWith('/payments')

/** A service of which the records of some calls are others. */
const changing = (service: CalibrateOptions, path: RegExp, change: (record: Body) => Body) =>
  answeringOtherwise(service, ({ body, ...answer }, { url }) => {
    if (!path.test(url) || answer.status >= 300 || body === null) return { ...answer, body }
    for (const list of ['results', 'Results']) {
      if (Array.isArray(body[list])) return { ...answer, body: { ...body, [list]: body[list].map(change) } }
    }
    return { ...answer, body: change(body) }
  })

const found = async (service: CalibrateOptions, ...only: AssumptionId[]) => {
  const { findings } = await calibrate({ ...service, only })
  return Object.fromEntries(findings.map(({ id, verdict, value }) => [id, verdict === 'differs' ? value : verdict]))
}

it.each<[title: string, service: () => CalibrateOptions, wanted: { readonly [Id in AssumptionId]?: Wanted }]>([
  [
    'nothing of check digits where only listed numbers are taken [§2.2]',
    () => ({
      ...refusing(hiddenBank(), (_, body) => (body['receiverRoutingNumber'] ?? '026009593') !== '026009593'),
      wire: { receiverRoutingNumber: '026009593' },
    }),
    { 'wires.routingNumberCheck': 'unknown', 'wires.originator': 'agrees' },
  ],
  [
    'nothing of the status of what is made by a page of a proxy [§4]',
    () => {
      const bank = hiddenBank({ 'http.createStatus': '201' })
      let requests = 0
      const fetch = async (request: Request) =>
        request.method === 'POST' && request.url.endsWith('/restrictions') && ++requests % 3 === 0
          ? new Response('<html>', { headers: { 'content-type': 'text/html' } })
          : await bank.fetch(request)
      return { ...bank, fetch }
    },
    { 'http.createStatus': '201', 'errors.unknownFields': 'agrees' },
  ],
  [
    'nothing of a wire that a limit of the day refuses [§8]',
    () => {
      let wires = 0
      return refusing(hiddenBank(), (url, _, method) => isWire(url, method) && ++wires > 3)
    },
    { 'wires.fieldLengths': 'unknown', 'wires.routingNumberCheck': 'unknown' },
  ],
  [
    'nothing of a clientIdentifier that a suspected duplicate has [§2.3]',
    () => {
      const known = new Set<string>()
      return refusing(hiddenBank(), (url, { amount, beneficiary }, method) => {
        const wire = JSON.stringify([amount, beneficiary])
        const isKnown = known.has(wire)
        if (isWire(url, method)) known.add(wire)
        return isWire(url, method) && isKnown
      })
    },
    { 'idempotency.clientIdentifier': 'unknown', 'wires.fieldLengths': 'agrees' },
  ],
  [
    'what lists have where a page of fifty is refused [§4]',
    () => refusing(hiddenBank(), ({ searchParams }) => searchParams.get('pageSize') === '50'),
    { 'subledgers.implicitListed': 'agrees', 'wires.acknowledgementSeconds': 'agrees' },
  ],
  [
    'nothing against codes of rules where a call is forbidden [§7]',
    () =>
      answeringOtherwise(hiddenBank(), (answer) =>
        answer.status === 403 ? { ...answer, body: { errors: [{ code: 2_004, message: 'not found' }] } } : answer,
      ),
    { 'errors.codes': 'agrees' },
  ],
])('tells %s', async (_, service, wanted) => {
  expect(await found(service(), ...(Object.keys(wanted) as AssumptionId[]))).toEqual(wanted)
})

it('knows nothing of what no record shows [§2.4]', async () => {
  const service = changing(hiddenBank(), /\/payments/, ({ postingCode: _, lastModifiedAt: __, ...wire }) => wire)

  expect(await found(service, 'wires.postingCode', 'wires.reviewSeconds')).toEqual({
    'wires.postingCode': 'unknown',
    'wires.reviewSeconds': 'unknown',
  })
})

it('says with which words each wire was refused, and which option names what is taken [§2.3]', async () => {
  const service = refusing(hiddenBank(), (url, _, method) => isWire(url, method))

  const { findings } = await calibrate({ ...service, only: ['wires.requiredFields'] })

  expect(findings[0]?.seen).toContain(
    'all refused, the last with 400 "no sender … is listed". Give the fields that the service needs by the option wire',
  )
})

it('makes no call about a record of which it knows no id [§2.8]', async () => {
  const service = answeringOtherwise(hiddenBank(), (answer, { method, url }) =>
    method === 'POST' && url.endsWith('/registrations') && answer.status === 200
      ? { ...answer, body: { accepted: true } }
      : answer,
  )

  const { left, exchanges } = await calibrate({ ...service, scope: 'create' })

  const asked = exchanges.map(({ method, url }) => `${method} ${new URL(url).pathname}`)
  expect(asked.filter((call) => /^(PUT|DELETE) .*\/registrations\/?$/.test(call))).toEqual([])
  expect(left.filter(({ kind }) => kind === 'registration')).toEqual([])
})
