/** What is no difference: how long answers take, how many pages there are, what was there before, in which words something is said. */
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { type ConformanceScenario, conformance } from 'vostro/sandbox'
import { answeringOtherwise } from '../../support/answering-otherwise.ts'
import { clientOf, paysAWire, realService, serviceOf, wireFrom } from './real-service.ts'

const subledgers = '/core/v1/dda/subaccounts'

it.each([250, 400, 700])('lets our clock go on while a call of theirs takes %i ms [§3]', async (milliseconds) => {
  const sandbox = createBank({ seed: 9 })
  const service = serviceOf(sandbox)
  const fetch = async (request: Request) => {
    await sandbox.clock.advanceAsync({ milliseconds })
    return await service.fetch(request)
  }
  const looksOften: ConformanceScenario = async (scene) => {
    const call = await clientOf(scene)
    const { accountNumber } = scene.credentials
    await call('GET', `${subledgers}/${accountNumber}`)
    const { id } = await call('POST', '/wires/v1/payments', wireFrom(scene))
    for (let look = 0; look < 15; look++) await call('GET', `${subledgers}/${accountNumber}`)
    await call('GET', `/wires/v1/payments/${id}`)
  }

  const { text } = await conformance(looksOften, { against: { ...service, fetch } })

  expect(text).toMatch(/^agree: 19 of 19/)
})

/** Opens twelve subledgers, and reads them in pages of five, and all at once. */
const readsPages: ConformanceScenario = async (scene) => {
  const call = await clientOf(scene)
  const { accountNumber: masterAccountNumber } = scene.credentials
  for (let number = 1; number <= 12; number++) {
    await call('POST', subledgers, { masterAccountNumber, title: `Tenant ${number}` })
  }
  for (let page = 1, goesOn = true; goesOn; page++) {
    goesOn = String((await call('GET', `${subledgers}?pageNumber=${page}&pageSize=5`))['hasNextPage']) === 'true'
  }
  await call('GET', `${subledgers}?pageSize=50`)
}

it('holds no page against another one that was asked for [§4]', async () => {
  const against = answeringOtherwise(realService(), ({ body, ...answer }) => ({
    ...answer,
    body: body?.results ? { ...body, hasNextPage: false } : body,
  }))

  const { differences, text } = await conformance(readsPages, { against })

  expect(
    differences.map(({ path }) => path),
    text,
  ).toEqual(['body.hasNextPage'])
})

it('passes over the words in which a transfer is refused [§2.9]', async () => {
  const against = answeringOtherwise(realService(), ({ body, ...answer }) => ({
    ...answer,
    body: body?.reason ? { ...body, reason: 'not enough' } : body,
  }))
  const transfers: ConformanceScenario = async (scene) => {
    const call = await clientOf(scene)
    const { accountNumber: master } = scene.credentials
    const opened = await call('POST', subledgers, { masterAccountNumber: master, title: 'Customer 17' })
    const between = { debitAccountNumber: opened['accountNumber'], creditAccountNumber: master }
    await call('POST', '/core/v1/transactions', { ...between, amount: 990_000_000 }).catch(() => undefined)
  }

  expect((await conformance(transfers, { against })).text).toMatch(/^agree/)
})

it('passes over the name of the institution that sends [§2.4]', async () => {
  expect((await conformance(paysAWire, { against: realService({ assume: { 'bank.name': 'ANOTHER' } }) })).text).toMatch(
    /^agree/,
  )
})
