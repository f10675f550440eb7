/** jest runs tests in a realm of their own, where Node's promises are no instances of `Promise`. */
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankHandlers } from 'vostro/msw'
import { bankingToken, initOf } from '../../support/calls.ts'
import { outboundWire } from '../../support/wire.ts'

it('loses an answer whose request gives its body by a promise of another realm [§7]', async () => {
  const bank = createBank()
  const { Promise: Foreign } = runInNewContext('({ Promise })') as { Promise: PromiseConstructor }
  const init = initOf('POST', { token: bankingToken(bank), body: outboundWire(bank) })
  const request = new Request(`${bank.urls.baseUrl}/wires/v1/payments`, init)
  Object.assign(request, { clone: () => request, text: () => Foreign.resolve(init.body as string) })
  bank.faults.inject('lostAnswer', { endpoint: 'createWire' })

  const result = await bankHandlers(bank)[0]?.run({ request, requestId: '1' })

  expect(result?.response?.type).toBe('error')
  expect(bank.wires.list().results).toHaveLength(1)
})
