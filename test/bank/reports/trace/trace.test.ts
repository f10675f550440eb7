import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { linesOf } from '../../../../src/bank/reports/trace/page/lines.ts'
import type { BankTrace, Step } from '../../../../src/bank/reports/trace/trace-data.ts'
import { outboundWire } from '../../../support/wire.ts'
import { dataIn } from './data-in.ts'
import { bankWithEvents, eventfulBank } from './story.ts'

type Options = Parameters<Bank['trace']>[0]
const dataOf = async (bank: Bank, options?: Options) => dataIn(await bank.trace(options))
const traceOf = async (bank: Bank, options?: Options) => (await dataOf(bank, options)).banks[0] as BankTrace
const textsOf = ({ steps }: BankTrace) => steps.flatMap(({ facts }) => facts.map(({ text }) => text))

/** Computes the state at the end from the changes of all steps. */
function stateAtEnd({ steps, accounts, payments }: BankTrace) {
  const balances = new Map<string | undefined, readonly [number, number]>()
  const open = new Map<string | undefined, string>()
  const due = new Map<string, unknown>()
  const waiting = new Set<number>()
  for (const { state } of steps) {
    for (const { account, current, available } of state.balances ?? []) {
      balances.set(accounts[account]?.number, [current, available])
    }
    for (const { payment, status, waitsFor } of state.payments ?? []) {
      if (waitsFor === null) open.delete(payments[payment]?.id)
      else open.set(payments[payment]?.id, status)
    }
    for (const { at, due: operations } of state.agenda ?? [])
      operations.length > 0 ? due.set(at, operations) : due.delete(at)
    for (const { delivery, push } of state.pushes ?? []) push ? waiting.add(delivery) : waiting.delete(delivery)
  }
  return { balances, open, due, waiting }
}

it('writes control characters of a title visibly, so that the page is well formed [§3]', async () => {
  const bank = createBank()

  const html = await bank.trace({ title: 'pays\u0000 \u0007once' })

  expect(html).toContain('<title>pays\\u0000 \\u0007once</title>')
})

it('is one HTML file that loads nothing, with the given title and problem [§3]', async () => {
  const bank = await eventfulBank()

  const html = await bank.trace({ title: 'pays once', problem: 'expected 1, got 2' })

  expect(html).toMatch(/^<!doctype html>/)
  expect(html).toContain(`content="default-src 'none'`)
  expect(html.replace(/id="(page|data)">[^<]*/g, '')).not.toMatch(/https?:|src=/)
  expect(dataIn(html)).toMatchObject({ title: 'pays once', problem: 'expected 1, got 2', firstDifference: null })
})

it('says in the head of its file why the test failed, for an index of traces [§3]', async () => {
  const html = await createBank().trace({ problem: 'expected "1"\n- 1', place: 'pay.test.ts:27' })

  expect(html).toContain('<meta name="description" content="pay.test.ts:27: expected &quot;1&quot;">')
})

it('names what a step changed in words of the domain, and leaves out indexes and counters [§3]', async () => {
  const { steps } = await traceOf(await eventfulBank({ isStruck: true }))

  const changed = steps.flatMap(({ changes }) =>
    changes.map(({ of, field = '' }) => `${of.replace(/ .*/, '')} ${field}`),
  )

  expect(changed).toContain('wire held by desk')
  expect(changed).toContain('delivery last attempted at')
  expect(changed.filter((text) => /[.[\]]|[a-z][A-Z]|sequence|connections/.test(text))).toEqual([])
})

it('has the facts of the timeline, in order [§3]', async () => {
  const bank = await eventfulBank({ isStruck: true })

  const texts = textsOf(await traceOf(bank))

  const lines = bank
    .timeline()
    .split('\n')
    .filter((line) => /[│✗]/.test(line))
    .map((line) => line.replace(/^.*?[│✗] /, ''))
  expect(texts).toEqual(lines)
})

it('leaves a rejected wire out of the agenda of its step [§3]', async () => {
  const bank = createBank()
  bank.desk.reject(bank.wires.create(outboundWire(bank.masterAccount.accountNumber)).id)

  expect([...stateAtEnd(await traceOf(bank)).due]).toEqual([])
})

it('says in one sentence why a request was refused, without the JSON of its answer [§7]', async () => {
  const bank = createBank()
  const headers = { authorization: `Bearer ${bank.tokens.issue().access_token}`, 'content-type': 'application/json' }
  await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { method: 'POST', headers, body: '{"amount":-1}' })

  const step = (await traceOf(bank)).steps.find(({ request }) => request !== undefined) as Step

  const [line] = linesOf(step)
  expect(line?.text).toMatch(
    /^POST \/wires\/v1\/payments {2}400 {2}Failed to originate a wire: [^{}]+ is required; [^{}]+\.$/,
  )
  expect(line?.text.split('Failed to')).toHaveLength(2)
})

