/** The lines that coverage gives for what was never met: each of them runs when it is pasted into a test, and meets what it promises. */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'

const AsyncFunction = (async () => {}).constructor as new (
  ...given: string[]
) => (bank: Bank, ...given: unknown[]) => Promise<void>
const paste = (line: string, bank: Bank) => new AsyncFunction('bank', line)(bank)

const { unmet } = createBank().coverage()
const HOOK = 'https://partner.example/hooks'

/** The code under test listens to every event, and causes each of them twice. */
async function useEvents(bank: Bank): Promise<void> {
  const names = new Set(unmet.flatMap(({ axis, name }) => (axis === 'events' ? [name.split(':')[0] as string] : [])))
  for (const eventName of names) {
    const isRegistered = bank.webhooks.list({ pageSize: 50 }).results.some((each) => each.eventName === eventName)
    if (isRegistered) continue
    const hook = { partnerId: bank.partner.id, eventName, registrationType: 'Push', callbackUrl: HOOK } as const
    bank.webhooks.sign(bank.webhooks.register(hook).id)
  }
  bank.webhooks.connect(HOOK, () => new Response())
  await causeEvents(bank, bank.masterAccount.accountNumber)
}

/** The code under test makes every call. */
async function useCalls(bank: Bank): Promise<void> {
  for (const { line, axis, name } of unmet)
    if (axis === 'calls' && name.endsWith(': done')) await paste(line, bank).catch(() => undefined)
}

async function causeEvents(bank: Bank, accountNumber: string): Promise<void> {
  const restriction = bank.restrictions.create({ accountNumber, appliesTo: 'All', rail: 'Check' })
  bank.restrictions.remove(restriction.id)
  const subledger = bank.subledgers.create({ masterAccountNumber: accountNumber, title: 'Customer' })
  bank.subledgers.rename(subledger.accountNumber, 'Client')
  bank.accounts.setStatus(subledger.accountNumber, 'Dormant')
  bank.accounts.setStatus(subledger.accountNumber, 'Closed')
  bank.wires.simulateInbound(bank.wires.plausibleInbound())
  bank.wires.cancel(bank.desk.hold(bank.wires.create(bank.wires.plausible()).id).id)
  bank.desk.reject(bank.wires.create(bank.wires.plausible()).id)
  bank.wires.create(bank.wires.plausible())
  bank.wires.create(bank.wires.plausible())
  const { Id } = bank.loans.add()
  for (let step = 0; step < 5; step++) bank.loans.advance(Id)
  for (const Term of [24, 36]) bank.loans.update(Id, { Term })
  for (const { Id } of [bank.loans.add(), bank.loans.add()]) bank.loans.failCompliance(Id)
  await bank.clock.advanceAsync({ days: 4 })
}

const alone = unmet.filter(({ axis }) => axis !== 'events' && axis !== 'faults')
const withCode = unmet.filter(({ axis }) => axis === 'events' || axis === 'faults')

it('has lines for every axis [§7]', () => {
  expect(alone.length).toBeGreaterThan(150)
  expect(withCode.length).toBeGreaterThan(100)
})

it.each(alone)('meets $axis, $name, by its line alone [§7]', async ({ axis, name, line }) => {
  const bank = createBank()
  await paste(line, bank)

  expect(bank.coverage().met[axis]).toHaveProperty([name])
})

it.each(withCode)('meets $axis, $name, by its line and the code under test [§7]', async ({ axis, name, line }) => {
  const isAfter = /bank\.events\.findLast|\.results\.find/.test(line)
  const bank = createBank({ release: { every: { hours: 1 } } })
  if (!isAfter) await paste(line, bank)
  await useEvents(bank)
  if (axis === 'faults' || name.includes('before the answer')) await useCalls(bank)
  if (isAfter) await paste(line, bank)

  expect(bank.coverage().met[axis]).toHaveProperty([name])
})
