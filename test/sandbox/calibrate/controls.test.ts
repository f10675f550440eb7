/** A verdict needs a control: a refusal shows something where the request without the change was accepted, and an absent field shows nothing. */
import { expect, it } from 'vitest'
import type { AssumptionId } from 'vostro'
import { type CalibrateOptions, calibrate } from 'vostro/sandbox'
import { answeringOtherwise } from '../../support/answering-otherwise.ts'
import { bankWithLoans, behindFetch, hiddenBank } from './hidden-bank.ts'

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

/** A service that does not read some parameters of its lists. */
function passingOver(service: CalibrateOptions, path: RegExp, names: readonly string[]): CalibrateOptions {
  const fetch = async (request: Request) => {
    const url = new URL(request.url)
    if (path.test(url.pathname)) for (const name of names) url.searchParams.delete(name)
    return await service.fetch(request.method === 'GET' ? new Request(url, request) : request)
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
    'nothing of the checks of a wire by one that is funded on the master account [§2.9]',
    () => ({ ...hiddenBank(), mostAmount: 100_000 }),
    { 'wires.creationChecks': 'unknown', 'wires.postingOrder': 'unknown' },
  ],
  [
    'nothing of the order of checks by a wire without a posting code [§2.4]',
    () => changing(hiddenBank(), /\/payments/, ({ postingCode: _, ...wire }) => wire),
    { 'wires.creationChecks': 'agrees', 'wires.postingOrder': 'unknown', 'wires.postingCode': 'unknown' },
  ],
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
      'loans.registration': 'agrees',
      'idempotency.refusals': 'agrees',
    },
  ],
  [
    'nothing of a loan event where no event can be registered for [§2.6]',
    () => refusing(hiddenBank(), (url, _, method) => isRegistering(url, method)),
    { 'loans.registration': 'unknown', 'webhooks.foreignPartner': 'unknown' },
  ],
  [
    'nothing of the ledger type of subledgers where none is shown [§2.9]',
    () => changing(hiddenBank(), /\/subaccounts/i, ({ ledgerType: _, ...subledger }) => subledger),
    { 'subledgers.ledgerTypeOf': 'unknown', 'subledgers.ledgerType': 'unknown' },
  ],
  [
    'that a list of subledgers is not narrowed by its account [§4]',
    () => passingOver(hiddenBank(), /\/subaccounts/i, ['masterAccountNumber']),
    { 'subledgers.listQuery': 'differs' },
  ],
  [
    'that a list of registrations is not narrowed [§4]',
    () => passingOver(hiddenBank(), /\/registrations/, ['eventName', 'callbackUrl', 'partnerId']),
    { 'webhooks.management': 'differs' },
  ],
  [
    'that wires that go out together have a batch each [§2.4]',
    () =>
      changing(hiddenBank(), /\/payments/, (wire) =>
        wire['fedBatchId'] === null ? wire : { ...wire, fedBatchId: wire['id'], fedBatchSequence: 1 },
      ),
    { 'wires.batches': 'differs' },
  ],
  [
    'nothing of how loans are compared where the parameter is refused [§2.10]',
    () => refusing(hiddenBank(), ({ searchParams }) => searchParams.has('Status')),
    { 'loans.comparing': 'unknown' },
  ],
  [
    'that loans of a status are found in any case [§4]',
    () => {
      const bank = hiddenBank()
      const fetch = (request: Request) =>
        bank.fetch(new Request(request.url.replace(/([?&]Status=)received/, '$1Received'), request))
      return { ...bank, fetch }
    },
    { 'loans.comparing': 'differs' },
  ],
  [
    'that the order of a list does not turn [§4]',
    () => passingOver(hiddenBank(), /\/(payments|restrictions)$/, ['sortDirection']),
    { 'paging.order': 'differs' },
  ],
  [
    'nothing of the order of lists where none has two records [§4]',
    () => refusing(hiddenBank(), ({ pathname }, _, method) => method === 'POST' && /\/restrictions$/.test(pathname)),
    { 'paging.order': 'unknown' },
  ],
  [
    'what lists have where a page of fifty is refused [§4]',
    () => refusing(hiddenBank(), ({ searchParams }) => searchParams.get('pageSize') === '50'),
    { 'restrictions.management': 'agrees', 'subledgers.implicitListed': 'agrees', 'wires.batches': 'agrees' },
  ],
  [
    'what subledgers are where the names of a person are refused [§2.9]',
    () => refusing(hiddenBank(), (_, body) => Object.hasOwn((body['beneficiary'] ?? {}) as object, 'firstName')),
    { 'subledgers.person': 'unknown', 'subledgers.titleLength': 'agrees', 'transactions.lookup': 'agrees' },
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
    'nothing of a restart where the call for it is not there [§6]',
    () =>
      answeringOtherwise(hiddenBank(), (answer, { url }) =>
        url.endsWith('/restart') ? { ...answer, status: 404 } : answer,
      ),
    { 'webhooks.restart': 'unknown', 'webhooks.retries': 'agrees' },
  ],
  [
    'what transfers do where none of a cent is taken [§2.9]',
    () => refusing(hiddenBank(), (_, body) => 'creditAccountNumber' in body && body['amount'] === 1),
    { 'transactions.lookup': 'agrees', 'transactions.internalRail': 'agrees', 'accounts.types': 'agrees' },
  ],
  [
    'nothing of a blocked transfer where none can be looked up [§2.8]',
    () =>
      answeringOtherwise(hiddenBank(), (answer, { method, url }) =>
        method === 'GET' && /\/transactions\//.test(url) ? { ...answer, status: 404 } : answer,
      ),
    { 'transactions.record': 'unknown', 'transactions.lookup': 'differs' },
  ],
])('tells %s', async (_, service, wanted) => {
  expect(await found(service(), ...(Object.keys(wanted) as AssumptionId[]))).toEqual(wanted)
})