it('has the state after each step, which ends as the state of the bank [§3]', async () => {
  const bank = await eventfulBank()
  bank.subledgers.create({ masterAccountNumber: bank.masterAccount.accountNumber, title: 'Payroll' })
  bank.wires.create(outboundWire(bank))

  const { balances, open, due, waiting } = stateAtEnd(await traceOf(bank))

  const { accountNumber, currentBalance, availableBalance } = bank.masterAccount
  expect(balances.get(accountNumber)).toEqual([currentBalance, availableBalance])
  expect(balances.size).toBe(2)
  const unended = bank.wires
    .list()
    .results.filter(({ status }) => !['Completed', 'Rejected', 'Canceled'].includes(status))
  expect([...open]).toEqual(unended.map(({ id, status }) => [id, status]))
  expect([...due.keys()].sort()).toEqual([...new Set(bank.clock.agenda().map(({ at }) => at))].sort())
  expect(waiting.size).toBe(bank.outbox.waiting.length)
})

it('has a step for each instant of an advance at which something happened [§3]', async () => {
  const bank = createBank({ seed: 7 })
  bank.wires.create(outboundWire(bank))
  bank.clock.advance({ hours: 3 })

  const { steps } = await traceOf(bank)

  const advances = steps.filter(({ operation }) => operation === 'clock.advance')
  expect(advances.map(({ at, until }) => [at.slice(11, 19), until?.slice(11, 19)])).toEqual([
    ['09:00:05', undefined],
    ['10:00:00', '12:00:00'],
  ])
  expect(advances[0]?.state.payments).toEqual([{ payment: 0, status: 'Pending', waitsFor: 'the next batch' }])
})

it('names the changed records as a partner knows them [§3]', async () => {
  const bank = createBank({ seed: 7 })
  const { id } = bank.wires.create(outboundWire(bank))
  bank.clock.advance({ seconds: 5 })

  const { changes } = (await traceOf(bank)).steps.at(-1) as Step

  const { accountNumber } = bank.masterAccount
  expect(changes).toContainEqual({ of: `account ${accountNumber}`, field: 'reserved', from: '0.00', to: '100.00' })
  expect(changes).toContainEqual({ of: `wire ${id.slice(0, 8)}`, field: 'status', from: 'Created', to: 'Pending' })
})

it('shows the bodies, the fault, the assumptions and the findings of a request [§3]', async () => {
  const bank = await eventfulBank({ isStruck: true })
  for (let poll = 0; poll < 12; poll++)
    await bank.fetch(bank.requests[0]?.url as string, { headers: bank.requests[0]?.headers ?? {} })

  const { requests, steps, findings, assumptions } = await traceOf(bank)

  expect(requests.map(({ id }) => id)).toEqual(bank.requests.map(({ id }) => id))
  expect(requests[0]).toMatchObject({ method: 'POST', endpoint: 'createWire', status: 200, body: { amount: 10_000 } })
  expect(requests[0]?.assumptions.map((index) => assumptions[index]?.id)).toContain('wires.reference')
  const struck = steps.find(({ request }) => request !== undefined && requests[request]?.fault === 'status')
  expect(struck?.mark).toBe('fault status')
  const named = bank.conduct()
  expect(findings.map(({ rule }) => rule)).toEqual(named.map(({ rule }) => rule))
  for (const [index, { requests: ids }] of named.entries()) {
    expect(requests.filter((request) => request.findings.includes(index)).map(({ id }) => id)).toEqual(ids)
  }
})

it('marks injected steps: faults, decisions of the desk [§3]', async () => {
  const bank = await eventfulBank({ isStruck: true })

  const { steps } = await traceOf(bank)

  expect(steps.flatMap(({ mark }) => mark ?? [])).toEqual(['fault status', 'fault status', 'decision desk.hold'])
})

it('explains each payment as bank.explain does [§3]', async () => {
  const bank = await eventfulBank()

  const { payments } = await traceOf(bank)

  expect(payments.length).toBe(4)
  for (const { id, explanation } of payments) expect(explanation).toBe(bank.explain(id).text)
})

it('is the same text for equal seeds, for a fork and for a restored bank [§3]', async () => {
  const [bank, equal] = [await eventfulBank(), await eventfulBank()]
  const restored = createBank({ seed: 7 })
  restored.restore(JSON.stringify(bank.snapshot()))

  const html = await bank.trace()

  expect(await equal.trace()).toBe(html)
  expect(await bank.fork().trace()).toBe(html)
  expect(dataIn(await restored.trace())).toEqual(dataIn(html))
  expect(await (await eventfulBank({ seed: 8 })).trace()).not.toBe(html)
})

it('changes nothing in the bank [§3]', async () => {
  const bank = await eventfulBank()
  const before = JSON.stringify(bank.snapshot())

  await bank.trace()

  expect(JSON.stringify(bank.snapshot())).toBe(before)
})

