/** The control API: every call of its table, over HTTP alone. (§3, §6, §7) */
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { controlCalls } from '../../src/server/control/control-calls.ts'
import { operationsOf } from '../support/openapi/contract.ts'
import { validatorOf } from '../support/openapi/validator.ts'
import { type Answered, serverFor, wireFrom } from './client.ts'

const HOOK = 'http://localhost:3000/hooks'

/** A bank in which there is one of everything: wires, an event that waits, a loan, a hold, restrictions. */
async function furnish() {
  const { call, token, server } = serverFor()
  const { body: bank } = await call('GET', '/_vostro')
  const control = async (method: string, path: string, body?: unknown): Promise<Answered> =>
    call(method, bank.controlUrl + path, { body })
  const access = await token(bank)
  const api = async (method: string, path: string, body?: unknown) =>
    (await call(method, bank.baseUrl + path, { token: access, body })).body
  const wire = async () => (await api('POST', '/wires/v1/payments', wireFrom(bank))).id as string
  const registration = await api('POST', '/webhooks/v1/registrations', {
    partnerId: bank.partnerId,
    eventName: 'Wire.Payment.Sent',
    callbackUrl: HOOK,
  })
  const sent = await wire()
  await control('POST', '/pushes/hold')
  await control('POST', '/clock/next-batch')
  const [{ id: event }] = (await control('GET', '/events')).body.slice(-1)
  const held = await wire()
  await control('POST', `/desk/wires/${held}/hold`)
  const ids = {
    sent,
    held,
    event,
    registration: registration.id,
    account: bank.masterAccountNumber,
    product: bank.productId,
    partner: bank.partnerId,
    fault: (await control('POST', '/faults', { fault: 'status', endpoint: 'createWire', nth: 9 })).body.id,
    hold: (await control('POST', '/holds', { accountNumber: bank.masterAccountNumber, amount: 100 })).body.id,
    loan: (await control('POST', '/loans', { LoanAmount: '12500' })).body.Id,
    approved: (await control('POST', '/loans')).body.Id,
    restriction: (
      await control('POST', `/desk/accounts/${bank.masterAccountNumber}/restrictions`, {
        appliesTo: 'All',
        rail: 'Card',
      })
    ).body.id,
    snapshot: '1',
    other: (await call('POST', '/_vostro/banks')).body.id,
    token: access,
  }
  for (const status of ['DocsComplete', 'PassedCompliance', 'Approved', 'InFunding']) {
    await control('PUT', `/loans/${ids.approved}/status`, { status })
  }
  return { bank, ids, banks: server.banks }
}

/** Furnished once: a case has a server of its own with forks of its banks. */
const made = furnish()

async function furnished() {
  const { bank, ids, banks } = await made
  const { call, server } = serverFor({ banks: new Map(banks.map((each) => [each.id, each.bank.fork()])) })
  const control = async (method: string, path: string, body?: unknown): Promise<Answered> =>
    call(method, bank.controlUrl + path, { body })
  const api = async (method: string, path: string, body?: unknown) =>
    (await call(method, bank.baseUrl + path, { token: ids.token, body })).body
  await control('POST', '/snapshot')
  return { control, api, ids, server }
}

type Ids = Awaited<ReturnType<typeof furnished>>['ids']
/** The end of a path, a body where there is one, and what is answered. */
type Case = readonly [path: (ids: Ids) => string, body: ((ids: Ids) => unknown) | null, answer: unknown]

const any = expect.anything()
const has = (fields: object) => expect.objectContaining(fields)
const moved = has({ now: any, happened: expect.any(Array) })
const page = has({ results: expect.any(Array) })
const nothing = ''

