/** A verdict needs a control: a refusal shows something where the request without the change was accepted, and an absent field shows nothing. */
import { expect, it } from 'vitest'
import type { AssumptionId } from 'vostro'
import { type CalibrateOptions, calibrate } from 'vostro/sandbox'
import { answeringOtherwise } from '../../support/answering-otherwise.ts'
import { hiddenBank } from './hidden-bank.ts'

type Body = Readonly<Record<string, unknown>>
type Wanted = 'agrees' | 'differs' | 'unknown'

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
  return Object.fromEntries(findings.map(({ id, verdict }) => [id, verdict]))
}

const isRegistering = ({ pathname }: URL, method: string) => method === 'POST' && pathname.endsWith('/registrations')
const needingType = () =>
  refusing(hiddenBank(), (url, body, method) => isRegistering(url, method) && !('registrationType' in body))

it.each<[title: string, service: () => CalibrateOptions, wanted: { readonly [Id in AssumptionId]?: Wanted }]>([
  [
    'nothing of the fields of a drawdown request where none is taken [§2.5]',
    () =>
      refusing(
        hiddenBank(),
        ({ pathname }, body) => /simulat/.test(pathname) && body['businessFunctionCode'] === 'DRC',
      ),
    { 'wires.inboundRequiredFields': 'unknown' },
  ],
  [
    'the fields of a drawdown request by one that comes from a listed institution [§2.5]',
    () => ({
      ...refusing(
        hiddenBank(),
        ({ pathname }, body) => /simulat/.test(pathname) && body['senderRoutingNumber'] === '987654320',
      ),
      wire: { receiverRoutingNumber: '026009593' },
    }),
    { 'wires.inboundRequiredFields': 'agrees', 'wires.inboundSeconds': 'agrees' },
  ],
  [
    'nothing of check digits where only listed numbers are taken [§2.2]',
    () => ({
      ...refusing(hiddenBank(), (_, body) => (body['receiverRoutingNumber'] ?? '026009593') !== '026009593'),
      wire: { receiverRoutingNumber: '026009593' },
    }),
    { 'wires.routingNumberCheck': 'unknown', 'wires.party': 'agrees' },
  ],
  [
    'what a registration may be, where each must have a type [§2.6]',
    needingType,
    {
      'webhooks.foreignPartner': 'agrees',
      'webhooks.requiredFields': 'differs',
    },
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
  [
    'what transfers do where none of a cent is taken [§2.9]',
    () => refusing(hiddenBank(), (_, body) => 'creditAccountNumber' in body && body['amount'] === 1),
    { 'transactions.lookup': 'agrees', 'transactions.internalRail': 'agrees' },
  ],
])('tells %s', async (_, service, wanted) => {
  expect(await found(service(), ...(Object.keys(wanted) as AssumptionId[]))).toEqual(wanted)
})

it('tells nothing of when restrictions are checked by wires that had gone out before one was placed [§2.8]', async () => {
  const bank = hiddenBank({ 'wires.restrictionCheck': 'release' })
  const fetch = async (request: Request) => {
    if (request.method === 'POST' && /\/restrictions$/.test(request.url)) await bank.clock?.wait(72_000_000)
    return await bank.fetch(request)
  }

  expect(await found({ ...bank, fetch }, 'wires.restrictionCheck')).toEqual({ 'wires.restrictionCheck': 'unknown' })
})

it('knows nothing of what no record shows [§2.4]', async () => {
  const service = changing(hiddenBank(), /\/payments/, ({ postingCode: _, lastModifiedAt: __, ...wire }) => wire)

  expect(await found(service, 'wires.postingCode', 'wires.reviewSeconds')).toEqual({
    'wires.postingCode': 'unknown',
    'wires.reviewSeconds': 'unknown',
  })
})

it('tells nothing of how long a push may take by two times that were written together [§6]', async () => {
  let attempted: unknown
  const service = answeringOtherwise(hiddenBank(), (answer, { url }) => {
    if (/\/events\//.test(url)) attempted = answer.body?.lastAttemptedAt ?? attempted
    const isFailed = /\/registrations\//.test(url) && (answer.body?.lastError ?? null) !== null
    return isFailed ? { ...answer, body: { ...answer.body, lastError: attempted } } : answer
  })

  expect(await found(service, 'webhooks.timeoutSeconds')).toEqual({ 'webhooks.timeoutSeconds': 'unknown' })
})

it('says which codes are refused, though one of no message is taken [§2.2]', async () => {
  const bank = hiddenBank({ 'wires.businessFunctionCodes': 'any' })
  const service = refusing(bank, (_, body) => ['DRB', 'SVC'].includes(String(body['businessFunctionCode'])))

  const { findings } = await calibrate({ ...service, only: ['wires.businessFunctionCodes'] })

  const seen = 'refused: DRB (400 "no sender … is listed"), SVC (400 "no sender … is listed")'
  expect(findings).toMatchObject([{ verdict: 'differs', seen }])
})

it('says with which words each wire was refused, and which option names what is taken [§2.3]', async () => {
  const service = refusing(hiddenBank(), ({ pathname }, _, method) => method === 'POST' && /\/payments$/.test(pathname))

  const { findings } = await calibrate({ ...service, only: ['limits.amountMinimum'] })

  expect(findings[0]?.seen).toContain(
    'all refused, the last with 400 "no sender … is listed". Give the fields that the service needs in the option wire.',
  )
})
