/** What looks like the same, and is not: a refusal between reads, money on a new account, a day that begins at noon. */
import { expect, it } from 'vitest'
import { type ConformanceScenario, conformance } from 'vostro/sandbox'
import { answeringOtherwise } from '../../support/answering-otherwise.ts'
import { changing, clientOf, paysAWire, realService } from './real-service.ts'

const subledgers = '/core/v1/dda/subaccounts'

/** Reads, with a new token where the old one is refused. */
const asksAgain: ConformanceScenario = async (scene) => {
  for (let tries = 0; tries < 3; tries++) {
    const call = await clientOf(scene)
    if (await call('GET', subledgers).catch(() => undefined)) return
  }
}

it.each([401, 404, 503])('tells of a read that is answered %i once, and then done [§5]', async (status) => {
  let reads = 0
  const against = answeringOtherwise(realService(), (answer, { method }) =>
    method === 'GET' && reads++ === 0
      ? { ...answer, status, body: { errors: [{ code: 3_000, message: 'No' }] } }
      : answer,
  )

  const { differences, text } = await conformance(asksAgain, { against })

  expect(differences[0], text).toMatchObject({ call: 'listSubledgers #1', path: 'status', theirs: `${status} "No"` })
})

const opens: ConformanceScenario = async (scene) => {
  const { accountNumber: masterAccountNumber } = scene.credentials
  await (await clientOf(scene))('POST', subledgers, { masterAccountNumber, title: 'Customer 17' })
}

it('compares the money in the answer that opens a subledger [§2.9]', async () => {
  const against = answeringOtherwise(realService(), changing(/POST .*subaccounts$/, { availableBalance: -500 }))

  const { differences, text } = await conformance(opens, { against })

  expect(differences, text).toMatchObject([{ path: 'body.availableBalance', ours: '0', theirs: '-500' }])
})

it.each([
  ['is too short', '31234567890'],
  ['has another check digit', '312345678901'],
])('tells of a subledger whose number %s [§2.9]', async (_, accountNumber) => {
  const against = answeringOtherwise(realService(), changing(/POST .*subaccounts$/, { accountNumber }))

  const report = await conformance(opens, { against, runs: 5 })

  expect(report.verdict).toBe('differ')
  expect(report.first).toMatchObject({
    call: 'createSubledger #1',
    path: 'body.accountNumber',
    ours: '12 digits: 3 first, a Luhn check digit last',
    theirs: 'a number of another form',
    source: '§2.9',
  })
})

it('says that a service was not reached, which is no verdict [§4]', async () => {
  const against = { ...realService(), fetch: () => Promise.reject(new TypeError('fetch failed')) }

  await expect(conformance(paysAWire, { against })).rejects.toThrow(
    'Failed to reach the real service at gateway.sandbox.example, id.sandbox.example: no call was answered (TypeError).',
  )
})

it('names what it does not show as another one, and an id as an id [§2.2]', async () => {
  const against = answeringOtherwise(realService(), ({ body, ...answer }) => ({
    ...answer,
    body: body.posting ? { ...body, beneficiaryReference: 'INVOICE 4712', traceId: crypto.randomUUID() } : body,
  }))

  const { differences, text } = await conformance(paysAWire, { against })

  expect(text).toContain('here <text of 12>, there <another text of 12>')
  expect(differences.filter(({ path }) => path === 'body.traceId').map(({ theirs }) => theirs)).toEqual([
    '<id>',
    '<id>',
  ])
})