// biome-ignore format: read it as a table
const cases: { readonly [name: string]: Case } = {
  readHealth: [() => '/health', null, { status: 'ok' }],
  listBanks: [() => '/banks', null, [has({ id: any })]],
  openBank: [() => '/banks', () => ({ seed: 8 }), has({ clientId: expect.stringMatching(/~[0-9a-f]{16}$/) })],
  readBank: [() => '', null, has({ id: 'main', clientId: any, clientSecret: any, masterAccountNumber: any })],
  closeBank: [({ other }) => `/banks/${other}`, null, nothing],
  readClock: [() => '/clock', null, { now: '2026-03-02T10:00:00.000-05:00' }],
  advanceClock: [() => '/clock/advance', () => ({ hours: 2 }), has({ now: '2026-03-02T12:00:00.000-05:00' })],
  advanceClockTo: [() => '/clock/advance-to', () => ({ to: '2026-03-03T09:00:00-05:00' }), moved],
  advanceClockToNextBatch: [() => '/clock/next-batch', null, moved],
  previewClock: [() => '/clock/preview', () => ({ days: 1 }), has({ now: '2026-03-02T10:00:00.000-05:00' })],
  readAgenda: [() => '/clock/agenda', null, has({ agenda: expect.any(Array) })],
  resetBank: [() => '/reset', null, { now: '2026-03-02T09:00:00.000-05:00' }],
  keepSnapshot: [() => '/snapshot', null, { id: '2' }],
  listSnapshots: [() => '/snapshots', null, [{ id: '1', now: '2026-03-02T10:00:00.000-05:00' }]],
  restoreSnapshot: [() => '/restore', ({ snapshot }) => ({ id: snapshot }), { now: '2026-03-02T10:00:00.000-05:00' }],
  forkBank: [() => '/fork', null, has({ id: expect.stringMatching(/^[0-9a-f]{16}$/) })],
  listFaults: [() => '/faults', null, [has({ fault: 'status', endpoint: 'createWire' })]],
  injectFault: [() => '/faults', () => ({ fault: 'drop', event: 'Wire.Payment.Sent', uses: 1 }), has({ fault: 'drop' })],
  readCoverage: [() => '/coverage', null, has({ met: has({ steps: any }), unmet: expect.any(Array) })],
  expectOutcome: [() => '/outcomes', () => ({ of: 'wire', match: { amount: 5 }, status: 'Rejected', postingCode: 'NSF' }), nothing],
  listOutcomes: [() => '/outcomes', null, []],
  clearFaults: [() => '/faults', null, nothing],
  clearFault: [({ fault }) => `/faults/${fault}`, null, nothing],
  listPushes: [() => '/pushes?last=1', null, has({ pushes: [], waiting: [has({ callbackUrl: HOOK })] })],
  settle: [() => '/settle', null, has({ waiting: expect.any(Array) })],
  holdPushes: [() => '/pushes/hold', null, nothing],
  resumePushes: [() => '/pushes/resume', null, nothing],
  pushBeforeAnswer: [() => '/pushes/before-answer', null, nothing],
  deliverPush: [({ event }) => `/pushes/${event}/deliver`, () => ({ loseAnswer: true }), has({ outcome: 'lost' })],
  duplicatePush: [({ event }) => `/pushes/${event}/duplicate`, null, [has({ outcome: 'delivered', attempt: 1 }), has({ outcome: 'delivered', attempt: 2 })]],
  dropPush: [({ event }) => `/pushes/${event}/drop`, null, nothing],
  removeRegistration: [({ registration }) => `/webhooks/${registration}`, null, has({ eventName: 'Wire.Payment.Sent' })],
  signPushes: [({ registration }) => `/webhooks/${registration}/sign`, () => ({ secret: 'c2VjcmV0' }), { secret: 'c2VjcmV0' }],
  holdWire: [({ held }) => `/desk/wires/${held}/hold`, null, has({ status: 'Hold' })],
  approveWire: [({ held }) => `/desk/wires/${held}/approve`, null, has({ status: 'Pending' })],
  rejectWire: [({ held }) => `/desk/wires/${held}/reject`, () => ({ reason: 'Unclear' }), has({ status: 'Rejected' })],
  reverseWire: [({ sent }) => `/desk/wires/${sent}/reverse`, null, has({ wasReversed: true })],
  releaseBatch: [() => '/desk/release-batch', null, null],
  listInternalRestrictions: [({ account }) => `/desk/accounts/${account}/restrictions?pageSize=5`, null, page],
  placeInternalRestriction: [({ account }) => `/desk/accounts/${account}/restrictions`, () => ({ appliesTo: 'All', rail: 'Ach' }), has({ type: 'Internal' })],
  updateInternalRestriction: [({ restriction }) => `/desk/restrictions/${restriction}`, () => ({ notes: 'x' }), has({ notes: 'x' })],
  removeInternalRestriction: [({ restriction }) => `/desk/restrictions/${restriction}`, null, has({ rail: 'Card' })],
  placeInternalHold: [() => '/desk/holds', ({ account }) => ({ accountNumber: account, amount: 5 }), has({ type: 'Internal' })],
  updateInternalHold: [({ hold }) => `/desk/holds/${hold}`, () => ({ amount: 50 }), has({ amount: 50 })],
  releaseInternalHold: [({ hold }) => `/desk/holds/${hold}`, null, has({ amount: 100 })],
  readPolicy: [({ product }) => `/policies/${product}`, null, has({ allowed: null })],
  setPolicy: [({ product }) => `/policies/${product}`, () => ({ allowed: [{ rail: 'Wire' }] }), has({ allowed: [has({ rail: 'Wire' })] })],
  listPartners: [() => '/partners', null, [has({ clientId: any })]],
  addPartner: [() => '/partners', () => ({ name: 'Another Partner' }), has({ name: 'Another Partner' })],
  readPartner: [({ partner }) => `/partners/${partner}`, null, has({ name: 'Test Partner' })],
  listAccounts: [({ partner }) => `/accounts?partner=${partner}`, null, [has({ title: 'Test Partner' })]],
  openAccount: [() => '/accounts', () => ({ title: 'Payroll', balance: 500 }), has({ availableBalance: 500 })],
  readAccount: [({ account }) => `/accounts/${account}`, null, has({ title: 'Test Partner' })],
  setAccountStatus: [({ account }) => `/accounts/${account}/status`, () => ({ status: 'Inactive' }), has({ status: 'Inactive' })],
  listHolds: [({ account }) => `/holds?accountNumber=${account}&pageSize=5`, null, page],
  placeHold: [() => '/holds', ({ account }) => ({ accountNumber: account, amount: 5 }), has({ type: 'Partner' })],
  updateHold: [({ hold }) => `/holds/${hold}`, () => ({ reason: 'Dispute' }), has({ reason: 'Dispute' })],
  releaseHold: [({ hold }) => `/holds/${hold}`, null, has({ amount: 100 })],
  listTransactions: [() => '/transactions', null, page],
  sendWire: [() => '/wires', ({ account }) => createBank().wires.plausible({ accountNumber: account }), has({ direction: 'Outbound', status: 'Created' })],
  simulateInbound: [() => '/wires/inbound', ({ account }) => createBank().wires.plausibleInbound({ accountNumber: account }), has({ direction: 'Inbound', status: 'Hold' })],
  postTransaction: [() => '/transactions', ({ account }) => ({ accountNumber: account, rail: 'Ach', transactionType: 'Debit', transactionCode: 'Incoming ACH', amount: 5 }), has({ status: 'Posted' })],
  issueToken: [() => '/tokens', null, has({ token_type: 'Bearer' })],
  revokeToken: [() => '/tokens/revoke', ({ token }) => ({ accessToken: token }), nothing],
  addLoan: [() => '/loans?isSparse=true', () => ({ FICO: 700 }), has({ FICO: 700, Status: 'Received' })],
  readLoan: [({ loan }) => `/loans/${loan}`, null, has({ Status: 'Received' })],
  updateLoan: [({ loan }) => `/loans/${loan}`, () => ({ FICO: 710 }), has({ FICO: 710 })],
  advanceLoan: [({ loan }) => `/loans/${loan}/advance`, null, has({ Status: 'DocsComplete' })],
  setLoanStatus: [({ loan }) => `/loans/${loan}/status`, () => ({ status: 'DocsComplete' }), has({ Status: 'DocsComplete' })],
  fundLoan: [({ approved }) => `/loans/${approved}/fund`, () => ({ failedRails: [] }), has({ Status: 'Funded' })],
  failLoanCompliance: [({ loan }) => `/loans/${loan}/fail-compliance`, null, has({ Status: 'ComplianceFailed' })],
  listEvents: [() => '/events?last=1', null, [has({ eventName: 'LoanStatusUpdated' })]],
  listRequests: [() => '/requests?last=2', null, [has({ endpoint: 'createWire' }), has({ endpoint: 'createWire' })]],
  readTimeline: [() => '/timeline?last=3', null, expect.stringContaining('Monday 2026-03-02')],
  openLiveTrace: [() => '/trace/live', null, expect.stringMatching(/<title>Trace</)],
  readTrace: [() => '/trace?title=Mine', null, expect.stringMatching(/<title>[^<]*Mine/)],
  readConduct: [() => '/conduct', null, expect.any(Array)],
  explain: [({ sent }) => `/explain/${sent}`, null, has({ kind: 'payment', status: 'Completed' })],
  listAssumptions: [() => '/assumptions', null, expect.arrayContaining([has({ id: 'wires.batchTimes' })])],
  readJournal: [() => '/journal', null, expect.arrayContaining([has({ operation: 'wires.create' })])],
  readOpenApi: [() => '/openapi.json', null, has({ openapi: '3.1.0' })],
}

