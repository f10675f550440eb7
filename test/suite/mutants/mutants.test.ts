/** The table of mutants: each breaks the promise that it names, and nothing else. (§1) */
import { expect, it, vi } from 'vitest'
import { createBank, verifySignature } from 'vostro'
import { coverageOf } from 'vostro/test'
import { SIGNATURE_HEADER, signatureOf } from '../../../src/core/webhooks/signature.ts'
import { axes } from '../../../src/suite/coverage/axes.ts'
import { mutantAsked } from '../../../src/suite/mutants/asked.ts'
import { hasMet } from '../../../src/suite/mutants/mutant.ts'
import { mutants } from '../../../src/suite/mutants/mutants.ts'
import { answers } from '../../../src/suite/mutants/rows/answers.ts'
import { events } from '../../../src/suite/mutants/rows/events.ts'
import { audit, shownBy } from '../../support/auditor.ts'
import { breaking } from '../../support/broken-banks.ts'
import { atNoon, playWeek } from './partner-week.ts'

const weeks = new Map<string | undefined, ReturnType<typeof playing>>()

/** Returns a bank after the partner's week, with a mutant or without. Each is played once, because tests only read it. */
function played(id?: string) {
  const known = weeks.get(id) ?? playing(id)
  weeks.set(id, known)
  return known
}

async function playing(id?: string) {
  const bank = createBank(atNoon)
  const effects = id ? breaking(bank, id) : () => 0
  await playWeek(bank)
  const { met } = coverageOf(bank)
  const rows = Object.entries(met).flatMap(([axis, names]) => Object.keys(names).map((name) => `${axis}: ${name}`))
  return { bank, effects: effects(), rows }
}

it('has at least forty mutants, each with a promise, an advice, and a section of the specification [§1]', () => {
  const sections = [
    '§2.1',
    '§2.2',
    '§2.3',
    '§2.4',
    '§2.5',
    '§2.6',
    '§2.7',
    '§2.8',
    '§2.9',
    '§2.10',
    '§3',
    '§4',
    '§5',
    '§6',
    '§7',
    '§8',
  ]
  const rows = Object.entries(mutants)

  expect(rows.length).toBeGreaterThanOrEqual(40)
  for (const [id, { section, promise, breaks, advice, met }] of rows) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/)
    expect(sections).toContain(section)
    expect(
      [promise, breaks].every((text) => /^.*\.$/.test(text)),
      id,
    ).toBe(true)
    expect(advice, id).toMatch(/\(|\[/)
    for (const row of met) expect(Object.keys(axes), `${id}: ${row}`).toContain(row.split(':')[0])
  }
})

it.each(Object.keys(mutants))('%s takes effect if its promise is met, and keeps the books [§2.9]', async (id) => {
  const plain = await played()
  const { bank, effects } = await played(id)

  expect(hasMet(mutants[id]?.met ?? [], plain.rows), `what it says is met: ${mutants[id]?.met}`).toBe(true)
  expect(effects).toBeGreaterThan(0)
  audit(bank)
  expect(bank.faults.list()).toEqual([])
})

it.each(Object.keys(answers).filter((id) => id !== 'balances-lag'))(
  '%s changes only answers, not the world [§1]',
  async (id) => {
    const { bank } = await played(id)

    expect(JSON.stringify(bank.world)).toBe(JSON.stringify((await played()).bank.world))
  },
)

it.each(Object.keys(events))('%s changes only events, neither money nor answers of other calls [§6]', async (id) => {
  const plain = await played()
  const { bank } = await played(id)
  // The answer to a poll has events, too.
  const answersOf = ({ requests }: typeof bank) =>
    requests.flatMap(({ endpoint, status, answer }) =>
      endpoint === 'pollEvents' ? [] : [{ endpoint, status, answer }],
    )

  expect(shownBy(bank)).toEqual(shownBy(plain.bank))
  expect(answersOf(bank)).toEqual(answersOf(plain.bank))
})

it('does not change an assumption that the test has set [§7]', async () => {
  const bank = createBank({ ...atNoon, assume: { 'wires.holidays': 'federal' } })
  const effects = breaking(bank, 'batch-on-a-holiday')
  await playWeek(bank)

  expect(effects()).toBe(0)
})

it.each([
  [undefined, 1],
  ['signature-is-wrong', 0],
])('with the mutant %s, a receiver that checks signatures books %i payments [§6]', async (id, count) => {
  const bank = createBank()
  if (id) breaking(bank, id)
  const registration = bank.webhooks.register({
    partnerId: bank.partner.id,
    registrationType: 'Push',
    eventName: 'Wire.Payment.Sent',
    callbackUrl: 'https://partner.example/hooks',
  })
  const secret = bank.webhooks.sign(registration.id)
  const booked: string[] = []
  bank.webhooks.connect('https://partner.example/hooks', async (request) => {
    const body = await request.text()
    const header = request.headers.get(SIGNATURE_HEADER)
    if (!verifySignature({ body, header, secret, now: bank.clock.now })) return new Response('', { status: 401 })
    booked.push(JSON.parse(body).resources[0])
    return new Response()
  })
  bank.wires.create(bank.wires.plausible())
  await bank.clock.advanceAsync({ hours: 2 })

  expect(booked).toHaveLength(count)
})

