import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createBank, replay } from 'vostro'
import { audit } from '../support/auditor.ts'
import { run } from './command.ts'
import { always, bankOptions, history, sequel } from './history.ts'

it('replays a journal that went through JSON to an equal world [§3]', () => {
  fc.assert(
    fc.property(bankOptions, history, (options, commands) => {
      const bank = createBank(options)
      run(bank, commands)

      const again = replay(JSON.parse(JSON.stringify(bank.journal)))

      expect(again.world).toStrictEqual(bank.world)
      expect(again.journal).toStrictEqual(bank.journal)
      audit(bank)
      audit(again)
    }),
    always(24),
  )
})

it('restores a snapshot to the very same world, and then goes on as it did before [§3]', () => {
  fc.assert(
    fc.property(bankOptions, history, sequel, (options, commands, more) => {
      const bank = createBank(options)
      run(bank, commands)
      const [snapshot, world, text] = [bank.snapshot(), bank.world, JSON.stringify(bank.world)]
      const done = run(bank, more)
      const after = JSON.stringify(bank.world)

      bank.restore(snapshot)

      expect(bank.world).toBe(world)
      expect(JSON.stringify(bank.world)).toBe(text)
      expect(run(bank, more)).toEqual(done)
      expect(JSON.stringify(bank.world)).toBe(after)
      audit(bank)
    }),
    always(24),
  )
})

it('restores a snapshot from its text to an equal world, in another bank of the same options too [§3]', () => {
  fc.assert(
    fc.property(bankOptions, history, sequel, (options, commands, more) => {
      const bank = createBank(options)
      run(bank, commands)
      const other = createBank(options)

      other.restore(JSON.stringify(bank.snapshot()))

      expect(other.world).toStrictEqual(bank.world)
      expect(other.journal).toStrictEqual(bank.journal)
      expect(other.assumptions.used()).toEqual(bank.assumptions.used())
      expect(run(other, more)).toEqual(run(bank, more))
      expect(JSON.stringify(other.world)).toBe(JSON.stringify(bank.world))
      audit(bank)
      audit(other)
    }),
    always(24),
  )
})

it('forks a bank that shares nothing: each goes on by itself, and alike when asked alike [§3]', () => {
  fc.assert(
    fc.property(bankOptions, history, sequel, (options, commands, more) => {
      const bank = createBank(options)
      run(bank, commands)
      const [world, text, journal] = [bank.world, JSON.stringify(bank.world), JSON.stringify(bank.journal)]
      const fork = bank.fork()

      const done = run(fork, more)

      expect(bank.world).toBe(world)
      expect(JSON.stringify(bank.world)).toBe(text)
      expect(JSON.stringify(bank.journal)).toBe(journal)
      expect(run(bank, more)).toEqual(done)
      expect(fork.world).toEqual(bank.world)
      expect(JSON.stringify(fork.journal)).toBe(JSON.stringify(bank.journal))
      audit(bank)
      audit(fork)
    }),
    always(24),
  )
})