/** What the document of such a server says of the answers to a call, and what holds a value against a schema of it. */
const documented = (async () => {
  const { body: document } = await serverFor().call('GET', '/_vostro/openapi.json')
  const operations = operationsOf(document)
  type Responses = Record<string, { content?: Record<string, { schema: object }> }>
  const responses = (name: string) => operations.find(({ operationId }) => operationId === name)?.responses as Responses
  return { responses, isValid: validatorOf(document) }
})()

it('has a test case for every call [§4]', () => {
  // A stream goes on for ever: it has tests of its own.
  expect([...Object.keys(cases), 'followTrace'].sort()).toEqual(Object.keys(controlCalls).sort())
})

it.each(Object.entries(cases))('performs the control call %s [§4]', async (name, [path, body, answer]) => {
  const { control, ids } = await furnished()

  const said = await control(controlCalls[name]?.method ?? '', path(ids), body?.(ids))

  expect(said.body).toEqual(answer)
  expect(said.status).toBe(said.body === '' ? 204 : 200)
  const { responses, isValid } = await documented
  const content = responses(name)[said.status]?.content
  expect(content?.['application/json'] && isValid(content['application/json'].schema, said.body)).not.toBe(false)
  expect(content === undefined).toBe(said.body === '')
})

it('has a line of test code for every call that changes a bank, except for closing it [§3]', () => {
  const bare = Object.entries(controlCalls).filter(([, { method, line }]) => method !== 'GET' && line === undefined)

  expect(bare.map(([name]) => name)).toEqual(['closeBank'])
})

