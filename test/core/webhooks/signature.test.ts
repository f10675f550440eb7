/** Signatures of pushes: the header `cos-signature`, held against Node's own HMAC. (§6) */
import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Bank, createBank, parseWorld, replay, verifySignature } from 'vostro'
import { anyText } from '../../support/any-text.ts'
import { pushOf } from '../../support/requests.ts'
import { thoroughly } from '../../support/thorough.ts'
import { inboundWire } from '../../support/wire.ts'

const url = 'https://partner.example/hooks'
const SECRET = Buffer.from('a secret of the partner').toString('base64')

/** The header as anybody would make it, by another implementation. */
function headerOf(at: string, body: string, secret = SECRET): string {
  const key = Buffer.from(secret, 'base64')
  return `t:${at}, v1:${createHmac('sha256', key).update(`${at}.${body}`, 'utf8').digest('base64')}`
}

/** What a receiver got: the header of each request, and its body as it came. */
function listen(bank: Bank, answers: readonly number[] = []): { header: string | null; body: string }[] {
  const got: { header: string | null; body: string }[] = []
  bank.webhooks.connect(url, async (request) => {
    got.push({ header: request.headers.get('cos-signature'), body: await request.text() })
    return new Response('', { status: answers[got.length - 1] ?? 200 })
  })
  return got
}

const receive = (bank: Bank) => bank.wires.simulateInbound(inboundWire(bank))

it('signs a push over its time and its body, with the decoded secret of its registration [§6]', async () => {
  const bank = createBank()
  const { id } = bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
  const got = listen(bank)

  const secret = bank.webhooks.sign(id, SECRET)
  receive(bank)
  await bank.settled()

  const body = JSON.stringify(bank.events[0])
  expect(secret).toBe(SECRET)
  expect(got).toEqual([{ header: headerOf('2026-03-02T09:00:00.000-05:00', body), body }])
  expect(bank.pushes[0]?.headers).toEqual({ 'cos-signature': got[0]?.header })
})

it('signs nothing unless the test asks for it [§6]', async () => {
  const bank = createBank()
  bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
  const got = listen(bank)

  receive(bank)
  await bank.settled()

  expect(got.map(({ header }) => header)).toEqual([null])
  expect(bank.pushes[0]).not.toHaveProperty('headers')
})

it('makes the signature anew for each attempt, at the time of the virtual clock [§6]', async () => {
  const bank = createBank()
  bank.webhooks.sign(bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id)).id, SECRET)
  const got = listen(bank, [503])

  receive(bank)
  await bank.clock.advanceAsync({ minutes: 1 })

  const body = JSON.stringify(bank.events[0])
  expect(got).toEqual([
    { header: headerOf('2026-03-02T09:00:00.000-05:00', body), body },
    { header: headerOf('2026-03-02T09:00:45.000-05:00', body), body },
  ])
})

it('signs what it captures, Extended notifications and payloads of loans too, as they are shown [§6]', () => {
  const bank = createBank()
  for (const [eventName, format] of [
    ['Wire.Payment.Received', 'Basic'],
    ['Core.SubAccount.Opened', 'Extended'],
    ['LoanStatusUpdated', 'Basic'],
  ] as const) {
    bank.webhooks.sign(bank.webhooks.register({ ...pushOf(eventName, bank.partner.id), format }).id, SECRET)
  }
  const title = 'Käse & Söhne ✓'
  receive(bank)
  const { accountNumber } = bank.subledgers.create({
    masterAccountNumber: bank.masterAccount.accountNumber,
    title,
  })
  bank.loans.advance(bank.loans.add().Id)
  bank.subledgers.rename(accountNumber, 'Renamed')

  const shown = bank.pushes.map(({ headers }) => headers?.['cos-signature'])

  const bodies = bank.pushes.map(({ payload, notification }) => JSON.stringify(payload ?? notification))
  expect(bodies[1]).toContain(title)
  expect(shown).toHaveLength(3)
  expect(shown).toEqual(bodies.map((body) => headerOf('2026-03-02T09:00:00.000-05:00', body)))
})

it('sends the signature beside Basic authentication, and shows both [§6]', async () => {
  const bank = createBank()
  const credentials = { authUsername: 'bank', authPassword: 'word' }
  const { id } = bank.webhooks.register({ ...pushOf('Wire.Payment.Received', bank.partner.id), ...credentials })
  bank.webhooks.sign(id, SECRET)

  bank.webhooks.ping(id)

  expect(bank.pushes[0]?.headers).toEqual({
    authorization: `Basic ${Buffer.from('bank:word').toString('base64')}`,
    'cos-signature': expect.stringMatching(/^t:\S+, v1:\S+$/),
  })
})

it('makes a secret of 32 bytes where none is given, the same for the same seed, and keeps it [§6]', () => {
  const secretsOf = (seed: number) => {
    const bank = createBank({ seed })
    const registrations = ['Wire.Payment.Sent', 'Wire.Payment.Received'].map((eventName) =>
      bank.webhooks.register(pushOf(eventName, bank.partner.id)),
    )
    return [...registrations, ...registrations].map(({ id }) => bank.webhooks.sign(id))
  }
  const [first, second, ...again] = secretsOf(7)

  expect(Buffer.from(first ?? '', 'base64')).toHaveLength(32)
  expect(again).toEqual([first, second])
  expect(secretsOf(7)).toEqual([first, second, first, second])
  expect(new Set([first, second, ...secretsOf(8)]).size).toBe(4)
})

