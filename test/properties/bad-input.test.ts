import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Bank, createBank, isRejectionError, isUsageError, parseWorld, replay } from 'vostro'
import { anything, nearly } from './anything.ts'
import { calls, furnish } from './calls.ts'
import { always } from './history.ts'

const rows = calls.map((call) => [call.name, call] as const)

it.each(rows)('does what %s is asked, or refuses, whatever it is given [§7]', (_, { call, right }) => {
  const bank = createBank()
  const there = furnish(bank)
  const world = bank.world
  const snapshot = bank.snapshot()
  fc.assert(
    fc.property(given(right(there, bank)), (input) => {
      bank.restore(snapshot)

      const outcome = attempt(() => call(bank, ...input))

      if ('refused' in outcome) {
        expect(outcome.refused, show(outcome.refused)).toSatisfy((e) => isRejectionError(e) || isUsageError(e))
        expect(bank.world).toBe(world)
      }
      expectSound(bank)
    }),
    always(45),
  )
})

it.each(rows)('succeeds with the right arguments of %s, from which bad ones are made [§4]', (name, { call, right }) => {
  const bank = createBank()
  const there = furnish(bank)
  if (name === 'desk.reverse') bank.clock.advanceToNextBatch()
  if (name === 'wires.cancel') bank.clock.advance({ seconds: 5 })
  if (name === 'desk.approve') bank.desk.hold(there.payment)

  const outcome = attempt(() => call(bank, ...right(there, bank)))

  expect(outcome).toHaveProperty('did')
})

it('creates a bank with whatever options, or says which of them cannot be used [§7]', () => {
  const options = {
    seed: 1,
    now: '2026-03-02T09:00:00-05:00',
    timeZone: 'America/New_York',
    release: { every: { minutes: 1 } },
    baseUrl: 'https://api.bank.test',
    partner: { name: 'Partner' },
    masterAccount: { balance: 1 },
    assume: { 'wires.batchTimes': ['10:00'] },
  }
  fc.assert(
    fc.property(fc.oneof(anything, nearly(options, anything)), (input) => {
      const outcome = attempt(() => createBank(input as object))

      if ('refused' in outcome) expect(outcome.refused, show(outcome.refused)).toSatisfy(isUsageError)
      else expectSound(outcome.did as Bank)
    }),
    always(800),
  )
})

it('releases wires at whatever interval it accepts, and can tell when [§8]', () => {
  const part = fc.oneof(fc.nat(100), fc.maxSafeNat(), fc.double({ min: 0, noNaN: true }))
  fc.assert(
    fc.property(fc.record({ weeks: part, days: part, milliseconds: part }, { requiredKeys: [] }), (every) => {
      const outcome = attempt(() => createBank({ release: { every } }))
      if ('refused' in outcome) {
        expect(outcome.refused).toSatisfy(isUsageError)
        return
      }
      const bank = outcome.did as Bank
      furnish(bank)

      const advanced = attempt(() => bank.clock.advance({ seconds: 5 }))

      expect('did' in advanced || isUsageError(advanced.refused), 'advance').toBe(true)
      expect(attempt(() => bank.clock.agenda())).toHaveProperty('did')
      expect(parseWorld(JSON.stringify(bank.world))).toEqual(bank.world)
    }),
    always(200),
  )
})

it('replays whatever it is given as a journal, or says that it is none [§7]', () => {
  const journal = JSON.parse(JSON.stringify(createBank().journal)) as [object]
  fc.assert(
    fc.property(
      fc.oneof(
        anything,
        fc.array(anything),
        nearly(journal[0], anything).map((entry) => [entry]),
      ),
      (input) => {
        const outcome = attempt(() => replay(input as never))

        if ('refused' in outcome) expect(outcome.refused, show(outcome.refused)).toSatisfy(isUsageError)
        else expectSound(outcome.did as Bank)
      },
    ),
    always(300),
  )
})

/** Arguments of which one is anything, or nearly right. */
function given(right: readonly unknown[]): fc.Arbitrary<unknown[]> {
  const spoilt = right.map((argument, at) => {
    const other = typeof argument === 'object' && argument !== null ? nearly(argument, anything) : anything
    return fc.oneof(anything, other).map((value) => right.with(at, value))
  })
  return fc.oneof(...spoilt)
}

function attempt(call: () => unknown): { did: unknown } | { refused: unknown } {
  try {
    return { did: call() }
  } catch (error) {
    return { refused: error }
  }
}

/** A bank that has accepted something odd is still one that JSON keeps, that replays, and that can tell its story. */
function expectSound(bank: Bank): void {
  expect(parseWorld(JSON.stringify(bank.world))).toEqual(bank.world)
  expect(replay(JSON.parse(JSON.stringify(bank.journal))).world).toEqual(bank.world)
  expect(bank.timeline()).toBeTypeOf('string')
}

function show(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