it('answers as its table declares after refusals, faults, pushes, loans and findings [§4]', async () => {
  const { control, api, ids } = await furnished()
  await control('PUT', `/accounts/${ids.account}/status`, { status: 'Active' })
  const customer = await api('POST', '/core/v1/dda/subaccounts', {
    masterAccountNumber: ids.account,
    title: 'Customer 17',
  })
  await control('PUT', `/accounts/${customer.accountNumber}/status`, { status: 'Inactive' })
  const charge = (accountNumber: string) =>
    control('POST', '/transactions', {
      accountNumber,
      rail: 'Ach',
      transactionType: 'Debit',
      transactionCode: 'Incoming ACH',
      amount: 5,
    })
  const { body: inactive } = await charge(customer.accountNumber)
  await control('POST', `/desk/accounts/${ids.account}/restrictions`, { appliesTo: 'All', rail: 'Ach', notes: 'x' })
  const { body: restricted } = await charge(ids.account)
  await control('POST', '/faults', { fault: 'status', endpoint: 'listWires', for: { days: 9 }, status: 503 })
  await api('GET', '/wires/v1/payments')
  await api('GET', '/nowhere')
  await api('POST', '/wires/v1/payments', { ...wireFrom({ masterAccountNumber: ids.account }), amount: 12.34 })
  await control('POST', '/pushes/resume')
  await control('DELETE', `/holds/${ids.hold}`)
  await control('POST', '/clock/advance', { days: 3 })
  await control('PUT', `/policies/${ids.product}`, { allowed: [{ rail: null, transactionType: 'Debit' }] })

  // Each answer is held against its schema by the client of these tests.
  for (const path of [...everything, `/explain/${inactive.id}`, `/explain/${restricted.id}`, `/explain/${ids.loan}`]) {
    expect([path, (await control('GET', path)).status]).toEqual([path, 200])
  }
  const [explained, conduct, faults] = [
    (await control('GET', `/explain/${restricted.id}`)).body,
    (await control('GET', '/conduct')).body,
    (await control('GET', '/faults')).body,
  ]
  expect(explained.restrictions.length).toBeGreaterThan(0)
  expect(conduct.length).toBeGreaterThan(0)
  expect(faults).toContainEqual(has({ until: any, struck: 1 }))
})

/** Every call that reads, without an id in its path. */
const everything = Object.values(controlCalls)
  .filter(({ method, path, answer }) => method === 'GET' && !path.includes('{') && answer !== 'events')
  .map(({ path }) => path)

it('notes which assumptions an advance to the next batch uses, as the function API does [§3]', async () => {
  const { call } = serverFor()

  await call('POST', '/_vostro/clock/next-batch')

  const { body: used } = await call('GET', '/_vostro/assumptions')
  expect(used).toContainEqual(has({ id: 'wires.batchTimes', usedBy: expect.arrayContaining(['clock.advance']) }))
})

it('lists the expected outcomes, with how many payments matched and how many had the outcome [§3]', async () => {
  const { control, api, ids } = await furnished()
  const asked = { of: 'wire', match: { amount: 10_000 }, status: 'Rejected', postingCode: 'NSF', reason: 'why', nth: 2 }
  const held = { of: 'wire', match: { beneficiary: { name: 'Nobody' } }, status: 'Completed', afterHold: { hours: 2 } }
  const each = { of: 'transaction', match: {}, status: 'Rejected', every: true }
  for (const body of [asked, held, each]) await control('POST', '/outcomes', body)

  await api('POST', '/wires/v1/payments', wireFrom({ masterAccountNumber: ids.account }))

  expect((await control('GET', '/outcomes')).body).toEqual([
    { ...asked, met: 1, taken: 0 },
    { ...held, nth: 1, afterHold: { seconds: 7_200 }, met: 0, taken: 0 },
    { ...each, postingCode: 'ERR', met: 0, taken: 0 },
  ])
  await api('POST', '/wires/v1/payments', wireFrom({ masterAccountNumber: ids.account }))
  expect((await control('GET', '/outcomes')).body[0]).toEqual({ ...asked, met: 2, taken: 1 })
})