it('keeps the secret out of every record of the registration, and through a change of it [§2.6]', () => {
  const bank = createBank()
  const { id } = bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))
  bank.webhooks.sign(id, SECRET)

  const changed = bank.webhooks.update(id, { callbackUrl: 'https://partner.example/other' })

  expect(JSON.stringify([changed, bank.webhooks.get(id), bank.webhooks.list()])).not.toContain(SECRET)
  expect(bank.webhooks.sign(id)).toBe(SECRET)
})

it('signs the pushes of every registration where the catalogue has a secret, its own one first [§6]', () => {
  const bank = createBank({ assume: { 'webhooks.secret': SECRET } })
  const own = bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))
  const other = bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
  const ownSecret = bank.webhooks.sign(own.id, 'b3du')

  bank.webhooks.ping(own.id)
  bank.webhooks.ping(other.id)

  const verified = bank.pushes.map(({ headers, notification }) =>
    [ownSecret, SECRET].map((secret) =>
      verifySignature({
        body: JSON.stringify(notification),
        header: headers?.['cos-signature'],
        secret,
        now: bank.clock.now,
      }),
    ),
  )
  expect(verified).toEqual([
    [true, false],
    [false, true],
  ])
  expect(bank.webhooks.sign(other.id)).toBe(SECRET)
})

it.each(['not base64!', 'c2VjcmV0=', 'abc', ''])('refuses "%s" as a secret [§6]', (secret) => {
  const bank = createBank()
  const { id } = bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))
  const before = bank.world

  expect(() => bank.webhooks.sign(id, secret)).toThrow('must be base64')
  expect(() => createBank({ assume: { 'webhooks.secret': secret } })).toThrow('allowed is base64, or null')
  expect(() => verifySignature({ body: '', header: '', secret, now: 0 })).toThrow('the secret must be base64')
  expect(bank.world).toBe(before)
})

it('has secrets and signatures in the world, so that JSON and a replay bring both back [§3]', async () => {
  const bank = createBank()
  bank.webhooks.sign(bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id)).id)
  listen(bank, [503])
  bank.faults.inject('wrongSignature', { nth: 1 })
  receive(bank)
  await bank.clock.advanceAsync({ minutes: 1 })

  expect(parseWorld(JSON.stringify(bank.world))).toEqual(bank.world)
  expect(replay(JSON.parse(JSON.stringify(bank.journal))).pushes).toEqual(bank.pushes)
})

const body = '{"id":"1"}'
const at = '2026-03-02T09:00:00.000-05:00'
const good = { body, header: headerOf(at, body), secret: SECRET, now: at }

it.each([
  ['as it was made', {}, true],
  ['five minutes later, to the second', { now: '2026-03-02T09:05:00.000-05:00' }, true],
  ['later than five minutes', { now: '2026-03-02T09:05:00.001-05:00' }, false],
  ['by a clock that is behind too far', { now: '2026-03-02T08:54:59.999-05:00' }, false],
  ['within the tolerance that is given', { now: Date.parse(at) + 60_000, toleranceSeconds: 60 }, true],
  ['beyond the tolerance that is given', { now: new Date(Date.parse(at) + 60_001), toleranceSeconds: 60 }, false],
  ['for another body', { body: '{"id":"2"}' }, false],
  ['for a body that was parsed and written again', { body: '{ "id": "1" }' }, false],
  ['for another secret', { secret: 'b3RoZXI=' }, false],
  ['without a header', { header: null }, false],
  ['with no header at all', { header: undefined }, false],
  ['with an empty header', { header: '' }, false],
  ['with a header of another form', { header: 'sha256=abc' }, false],
  ['with another time than was signed', { header: good.header.replace('09:00:00', '09:00:01') }, false],
  ['with a time that is none', { header: headerOf('yesterday', body) }, false],
  ['with the letters of the secret for a key', { header: headerOf(at, body, btoa(SECRET)) }, false],
])('verifies a signature %s: %o is %s [§6]', (_, changes, expected) => {
  expect(verifySignature({ ...good, ...changes })).toBe(expected)
})

it.each([
  [{ now: 'soon' }, 'now must be an instant, and is "soon"'],
  [{ toleranceSeconds: -1 }, 'toleranceSeconds must be at least 0, and is -1'],
  [{ toleranceSeconds: Number.NaN }, 'toleranceSeconds must be at least 0, and is NaN'],
])('refuses to verify with %o [§6]', (changes, problem) => {
  expect(() => verifySignature({ ...good, ...changes })).toThrow(problem)
})

it('verifies what another implementation signed, whatever the body and the secret are [§6]', () => {
  const secrets = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('base64'))
  const property = fc.property(anyText, secrets, (text, secret) =>
    verifySignature({ body: text, header: headerOf(at, text, secret), secret, now: at }),
  )

  expect(() => fc.assert(property, { seed: 7, numRuns: thoroughly(300, 60) })).not.toThrow()
})
