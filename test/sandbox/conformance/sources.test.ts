/** Which section or assumption a difference is of, and so the verdict: what the specification does not show is nobody's fault. */
import { expect, it } from 'vitest'
import { type ConformanceScenario, conformance } from 'vostro/sandbox'
import { answeringOtherwise } from '../../support/answering-otherwise.ts'
import { type Call, type Change, changing, clientOf, realService, refusing, wireFrom } from './real-service.ts'

const subledgers = '/core/v1/dda/subaccounts'

/** Whatever a partner does, each call of it in spite of refusals. */
const scenarioOf =
  (act: (call: Call, scene: Parameters<ConformanceScenario>[0]) => Promise<unknown>): ConformanceScenario =>
  async (scene) => {
    const call = await clientOf(scene)
    await act((...given) => call(...given).catch(() => ({})), scene)
  }

const pays = scenarioOf((call, scene) => call('POST', '/wires/v1/payments', wireFrom(scene)))
const opens = scenarioOf(async (call, { credentials }) => {
  const given = { masterAccountNumber: credentials.accountNumber, title: 'Customer 17' }
  const { accountNumber } = await call('POST', subledgers, given)
  await call('GET', `${subledgers}/${accountNumber}`)
  await call('GET', `${subledgers}?pageSize=5`)
})
const asksWrongly = scenarioOf(async (_, { fetch, urls }) => {
  const body = JSON.stringify({ grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'nothing' })
  await fetch(`${urls.authUrl}/oauth/token`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  await fetch(`${urls.baseUrl}/wires/v1/payments`)
})
const isRestricted = scenarioOf(async (call, scene) => {
  const restrictions = `/core/v1/dda/accounts/${scene.credentials.accountNumber}/restrictions`
  await call('POST', restrictions, { appliesTo: 'All', rail: 'Wire', amountThreshold: 10_000 })
  const { id } = await call('POST', '/wires/v1/payments', wireFrom(scene))
  await scene.wait({ minutes: 1 })
  await call('GET', `/wires/v1/payments/${id}`)
})

// biome-ignore format: read it as a table
it.each<[string, ConformanceScenario, Change, string, boolean]>([
  ['a wire that lacks a field', pays, refusing(/POST .*payments$/, 400), 'wires.requiredFields', false],
  ['a size of pages', opens, refusing(/GET .*pageSize/, 400), 'subledgers.listQuery', false],
  ['a client', asksWrongly, (answer) => (answer.body.error ? { ...answer, status: 400 } : answer), 'tokens.errors', false],
  ['a call without a token', asksWrongly, refusing(/GET .*payments$/, 403), '§7', true],
])('says of the refusal of %s where it is from [§7]', async (_, scenario, change, source, isSpecified) => {
  const { differences, text } = await conformance(scenario, { against: answeringOtherwise(realService(), change) })

  const found = differences.find(({ path }) => path === 'status')
  expect(found, text).toMatchObject({ source, isSpecified })
})

it('takes an error of another range for the matter of the codes, and not of the form [§7]', async () => {
  const against = answeringOtherwise(realService(), (answer) =>
    answer.body.errors ? { ...answer, body: { errors: [{ code: 2_500, message: 'No' }] } } : answer,
  )

  const { differences, text } = await conformance(asksWrongly, { against })

  expect(differences, text).toMatchObject([{ path: 'body.errors.0.code', source: 'errors.codes', isSpecified: false }])
})

it('takes a restriction that is not enforced for a broken rule [§2.8]', async () => {
  const status = { status: 'Completed', posting: 'Posted', postingCode: 'OK' }
  const against = answeringOtherwise(realService(), changing(/GET .*payments\//, status))

  const { differences, verdict, text } = await conformance(isRestricted, { against })

  expect(verdict, text).toBe('differ')
  expect(
    differences.find(({ path }) => path === 'body.status'),
    text,
  ).toMatchObject({ source: '§2.8', isSpecified: true })
})

const looks = scenarioOf(async (call, scene) => {
  const { id } = await call('POST', '/wires/v1/payments', wireFrom(scene))
  await scene.wait({ hours: 22 })
  await call('GET', `/wires/v1/payments/${id}`)
})
const restricts = scenarioOf((call, { credentials }) =>
  call('POST', `/core/v1/dda/accounts/${credentials.accountNumber}/restrictions`, { appliesTo: 'All', rail: 'Ach' }),
)
const aText: Change = ({ body, ...answer }) => {
  const { fedBatchSequence: place } = body
  return { ...answer, body: place === undefined ? body : { ...body, fedBatchSequence: String(place) } }
}
const noPages: Change = (answer, { url }) => (/pageSize/.test(url) ? { ...answer, body: answer.body.results } : answer)

// biome-ignore format: read it as a table
it.each<[string, ConformanceScenario, Change, path: string, source: string, isSpecified: boolean]>([
  ['a hold', opens, changing(/GET .*subaccounts\/\d+$/, { holdAmount: 5 }), 'body.holdAmount', 'subledgers.record', false],
  ['a balance', opens, changing(/GET .*subaccounts\/\d+$/, { currentBalance: 5 }), 'body.currentBalance', '§2.9', true],
  ['a list without pages', opens, noPages, 'body', 'subledgers.listQuery', false],
  [
    'a rejected wire that is Posted', isRestricted, changing(/GET .*payments\//, { posting: 'Posted' }), 'body.posting', 'wires.rejected',
    false,
  ],
  ['a Completed wire without its imad', looks, changing(/./, { imad: undefined }), 'body.imad', '§2.4', true],
  ['a sequence number that is a text', looks, aText, 'body.fedBatchSequence', '§2.4', true],
  ['a reason where none was given', restricts, changing(/POST .*restrictions$/, { reason: 'Account' }), 'body.reason', '§2.8', true],
])('says of %s where it is from [§7]', async (_, scenario, change, path, source, isSpecified) => {
  const { differences, text } = await conformance(scenario, { against: answeringOtherwise(realService(), change) })

  expect(
    differences.find((each) => each.path === path),
    text,
  ).toMatchObject({ source, isSpecified })
})

it('says nothing of money where a wire was rejected for a restriction [§2.8]', async () => {
  const rejected = { status: 'Rejected', postingCode: 'RES' }
  const against = answeringOtherwise(realService(), changing(/GET .*payments\//, rejected))

  const { differences, text } = await conformance(looks, { against })

  expect(
    differences.find(({ path }) => path === 'body.status'),
    text,
  ).toMatchObject({ source: '§2.8' })
  expect(text).not.toContain('money enough')
})

it('says of a wire that is rejected on one side where the money of our bank is set [§2.9]', async () => {
  const { text } = await conformance(looks, { against: realService({ masterAccount: { balance: 4_000 } }) })

  expect(text).toContain('bank.masterAccount decides whether there is enough money')
})
