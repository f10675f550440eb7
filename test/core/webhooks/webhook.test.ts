import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { pushOf } from '../../support/requests.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

it('registers for an event and gives the record back [§2.6]', () => {
  const bank = createBank({ seed: 7 })

  const registration = bank.webhooks.register({
    partnerId: bank.partner.id,
    eventName: 'Wire.Payment.Sent',
    registrationType: 'Push',
    callbackUrl: 'https://partner.example/hooks',
  })

  expect(registration).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    partnerId: bank.partner.id,
    eventName: 'Wire.Payment.Sent',
    callbackUrl: 'https://partner.example/hooks',
    consecutiveErrors: 0,
    status: 'Active',
    type: 'Push',
    format: 'Basic',
  })
  expect(bank.webhooks.get(registration.id)).toEqual(registration)
  expect(bank.webhooks.list().results).toEqual([registration])
})

it.each([
  [{ registrationType: 'Poll' }, 'Poll'],
  [{ type: 'Poll' }, 'Poll'],
  [{}, 'Push'],
] as const)('registers with the registrationType of %o as %s [§2.6]', (kind, type) => {
  const bank = createBank()
  const { partnerId, eventName, callbackUrl } = pushOf('Wire.Payment.Sent', bank.partner.id)

  const registration = bank.webhooks.register({ partnerId, eventName, callbackUrl, ...kind })

  expect(registration.type).toBe(type)
})

it('refuses a registration in the name of another partner [§2.6]', () => {
  const bank = createBank({ seed: 7 })
  const stranger = createBank({ seed: 8 }).partner.id

  expect(() => bank.webhooks.register(pushOf('Wire.Payment.Sent', stranger))).toThrow(
    expect.objectContaining({ code: 'partner_not_found', status: 404 }),
  )
})

it('refuses a second registration for one event, whatever its address [§2.6]', () => {
  const bank = createBank()
  const first = bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))
  const before = bank.world

  const again = { ...pushOf('Wire.Payment.Sent', bank.partner.id), callbackUrl: 'https://elsewhere.example/' }

  expect(() => bank.webhooks.register(again)).toThrow(
    expect.objectContaining({ code: 'registration_exists', status: 409 }),
  )
  expect(bank.world).toBe(before)
  expect(bank.webhooks.list().results).toEqual([first])
})

it('replaces the first registration by a second one by an assumption [§2.6]', () => {
  const bank = createBank({ assume: { 'webhooks.duplicate': 'replaced' } })
  const { accountNumber } = bank.masterAccount
  const first = bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))

  const again = { ...pushOf('Wire.Payment.Received', bank.partner.id), callbackUrl: 'https://elsewhere.example/' }
  const second = bank.webhooks.register(again)
  bank.wires.simulateInbound(inboundWire(accountNumber))

  expect(bank.webhooks.list().results).toEqual([second])
  expect(() => bank.webhooks.get(first.id)).toThrow(expect.objectContaining({ code: 'registration_not_found' }))
  expect(bank.pushes).toMatchObject([{ registrationId: second.id, callbackUrl: 'https://elsewhere.example/' }])
})

it('pushes nothing to a registration that was removed, and the event is there all the same [§2.6]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const registration = bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
  bank.wires.simulateInbound(inboundWire(accountNumber))

  bank.webhooks.remove(registration.id)
  bank.wires.simulateInbound(inboundWire(accountNumber))

  expect(bank.events).toHaveLength(2)
  expect(bank.pushes).toHaveLength(1)
  expect(bank.webhooks.list().results).toEqual([])
  expect(() => bank.webhooks.remove(registration.id)).toThrow(
    expect.objectContaining({ code: 'registration_not_found' }),
  )
})

it('changes the address or the event of a registration, unless another has that event [§2.6]', () => {
  const bank = createBank()
  const sent = bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))
  bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))

  const moved = bank.webhooks.update(sent.id, { callbackUrl: 'https://elsewhere.example/' })
  const renamed = bank.webhooks.update(sent.id, { eventName: 'Wire.Payment.Canceled' })

  expect(moved).toEqual({ ...sent, callbackUrl: 'https://elsewhere.example/' })
  expect(renamed).toEqual({ ...moved, eventName: 'Wire.Payment.Canceled' })
  expect(() => bank.webhooks.update(sent.id, { eventName: 'Wire.Payment.Received' })).toThrow(
    expect.objectContaining({ code: 'registration_exists' }),
  )
})

it('changes the kind by either of its names, and keeps kind and format where they are null [§2.6]', () => {
  const bank = createBank()
  const { id } = bank.webhooks.register({ ...pushOf('Wire.Payment.Sent', bank.partner.id), format: 'Extended' })

  const changed = [{ registrationType: 'Poll' }, { type: 'Push' }, { type: null, format: null }] as const

  expect(changed.map((changes) => bank.webhooks.update(id, changes)).map(({ type, format }) => [type, format])).toEqual(
    [
      ['Poll', 'Extended'],
      ['Push', 'Extended'],
      ['Push', 'Extended'],
    ],
  )
})

it('refuses a new callbackUrl with a blank, and changes nothing [§2.6]', () => {
  const bank = createBank()
  const { id } = bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))
  const before = bank.world

  expect(() => bank.webhooks.update(id, { type: 'Poll', callbackUrl: 'https://partner.example/ hooks' })).toThrow(
    'callbackUrl must have no blank in it',
  )
  expect(bank.world).toBe(before)
})