it('does not correct a signature that a fault of the test made wrong [§6]', async () => {
  const bank = createBank()
  const { id } = bank.webhooks.register({
    partnerId: bank.partner.id,
    registrationType: 'Push',
    eventName: 'Wire.Payment.Sent',
    callbackUrl: 'https://partner.example/hooks',
  })
  const secret = bank.webhooks.sign(id)
  breaking(bank, 'event-without-resources')
  bank.faults.inject('wrongSignature', { event: 'Wire.Payment.Sent', uses: 1 })
  const areSigned: boolean[] = []
  bank.webhooks.connect('https://partner.example/hooks', async (request) => {
    const signature = request.headers.get(SIGNATURE_HEADER) ?? ''
    const at = /^t:([^,]+),/.exec(signature)?.[1] ?? ''
    areSigned.push(signature === signatureOf(secret, at, await request.text()))
    return new Response()
  })
  for (let wires = 0; wires < 2; wires++) {
    bank.wires.create(bank.wires.plausible())
    await bank.clock.advanceAsync({ hours: 2 })
  }

  expect(areSigned).toEqual([false, true])
})

it.each([
  ['sent-never-comes', []],
  ['sent-comes-twice', ['Wire.Payment.Sent', 'Wire.Payment.Sent']],
  ['event-of-another-name', ['Wire.Payment.Rejected']],
])('%s breaks events that are polled, too [§6]', async (id, names) => {
  const bank = createBank()
  breaking(bank, id)
  bank.webhooks.register({
    partnerId: bank.partner.id,
    registrationType: 'Poll',
    eventName: 'Wire.Payment.Sent',
    callbackUrl: 'https://partner.example/hooks',
  })
  bank.wires.create(bank.wires.plausible())
  bank.clock.advance({ hours: 2 })
  const response = await bank.fetch(`${bank.urls.baseUrl}/webhooks/v1/events/poll`, {
    headers: { authorization: `Bearer ${bank.tokens.issue().access_token}` },
  })
  const { results } = (await response.json()) as { results: { eventName: string }[] }

  expect(results.map(({ eventName }) => eventName)).toEqual(names)
})

it.each(['sent-never-comes', 'events-out-of-order', 'restrictions-are-not-listed'])(
  '%s does not change a refusal [§7]',
  async (id) => {
    const bank = createBank()
    const effects = breaking(bank, id)
    const { accountNumber } = bank.masterAccount
    const paths = ['/webhooks/v1/events/poll', `/core/v1/dda/accounts/${accountNumber}/restrictions`]
    const answers = await Promise.all(paths.map((path) => bank.fetch(`${bank.urls.baseUrl}${path}`)))

    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(Object.keys((await answer.json()) as object)).toEqual(['errors'])
    }
    expect(effects()).toBe(0)
  },
)

it('strikes the pushes of its event even if the test has a fault for another event [§6]', async () => {
  const bank = createBank()
  for (const eventName of ['Wire.Payment.Sent', 'Core.Transaction.Completed'] as const)
    bank.webhooks.register({
      partnerId: bank.partner.id,
      registrationType: 'Push',
      eventName,
      callbackUrl: 'https://partner.example/hooks',
    })
  const names: string[] = []
  bank.webhooks.connect('https://partner.example/hooks', async (request) => {
    names.push(((await request.json()) as { eventName: string }).eventName)
    return new Response()
  })
  breaking(bank, 'sent-never-comes')
  bank.faults.inject('duplicate', { event: 'Core.Transaction.Completed' })
  bank.wires.create(bank.wires.plausible())
  await bank.clock.advanceAsync({ hours: 2 })

  expect(names).toEqual(['Core.Transaction.Completed', 'Core.Transaction.Completed'])
})

it('has no effect as client-identifier-pays-again if each repeat also has the same key [§4]', async () => {
  const bank = createBank()
  const effects = breaking(bank, 'client-identifier-pays-again')
  const request = { ...bank.wires.plausible(), clientIdentifier: 'invoice 1' }
  for (const _ of [1, 2]) bank.wires.create(request, { idempotencyKey: 'invoice 1' })

  expect(bank.wires.list().results).toHaveLength(1)
  expect(effects()).toBe(0)

  bank.wires.create(request, { idempotencyKey: 'invoice 1, again' })

  expect(bank.wires.list().results).toHaveLength(2)
  expect(effects()).toBe(1)
})

it.each([
  ['cut-off-at-noon', 'wires are made in the morning'],
  ['client-identifier-pays-again', 'no wire has a clientIdentifier'],
  ['batch-on-a-holiday', 'there is no holiday'],
])('%s has no effect if %s [§1]', async (id) => {
  const bank = createBank()
  const effects = breaking(bank, id)
  bank.tokens.issue()
  bank.wires.create(bank.wires.plausible())
  bank.clock.advance({ days: 1 })

  expect(effects()).toBe(0)
})

it.each(['__proto__', 'constructor', 'toString', 'no-such-mutant'])(
  'refuses VOSTRO_MUTANT=%s, which names no mutant [§7]',
  async (id) => {
    vi.stubEnv('VOSTRO_MUTANT', id)
    const asked = mutantAsked()
    vi.unstubAllEnvs()

    await expect(asked).rejects.toThrow(`Failed to break the bank: VOSTRO_MUTANT is the unknown mutant "${id}"`)
  },
)
