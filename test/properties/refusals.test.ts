import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createBank, replay } from 'vostro'
import { audit } from '../support/auditor.ts'
import { perform, run } from './command.ts'
import { always, bankOptions, history } from './history.ts'
import { doMisuse, misuses } from './misuse.ts'

it('leaves the world the very same value where it refuses, at any moment of any history [§7]', () => {
  fc.assert(
    fc.property(bankOptions, history, (options, commands) => {
      const bank = createBank(options)

      for (const command of commands) {
        const before = bank.world
        const text = JSON.stringify(before)
        const outcome = perform(bank, command)

        if ('refused' in outcome) expect(bank.world).toBe(before)
        expect(JSON.stringify(before)).toBe(text)
      }
      audit(bank)
    }),
    always(30),
  )
})

it.each(Object.keys(misuses) as (keyof typeof misuses)[])(
  'refuses %s after any history, and changes nothing [§7]',
  (misuse) => {
    fc.assert(
      fc.property(bankOptions, history, (options, commands) => {
        const bank = createBank(options)
        run(bank, commands)
        const before = bank.world

        expect(() => doMisuse(bank, misuse)).toThrow(/^Failed to /)

        expect(bank.world).toBe(before)
        audit(bank)
      }),
      always(4),
    )
  },
)

it('writes a refusal into the journal with its code, and replays it as a refusal [§7]', () => {
  fc.assert(
    fc.property(bankOptions, history, (options, commands) => {
      const bank = createBank(options)

      const refused = run(bank, commands).flatMap((outcome) =>
        'refused' in outcome && outcome.refused !== 'usage' ? outcome.refused : [],
      )

      const outcomes = [...bank.journal].flatMap((entry) => ('outcome' in entry ? entry.outcome : []))
      const codes = outcomes.filter((outcome) => outcome !== 'done' && outcome !== 'repeated')
      // What the bank refuses to look up (a subledger that is not there) is read, not done, and in no journal.
      expect(refused.filter((code) => code !== 'account_not_found')).toEqual(
        codes.filter((code) => code !== 'account_not_found'),
      )
      expect([...replay(bank.journal).journal].map((entry) => 'outcome' in entry && entry.outcome)).toEqual([
        false,
        ...outcomes,
      ])
      audit(bank)
    }),
    always(30),
  )
})