it.each([
  [{ eventName: 'Wire.Payment.Sent' }, ['Wire.Payment.Sent']],
  [{ callbackUrl: 'https://other.example/' }, ['Wire.Payment.Canceled']],
  [{ callbackUrl: 'https://partner.example/hooks' }, ['Wire.Payment.Sent', 'Wire.Payment.Received']],
  [{ eventName: 'Wire.Payment.Sent', callbackUrl: 'https://other.example/' }, []],
  [{ partnerId: '00000000-0000-4000-8000-000000000000' }, []],
])('lists of three registrations those of %o [§2.6]', (query, names) => {
  const bank = createBank()
  bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))
  bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
  const other = { ...pushOf('Wire.Payment.Canceled', bank.partner.id), callbackUrl: 'https://other.example/' }
  bank.webhooks.register(other)

  expect(bank.webhooks.list(query).results.map(({ eventName }) => eventName)).toEqual(names)
})

it('lists for a partner its own registrations alone, whichever partnerId it asks for [§2.6]', () => {
  const bank = createBank()
  const partner = bank.partners.add({ name: 'Second Partner' })
  bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))
  const second = bank.as(partner.id).webhooks.register(pushOf('Wire.Payment.Sent', partner.id))

  expect(bank.as(partner.id).webhooks.list({ partnerId: partner.id }).results).toEqual([second])
  expect(bank.as(partner.id).webhooks.list({ partnerId: bank.partner.id }).results).toEqual([])
})

it('shows when a push failed last, from the first failure on, whatever comes after it [§2.6]', async () => {
  const bank = createBank()
  const { id } = bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))
  const answers = [500, 503, 200]
  bank.webhooks.connect('https://partner.example/hooks', () => new Response('', { status: answers.shift() ?? 200 }))
  const lastErrors = [bank.webhooks.get(id).lastError]
  bank.webhooks.ping(id)
  await bank.settled()
  lastErrors.push(bank.webhooks.get(id).lastError)

  await bank.clock.advanceAsync({ minutes: 2 })

  lastErrors.push(bank.webhooks.get(id).lastError)
  expect(lastErrors).toEqual([undefined, '2026-03-02T09:00:00.000-05:00', '2026-03-02T09:00:45.000-05:00'])
  expect(bank.webhooks.get(id)).toMatchObject({ status: 'Active', consecutiveErrors: 0 })
})

it('remembers of a push the address and event that it had, whatever becomes of the registration [§2.7]', () => {
  const bank = createBank()
  const registration = bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
  bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))
  const before = bank.pushes

  bank.webhooks.update(registration.id, { callbackUrl: 'https://elsewhere.example/', eventName: 'Wire.Payment.Sent' })

  expect(bank.pushes).toEqual(before)
})

it('is Restarting after a restart until the next push succeeds [§2.6]', () => {
  const bank = createBank()
  const { id } = bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))
  const status = () => bank.webhooks.get(id).status

  const restarted = bank.webhooks.restart(id)
  const between = status()
  bank.webhooks.ping(id)

  expect([restarted.status, between, status()]).toEqual(['Restarting', 'Restarting', 'Active'])
})

it('pushes an event under its own name after its registration got another name [§2.7]', () => {
  const bank = createBank()
  const { id } = bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
  bank.outbox.hold()
  bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))

  bank.webhooks.update(id, { eventName: 'Wire.Payment.Sent' })
  const waiting = bank.outbox.waiting
  bank.outbox.resume()

  expect(waiting).toMatchObject([{ eventName: 'Wire.Payment.Received' }])
  expect(bank.pushes).toMatchObject([
    { eventName: 'Wire.Payment.Received', notification: { eventName: 'Wire.Payment.Received' } },
  ])
  expect(bank.timeline()).toContain('Wire.Payment.Received for wires')
})

it('pings a registration with an event without resources [§2.7]', () => {
  const bank = createBank()
  const { id } = bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))

  const notification = bank.webhooks.ping(id)

  expect(notification).toMatchObject({ eventName: 'Wire.Payment.Sent', resources: [], details: [], isPing: true })
  expect(bank.pushes).toMatchObject([{ registrationId: id, outcome: 'captured', notification }])
})

it('knows no registration under an id that it never gave out [§2.6]', () => {
  const bank = createBank()
  const nobody = '00000000-0000-4000-8000-000000000000'
  const refusal = expect.objectContaining({ code: 'registration_not_found', status: 404 })

  for (const ask of [
    bank.webhooks.get,
    bank.webhooks.remove,
    bank.webhooks.restart,
    bank.webhooks.ping,
    bank.webhooks.sign,
  ]) {
    expect(() => ask(nobody)).toThrow(refusal)
  }
  expect(() => bank.webhooks.update(nobody, {})).toThrow(refusal)
})

it('takes names of events that nobody knows, unless only listed ones are allowed [§6]', () => {
  const strict = createBank({ assume: { 'webhooks.eventNames': 'listed' } })
  const open = createBank()

  expect(() => strict.webhooks.register(pushOf('Core.SubAccount.Moved', strict.partner.id))).toThrow(
    'eventName must be one of',
  )
  expect(open.webhooks.register(pushOf('Core.SubAccount.Moved', open.partner.id)).eventName).toBe(
    'Core.SubAccount.Moved',
  )
})

it('pushes an event to its own registration and to no other [§6]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const sent = bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))
  const received = bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))

  bank.wires.create(outboundWire(accountNumber))
  bank.wires.simulateInbound(inboundWire(accountNumber))
  bank.clock.advanceToNextBatch()

  expect(bank.pushes.map(({ registrationId, eventName }) => [registrationId, eventName])).toEqual([
    [received.id, 'Wire.Payment.Received'],
    [sent.id, 'Wire.Payment.Sent'],
  ])
})
