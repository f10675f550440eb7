/** What the rules bind whatever else is open: the form of account numbers, sums; and what is no verdict at all. */
import { expect, it } from 'vitest'
import { type ConformanceScenario, conformance } from 'vostro/sandbox'
import { answeringOtherwise } from '../../support/answering-otherwise.ts'
import { clientOf, paysAWire, realService } from './real-service.ts'

const opens: ConformanceScenario = async (scene) => {
  const call = await clientOf(scene)
  const { accountNumber: masterAccountNumber } = scene.credentials
  const opened = await call('POST', '/core/v1/dda/subaccounts', { masterAccountNumber, title: 'Customer 17' })
  await call('GET', '/core/v1/dda/subaccounts')
  return { holder: 'Jane Doe', number: opened['accountNumber'] }
}

const planted = (path: RegExp, change: (accountNumber: string) => object) =>
  answeringOtherwise(realService(), ({ body, ...answer }, request) => {
    if (!path.test(`${request.method} ${request.url}`)) return { body, ...answer }
    const [record] = body.results ?? [body]
    Object.assign(record, change(record.accountNumber))
    return { body, ...answer }
  })

it.each([
  ['is too short', (number: string) => number.slice(0, 11)],
  ['has another check digit', (number: string) => `${number.slice(0, 11)}${(Number(number[11]) + 1) % 10}`],
])('tells of a subledger whose number %s [§2.9]', async (_, made) => {
  const against = planted(/^POST .*\/subaccounts$/, (number) => ({ accountNumber: made(number) }))

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