it('writes in capitals what comes after the base address alone, however that is written [§4]', async () => {
  const bank = hiddenBank()
  const asked: string[] = []
  const fetch = async (request: Request) => {
    asked.push(request.url)
    return await bank.fetch(new Request(request.url.replace('/gateway', ''), request))
  }
  const { origin } = new URL(bank.urls.baseUrl)
  const urls = { ...bank.urls, baseUrl: `${origin}:443/gateway/` }

  await calibrate({ ...bank, urls, fetch, only: ['http.paths'] })

  expect(asked).toContain(`${origin}/gateway/WIRES/V1/PAYMENTS`)
})

it.each<[title: string, seconds: number, late: number, wanted: Wanted]>([
  ['that a subledger can pay at once', 0, 0, 'agrees'],
  ['that it can pay only after a while', 3, 0, 'differs'],
  ['nothing of it where the first wire comes late', 0, 5, 'unknown'],
])('tells %s [§2.9]', async (_, seconds, late, wanted) => {
  const bank = hiddenBank()
  let ready = 0
  const fetch = async (request: Request) => {
    const { pathname } = new URL(request.url)
    const isWire = request.method === 'POST' && pathname.endsWith('/payments')
    if (isWire && late > 0) await bank.clock?.wait(late * 1_000)
    if (isWire && (bank.clock?.now() ?? 0) < ready) {
      return Response.json({ errors: [{ code: 2_101, message: 'the account is not ready yet' }] }, { status: 409 })
    }
    if (request.method === 'POST' && pathname.endsWith('/subaccounts'))
      ready = (bank.clock?.now() ?? 0) + seconds * 1_000
    return await bank.fetch(request)
  }

  expect(await found({ ...bank, fetch }, 'subledgers.readiness', 'limits.amountMinimum')).toEqual({
    'subledgers.readiness': wanted,
    'limits.amountMinimum': 'agrees',
  })
})

it('tells nothing of when restrictions are checked by wires that had gone out before one was placed [§2.8]', async () => {
  const bank = hiddenBank({ 'wires.restrictionCheck': 'release' })
  const fetch = async (request: Request) => {
    if (request.method === 'POST' && /\/restrictions$/.test(request.url)) await bank.clock?.wait(72_000_000)
    return await bank.fetch(request)
  }

  expect(await found({ ...bank, fetch }, 'wires.restrictionCheck')).toEqual({ 'wires.restrictionCheck': 'unknown' })
})

it('rounds how long loans take, as services stamp them a little late [§3]', async () => {
  const way = ['Received', 'DocsComplete', 'PassedCompliance', 'Approved', 'InFunding', 'Funded']
  const service = changing(hiddenBank({ 'loans.stepSeconds': 15 }), /LoanSummary/, (loan) => ({
    ...loan,
    TimeStamp: String(loan['TimeStamp']).replace(/\d+(?=[+-])/, (at) =>
      String(Number(at) + 15 * way.indexOf(String(loan['Status']))),
    ),
  }))

  const { findings } = await calibrate({ ...service, only: ['loans.stepSeconds'] })

  expect(findings).toMatchObject([{ value: 15, seen: 'it took 15.015 s' }])
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

  const seen = 'ZZZ was accepted, and DRB, SVC were refused: 400 "no sender … is listed"'
  expect(findings).toMatchObject([{ verdict: 'differs', seen }])
})

it('says with which words each wire was refused, and which option names what is taken [§2.3]', async () => {
  const service = refusing(hiddenBank(), ({ pathname }, _, method) => method === 'POST' && /\/payments$/.test(pathname))

  const { findings } = await calibrate({ ...service, only: ['limits.amountMinimum'] })

  expect(findings[0]?.seen).toContain(
    'all refused, the last with 400 "no sender … is listed". Give the fields that the service needs in the option wire.',
  )
})

it('tells what is pushed where one of the credentials is refused alone [§6]', async () => {
  const service = refusing(hiddenBank(), (url, body, method) => isRegistering(url, method) && 'authUsername' in body)

  const wanted = { 'webhooks.success': 'agrees', 'webhooks.credentials': 'differs', 'webhooks.secret': 'agrees' }
  expect(await found(service, ...(Object.keys(wanted) as AssumptionId[]))).toEqual(wanted)
})

it('takes no withdrawal for refused where the wire goes out just before it comes [§3]', async () => {
  const bank = bankWithLoans({})
  const service = behindFetch(bank)
  let late = 0
  const fetch = async (request: Request) => {
    const [, id = ''] = /payments\/([^/]+)\/cancel$/.exec(request.url) ?? []
    if (late === 0 && id !== '' && bank.wires.get(id).status === 'Pending') {
      late += 1
      bank.clock.advanceToNextBatch()
    }
    return await service.fetch(request)
  }

  expect(await found({ ...service, fetch }, 'wires.canceling')).toEqual({ 'wires.canceling': 'agrees' })
  expect(late).toBe(1)
})

it('says nothing of days and hours at the bank where the times of its records are in UTC [§2.4]', async () => {
  const inUtc = (text: unknown) => {
    const isTime = typeof text === 'string' && /^\d{4}-\d\d-\d\dT/.test(text)
    return isTime ? new Date(text).toISOString().replace('Z', '+00:00') : text
  }
  const service = changing(hiddenBank(), /payments/, (record) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, inUtc(value)])),
  )

  expect(await found(service, 'wires.inboundAcceptance', 'wires.effectiveDate')).toEqual({
    'wires.inboundAcceptance': 'unknown',
    'wires.effectiveDate': 'unknown',
  })
})