it('shows two banks and their first difference [§7]', async () => {
  const [clean, other] = [await eventfulBank(), await eventfulBank()]
  other.faults.inject('lostAnswer')
  other.clock.advance({ minutes: 1 })
  await other.fetch(`${other.urls.baseUrl}/wires/v1/payments`).catch(() => {})
  await other.fetch(`${other.urls.baseUrl}/wires/v1/payments`).catch(() => {})

  const data = await dataOf(other, { title: 'lostAnswer', beside: clean, besideTitle: 'clean' })

  expect(data.banks.map(({ title }) => title)).toEqual(['lostAnswer', 'clean'])
  expect(data.banks[0]?.steps[data.firstDifference as number]?.operation).toBe('listWires')
  expect(data.besideDifference).toBe(data.banks[1]?.steps.length)
  expect((await dataOf(clean, { beside: clean.fork() })).firstDifference).toBeNull()
})

it('finds the first difference of two banks that no request has reached [§7]', async () => {
  const [one, other] = [createBank(), createBank()]
  for (const bank of [one, other]) bank.clock.advance({ minutes: 1 })
  one.wires.create(one.wires.plausible({ amount: 5 }))

  const { firstDifference, besideDifference } = await dataOf(one, { beside: other })

  expect([firstDifference, besideDifference]).toEqual([2, 2])
})

it('does not run HTML in hostile texts [§3]', async () => {
  const hostile = '</script><script>alert(1)</script><!-- \u2028 & "\''
  const bank = createBank({ seed: 7 })
  bank.subledgers.create({ masterAccountNumber: bank.masterAccount.accountNumber, title: hostile })

  const html = await bank.trace({ title: hostile, problem: hostile })

  expect(html).not.toContain('<script>alert')
  expect(dataIn(html)).toMatchObject({ title: hostile, problem: hostile })
  expect(dataIn(html).banks[0]?.accounts[1]?.title).toBe(hostile)
})

it('stays within 150 kB for a test of two hundred events of wires that were created over HTTP [§3]', async () => {
  const bank = await bankWithEvents(200)

  const html = await bank.trace()

  expect(bank.events.length).toBeGreaterThanOrEqual(200)
  expect(html.length).toBeLessThanOrEqual(150_000)
})

it('refuses an unknown option, and names the nearest [§3]', async () => {
  const bank = createBank()

  await expect(bank.trace({ titel: 'x' } as never)).rejects.toThrow('titel: unknown option; did you mean "title"?')
  await expect(bank.trace({ beside: {} } as never)).rejects.toThrow('beside: must be a bank')
  await expect(bank.trace(null as never)).rejects.toThrow('options: must be a record')
})

it('refuses a second bank that only has a snapshot and a world [§3]', async () => {
  const bank = createBank()
  const likeness = { snapshot: () => ({}), world: {} }

  await expect(bank.trace({ beside: likeness } as never)).rejects.toThrow('beside: must be a bank')
})

it('shows each day that the clock goes on as a step with its day [§3]', async () => {
  const bank = createBank()
  bank.clock.advance({ minutes: 5 })
  bank.clock.advance({ minutes: 5 })
  bank.clock.advance({ days: 1 })
  bank.clock.advance({ days: 1 })

  const { steps } = await traceOf(bank)

  expect(steps.slice(1).flatMap((step) => linesOf(step).map(({ text }) => text))).toEqual([
    'clock.advance to 09:10:00',
    'clock.advance to Tuesday 2026-03-03 09:10:00',
    'clock.advance to Wednesday 2026-03-04 09:10:00',
  ])
})

it.each([
  ['review', {}],
  ['end of the hold', { assume: { 'wires.reviewOutcome': 'Hold', 'wires.holdMinutes': 5 } } as const],
])('says no more of the %s once the desk has approved the payment [§3]', async (_, options) => {
  const bank = createBank(options)
  const { id } = bank.wires.create(bank.wires.plausible())
  if ('assume' in options) bank.clock.advance({ seconds: 5 })
  else bank.desk.hold(id)
  bank.desk.approve(id)

  const { steps } = await traceOf(bank)

  expect(steps.at(-1)?.state.payments).toEqual([{ payment: 0, status: 'Pending', waitsFor: 'the next batch' }])
})

it('says until when a payment waits [§3]', async () => {
  const bank = createBank()
  const inbound = bank.wires.simulateInbound(bank.wires.plausibleInbound())
  bank.desk.hold(inbound.id)
  bank.desk.reject(inbound.id)

  const { steps } = await traceOf(bank)

  expect(steps.flatMap(({ state }) => state.payments ?? [])).toEqual([
    { payment: 0, status: 'Hold', waitsFor: 'the end of its review', until: '2026-03-02T09:01:00.000-05:00' },
    { payment: 0, status: 'Hold', waitsFor: 'the operations team' },
    { payment: 0, status: 'Rejected', waitsFor: null },
  ])
})

it('shows a request in one step with each fault that it met, also one that does not strike yet [§7]', async () => {
  const bank = createBank()
  bank.faults.inject('lostAnswer', { endpoint: 'requestToken', nth: 2 })
  await bank.fetch(`${bank.urls.authUrl}/oauth/token`, { method: 'POST' })

  const { steps } = await traceOf(bank)

  expect(steps.map(({ operation }) => operation)).toEqual(['bank.open', 'faults.inject', 'requestToken'])
})
