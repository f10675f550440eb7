import { expect, it } from 'vitest'
import { createBank, isDefectError } from 'vostro'
import { bankingToken, get, post } from '../../support/calls.ts'
import { makeUnsound } from '../../support/unsound.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

it('answers 500 with code 9999 where the bank itself is wrong, and throws nothing through fetch [§7]', async () => {
  const bank = createBank({ seed: 7 })
  const token = bankingToken(bank)
  makeUnsound(bank)

  const response = await post(bank, token, '/wires/v1/payments', outboundWire(bank))

  expect(response.status).toBe(500)
  expect(response.headers.get('request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(await response.json()).toEqual({ errors: [{ code: 9999, message: expect.stringContaining('seed 7') }] })
})

it('throws the defect again at the next call of the function API, once [§7]', async () => {
  const bank = createBank({ seed: 7 })
  const token = bankingToken(bank)
  makeUnsound(bank)
  await post(bank, token, '/wires/v1/payments', outboundWire(bank))

  expect(() => bank.wires.list()).toThrow(
    expect.toSatisfy((error) => isDefectError(error) && error.seed === 7 && Array.isArray(error.journal)),
  )
  expect(bank.wires.list().results).toEqual([])
})

it('keeps in the defect what was done to the bank until then [§7]', async () => {
  const bank = createBank({ seed: 7 })
  const token = bankingToken(bank)
  makeUnsound(bank)
  await post(bank, token, '/wires/v1/payments', outboundWire(bank))

  expect(() => bank.clock.advance({ hours: 1 })).toThrow(
    expect.objectContaining({
      message: expect.stringContaining('the whole bank sums to 1, not to zero'),
      journal: [
        expect.objectContaining({ operation: 'bank.open' }),
        expect.objectContaining({ operation: 'tokens.issue' }),
      ],
    }),
  )
})

it('changes nothing where it answers 500 [§7]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  makeUnsound(bank)
  const before = bank.world

  await post(bank, token, '/wires/v1/payments/simulations', inboundWire(bank))

  expect(() => bank.world).toThrow('Failed to keep the bank sound')
  expect(bank.world).toBe(before)
  expect(bank.events).toEqual([])
})

it('keeps the request that met the defect, and the defect itself over later good answers [§7]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  makeUnsound(bank)

  await post(bank, token, '/wires/v1/payments', outboundWire(bank))
  const list = await get(bank, token, '/wires/v1/payments')

  expect(list.status).toBe(200)
  expect(bank.requests).toMatchObject([
    { endpoint: 'createWire', status: 500 },
    { endpoint: 'listWires', status: 200 },
  ])
  expect(() => bank.masterAccount).toThrow(expect.toSatisfy(isDefectError))
})

it('does not let a restore or a reset hide a defect [§7]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const sound = bank.snapshot()
  makeUnsound(bank)
  await post(bank, token, '/wires/v1/payments', outboundWire(bank))

  expect(() => bank.restore(sound)).toThrow(expect.toSatisfy(isDefectError))
  bank.restore(sound)
  expect((await post(bank, token, '/wires/v1/payments', outboundWire(bank))).status).toBe(200)
})
