import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createBank, parseWorld, replay } from 'vostro'
import { audit } from '../support/auditor.ts'
import { type Command, run } from './command.ts'
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

it('goes to JSON and comes back equal as a world, after any history [§1]', () => {
  fc.assert(
    fc.property(bankOptions, history, (options, commands) => {
      const bank = createBank(options)
      run(bank, commands)
      const text = JSON.stringify(bank.world)

      const world = parseWorld(text)

      expect(world).toStrictEqual(bank.world)
      expect(JSON.stringify(world)).toBe(text)
      audit(bank)
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

it('refuses the snapshot of a bank with other options, and keeps its own world [§3]', () => {
  fc.assert(
    fc.property(bankOptions, bankOptions, history, (options, others, commands) => {
      fc.pre(JSON.stringify(options) !== JSON.stringify(others))
      const [bank, other] = [createBank(options), createBank(others)]
      run(other, commands)
      const before = bank.world

      expect(() => bank.restore(other.snapshot())).toThrow(/snapshot/)
      expect(() => bank.restore(JSON.stringify(other.snapshot()))).toThrow(/snapshot/)

      expect(bank.world).toBe(before)
      audit(bank)
      audit(other)
    }),
    always(20),
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

it('keeps a snapshot as it was, however much of a crowd of records changes after it [§1]', () => {
  const crowd = [...Array(80).keys()].flatMap((account): Command[] => [
    { does: 'createSubledger', account: 0, hasProfile: false },
    { does: 'createWire', account, amount: account + 1 },
    { does: 'restrict', isInternal: false, account: 0, criteria: { appliesTo: 'All', rail: 'Ach' } },
  ])
  fc.assert(
    fc.property(sequel, (more) => {
      const bank = createBank()
      run(bank, crowd)
      const [snapshot, text] = [bank.snapshot(), JSON.stringify(bank.world)]

      run(bank, [
        ...more,
        { does: 'advanceToNextBatch' },
        { does: 'liftRestriction', isInternal: true, restriction: 1 },
      ])
      const moved = JSON.stringify(bank.world)
      bank.restore(snapshot)

      expect(moved).not.toBe(text)
      expect(JSON.stringify(bank.world)).toBe(text)
      expect(JSON.stringify(replay(bank.journal).world)).toBe(text)
      audit(bank)
    }),
    always(4),
  )
})

it('resets to the moment of its opening, and then gives the same ids again [§3]', () => {
  fc.assert(
    fc.property(bankOptions, history, (options, commands) => {
      const bank = createBank(options)
      const opened = JSON.stringify(bank.world)
      const done = run(bank, commands)

      bank.reset()

      expect(JSON.stringify(bank.world)).toBe(opened)
      expect(bank.journal).toHaveLength(1)
      expect(run(bank, commands)).toEqual(done)
      audit(bank)
    }),
    always(24),
  )
})
