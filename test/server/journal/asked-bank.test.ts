import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { askedBank } from '../../../src/server/journal/asked-bank.ts'

const kept = () =>
  createBank({ seed: 7, release: { every: { minutes: 30 } }, partner: { name: 'Example', clientId: 'example-client' } })

it('goes on with the bank of a journal, whatever is left out, and wherever it listens [§3]', () => {
  const bank = kept()

  expect(askedBank(bank, {})).toBe(bank)
  expect(askedBank(bank, { baseUrl: 'http://127.0.0.1:4010/api', partner: { name: 'Example' } })).toBe(bank)
  expect(askedBank(bank, { seed: 7, release: { every: { seconds: 1800 } } })).toBe(bank)
})

it('keeps as much as is asked for now [§3]', () => {
  const bank = kept()
  for (let count = 0; count < 10; count++) bank.clock.advance({ hours: 1 })

  const asked = askedBank(bank, { keep: { journal: 3 } })

  expect(asked.world).toBe(bank.world)
  expect(asked.journal).toHaveLength(4)
})

it('refuses another bank, with what differs [§3]', () => {
  expect(() => askedBank(kept(), { seed: 8, now: '2026-03-03T09:00:00-05:00', partner: { name: 'Other' } })).toThrow(
    'Failed to go on with a journal of another bank: seed is 7 in the journal and 8 in the options, now is "2026-03-02T09:00:00.000-05:00" in the journal and "2026-03-03T09:00:00.000-05:00" in the options, partner.name is "Example" in the journal and "Other" in the options. Start with the same options, or with another file.',
  )
})

it('refuses what is no option, with the nearest [§3]', () => {
  expect(() => askedBank(kept(), { sed: 7 } as object)).toThrow('sed: is no option; the nearest is "seed"')
})
