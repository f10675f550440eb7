/** Which section or assumption a difference is of, and so the verdict: what the specification does not show is nobody's fault. */
import { expect, it } from 'vitest'
import { type ConformanceScenario, conformance } from 'vostro/sandbox'
import { answeringOtherwise } from '../../support/answering-otherwise.ts'
import { type Change, changing, pays, realService, refusing, trying, wireFrom } from './real-service.ts'

const subledgers = '/core/v1/dda/subaccounts'

const opens = trying(async (call, { credentials }) => {
  const given = { masterAccountNumber: credentials.accountNumber, title: 'Customer 17' }
  const { accountNumber } = await call('POST', subledgers, given)
  await call('GET', `${subledgers}/${accountNumber}`)
  await call('GET', `${subledgers}?pageSize=5`)
})
const asksWrongly = trying(async (_, { fetch, urls }) => {
  const body = JSON.stringify({ grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'nothing' })
  await fetch(`${urls.authUrl}/oauth/token`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  await fetch(`${urls.baseUrl}/wires/v1/payments`)
})
const isRestricted = trying(async (call, scene) => {
  const restrictions = `/core/v1/dda/accounts/${scene.credentials.accountNumber}/restrictions`
  await call('POST', restrictions, { appliesTo: 'All', rail: 'Wire', amountThreshold: 10_000 })
  const { id } = await call('POST', '/wires/v1/payments', wireFrom(scene))
  await scene.wait({ minutes: 1 })
  await call('GET', `/wires/v1/payments/${id}`)
})

it('takes an error of another range for the matter of the codes, and not of the form [§7]', async () => {
  const against = answeringOtherwise(realService(), (answer) =>
    answer.body.errors ? { ...answer, body: { errors: [{ code: 2_500, message: 'No' }] } } : answer,
  )

  const { differences, text } = await conformance(asksWrongly, { against })

  expect(differences, text).toMatchObject([{ path: 'body.errors.0.code', source: 'errors.codes', isSpecified: false }])
})

const looks = trying(async (call, scene) => {
  const { id } = await call('POST', '/wires/v1/payments', wireFrom(scene))
  await scene.wait({ hours: 22 })
  await call('GET', `/wires/v1/payments/${id}`)
})
const aText: Change = ({ body, ...answer }) => {
  const { fedBatchSequence: place } = body
  return { ...answer, body: place === undefined ? body : { ...body, fedBatchSequence: String(place) } }
}
const completed = { status: 'Completed', posting: 'Posted', postingCode: 'OK' }
const noPages: Change = (answer, { url }) => (/pageSize/.test(url) ? { ...answer, body: answer.body.results } : answer)

// biome-ignore format: read it as a table
it.each<[string, ConformanceScenario, Change, path: string, source: string, isSpecified: boolean]>([
  ['the refusal of a wire that lacks a field', pays({}), refusing(/POST .*payments$/, 400), 'status', 'wires.requiredFields', false],
  ['the refusal of a size of pages', opens, refusing(/GET .*pageSize/, 400), 'status', 'subledgers.listQuery', false],
  ['the refusal of a client', asksWrongly, (answer) => (answer.body.error ? { ...answer, status: 400 } : answer), 'status', 'tokens.errors', false],
  ['the refusal of a call without a token', asksWrongly, refusing(/GET .*payments$/, 403), 'status', '§7', true],
  ['a restriction that is not enforced', isRestricted, changing(/GET .*payments\//, completed), 'body.status', '§2.8', true],
  ['a hold', opens, changing(/GET .*subaccounts\/\d+$/, { holdAmount: 5 }), 'body.holdAmount', 'subledgers.record', false],
  ['a balance', opens, changing(/GET .*subaccounts\/\d+$/, { currentBalance: 5 }), 'body.currentBalance', '§2.9', true],
  ['a list without pages', opens, noPages, 'body', 'subledgers.listQuery', false],
  ['a rejected wire that is Posted', isRestricted, changing(/GET .*payments\//, { posting: 'Posted' }), 'body.posting', 'wires.rejected', false],
  ['a Completed wire without its imad', looks, changing(/./, { imad: undefined }), 'body.imad', '§2.4', true],
  ['a sequence number that is a text', looks, aText, 'body.fedBatchSequence', '§2.4', true],
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
  expect(text).not.toContain('bank.masterAccount')
})

it('says of a wire that is rejected on one side where the money of our bank is set [§2.9]', async () => {
  const { text } = await conformance(looks, { against: realService({ masterAccount: { balance: 4_000 } }) })

  expect(text).toContain('bank.masterAccount decides whether there is enough money')
})
