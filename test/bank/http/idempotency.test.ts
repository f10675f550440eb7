import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { followClock } from 'vostro/time'
import { bankingToken, bodyCalls, make, post, send } from '../../support/calls.ts'
import { pushOf } from '../../support/requests.ts'
import { outboundWire } from '../../support/wire.ts'

const key = { 'idempotency-key': 'invoice-17' }

it.each(bodyCalls)('answers a repeated $name as the first time and moves nothing [§4 call 2]', async (call) => {
  const bank = createBank()
  const token = bankingToken(bank)

  const first = await make(bank, call, { token, headers: key })
  const before = bank.world
  const second = await make(bank, call, { token, headers: key })

  expect([first.status, second.status]).toEqual([200, 200])
  expect(await second.text()).toBe(await first.text())
  expect(first.headers.has('original-request-id')).toBe(false)
  expect(second.headers.get('original-request-id')).toBe(first.headers.get('request-id'))
  expect(second.headers.get('request-id')).not.toBe(first.headers.get('request-id'))
  expect(bank.world).toBe(before)
})

it('names the first request in every later repeat [§4 call 2]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const repeat = () => post(bank, token, '/wires/v1/payments', outboundWire(bank), key)

  const [first, second, third] = [await repeat(), await repeat(), await repeat()]

  expect(second.headers.get('original-request-id')).toBe(first.headers.get('request-id'))
  expect(third.headers.get('original-request-id')).toBe(first.headers.get('request-id'))
})

it('takes a call for the same when its path writes the id in capitals [§4 call 2]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const { id } = bank.wires.create(outboundWire(bank))
  const registration = bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))
  const { accountNumber } = bank.masterAccount
  const restriction = bank.restrictions.create({ accountNumber, appliesTo: 'All', rail: 'Ach' })
  bank.clock.advance({ minutes: 1 })
  const calls = [
    ['POST', '/wires/v1/payments', id, '/cancel', undefined],
    ['PUT', '/webhooks/v1/registrations', registration.id, '/ping', undefined],
    ['PUT', '/webhooks/v1/registrations', registration.id, '', { format: 'Extended' }],
    ['PUT', `/core/v1/dda/accounts/${accountNumber}/restrictions`, restriction.id, '', { notes: 'x', unheardOf: 1 }],
  ] as const

  for (const [method, path, own, rest, body] of calls) {
    const call = (id: string) =>
      send(bank, method, `${path}/${id}${rest}`, { token, headers: key, ...(body && { body }) })
    const first = await call(own)
    const second = await call(own.toUpperCase())

    expect([first.ok, second.status]).toEqual([true, first.status])
    expect(second.headers.get('original-request-id')).toBe(first.headers.get('request-id'))
  }
})

it('takes an unknown field for another body, and another order of the fields for the same [§4 call 2]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const wire = outboundWire(bank)
  const turned = Object.fromEntries(Object.entries(wire).reverse())
  const ids: string[] = []

  for (const body of [wire, turned, { ...wire, memo: 'a' }, { ...turned, memo: 'a' }, { ...wire, memo: 'b' }]) {
    ids.push((await (await post(bank, token, '/wires/v1/payments', body, key)).json()).id)
  }

  const [first, second, third] = bank.wires.list().results.map(({ id }) => id)
  expect(ids).toEqual([first, first, second, second, third])
})

it('keeps the key of one call apart from that of another [§4 call 2]', async () => {
  const bank = createBank({ assume: { 'idempotency.changedBody': 'refused' } })
  const token = bankingToken(bank)

  const responses = []
  for (const call of bodyCalls) responses.push(await make(bank, call, { token, headers: key }))

  expect(responses.map(({ status }) => status)).toEqual(bodyCalls.map(() => 200))
  for (const response of responses) expect(response.headers.has('original-request-id')).toBe(false)
})

it('performs one of the calls with one key that are sent at the same time, and names the assumption [§4 call 2]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)

  const pay = () => post(bank, token, '/wires/v1/payments', outboundWire(bank), key)
  const answers = await Promise.all([pay(), pay(), pay()])

  const [first, ...others] = answers.map(({ status, headers }) => [status, headers.get('original-request-id')])
  expect(first).toEqual([200, null])
  expect(others).toEqual(Array(2).fill([200, answers[0]?.headers.get('request-id')]))
  expect(bank.wires.list().results).toHaveLength(1)
  expect(bank.assumptions.used().map(({ id }) => id)).toContain('idempotency.overlap')
})

it('performs a repeat that comes while a slow call takes its time, and the slow call gets its answer [§4 call 2]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const pay = () => post(bank, token, '/wires/v1/payments', outboundWire(bank), key)
  bank.faults.inject('slow', { endpoint: 'createWire', seconds: 30, uses: 1 })
  using _ = followClock(bank)

  const [slow, repeat] = await Promise.all([pay(), pay()])

  expect([slow.status, repeat.status]).toEqual([200, 200])
  expect(slow.headers.get('original-request-id')).toBe(repeat.headers.get('request-id'))
  expect(bank.wires.list().results).toHaveLength(1)
  expect(bank.assumptions.used()).toContainEqual(
    expect.objectContaining({ id: 'idempotency.overlap', provenance: 'assumed' }),
  )
})

it('takes an empty clientIdentifier for none: two equal wires are two [§2.3]', () => {
  const bank = createBank()
  const wire = bank.wires.plausible({ clientIdentifier: '' })

  expect(bank.wires.create(wire).id).not.toBe(bank.wires.create(wire).id)
})

it('makes one wire where the answer was lost and the client tries again [§4 call 2]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const pay = () => post(bank, token, '/wires/v1/payments', outboundWire(bank, { amount: 700 }), key)
  bank.faults.inject('lostAnswer', { uses: 1 })

  await expect(pay()).rejects.toThrow('fetch failed')
  bank.clock.advance({ seconds: 30 })
  const { id } = await (await pay()).json()
  bank.clock.advanceToNextBatch()

  expect(bank.wires.list().results).toMatchObject([{ id, status: 'Completed' }])
  expect(bank.masterAccount.currentBalance).toBe(100_000_000 - 700)
})
