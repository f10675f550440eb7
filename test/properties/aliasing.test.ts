import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { audit } from '../support/auditor.ts'
import { run } from './command.ts'
import { always, bankOptions, history } from './history.ts'

it('keeps its world whatever a caller does to the records that it was given [§1]', () => {
  fc.assert(
    fc.property(bankOptions, history, (options, commands) => {
      const bank = createBank(options)
      const done = run(bank, commands).flatMap((outcome) => ('did' in outcome ? outcome.did : []))
      const before = JSON.stringify(bank.world)

      // Happenings are read-only by type; records are the caller's own.
      spoil(done.filter((output) => !(typeof output === 'object' && output !== null && 'what' in output)))
      spoil([bank.partner, bank.masterAccount, bank.events, bank.pushes, bank.loans.summary(), bank.clock.agenda()])
      spoil([bank.accounts.all(), bank.wires.list(), bank.subledgers.list(), bank.webhooks.list()])
      spoil([bank.transactions.list(), bank.holds.list(), bank.desk.holds.list(), bank.partners.list()])
      spoil([bank.policies.get(bank.partner.productId), bank.as(bank.partner.id).accounts.all()])
      for (const { accountNumber } of bank.accounts.all()) spoil(bank.restrictions.list({ accountNumber }))

      expect(JSON.stringify(bank.world)).toBe(before)
      audit(bank)
    }),
    always(40),
  )
})

it('keeps its world whatever a caller does to the requests that it made [§1]', () => {
  fc.assert(
    fc.property(bankOptions, history, (givenOptions, givenCommands) => {
      const [options, commands] = structuredClone([givenOptions, givenCommands] as const)
      const bank = createBank(options)
      run(bank, commands)
      const before = JSON.stringify(bank.world)

      spoil(options)
      spoil(commands)

      expect(JSON.stringify(bank.world)).toBe(before)
      audit(bank)
    }),
    always(40),
  )
})

it('keeps the options that it was created with, whatever becomes of the object that held them [§8]', () => {
  const batchTimes = ['10:00', '12:00']
  const bank = createBank({ assume: { 'wires.batchTimes': batchTimes } })
  const before = JSON.stringify(bank.world)

  batchTimes[0] = '23:59'

  expect(JSON.stringify(bank.world)).toBe(before)
})

/** Overwrites everything that can be reached from a value. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    spoil(inner)
    if (typeof inner !== 'object') Reflect.set(value, name, 'spoilt')
  }
}
