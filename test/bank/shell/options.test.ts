import { expect, it } from 'vitest'
import { type BankOptions, createBank, createWorld } from 'vostro'

it('opens without options a bank with seed 1, a Monday morning in New York and 1,000,000.00 [§1]', () => {
  const bank = createBank()

  expect(bank.world.settings).toEqual({
    seed: 1,
    now: Date.UTC(2026, 2, 2, 14),
    timeZone: 'America/New_York',
    release: 'calendar',
    baseUrl: 'https://api.bank.test',
    authUrl: 'https://auth.bank.test',
    loanBaseUrl: 'https://loans.bank.test',
    partner: { name: 'Test Partner' },
    masterAccount: { title: 'Test Partner', balance: 100_000_000, ledgerType: null },
    assume: {},
  })
  expect(bank.urls).toEqual({
    baseUrl: 'https://api.bank.test',
    authUrl: 'https://auth.bank.test',
    loanBaseUrl: 'https://loans.bank.test',
  })
  expect(createWorld()).toEqual(bank.world)
})

it('takes every option [§1]', () => {
  const bank = createBank({
    seed: 7,
    now: '2026-06-01T12:00:00+02:00',
    timeZone: 'Europe/Berlin',
    release: { every: { minutes: 30 } },
    baseUrl: 'http://localhost:4000/bank',
    partner: { name: 'Example Payroll' },
    masterAccount: { title: 'Operations', balance: 0, ledgerType: 'Direct' },
  })

  expect(bank.clock.now).toBe('2026-06-01T12:00:00.000+02:00')
  expect(bank.world.settings.release).toBe(1_800_000)
  expect(bank.partner).toMatchObject({ name: 'Example Payroll', audience: 'http://localhost:4000/bank' })
  expect(bank.masterAccount).toMatchObject({ title: 'Operations', currentBalance: 0, ledgerType: 'Direct' })
})

it.each([
  [{ seed: -1 }, 'seed: must be a whole number, at least 0'],
  [{ seed: 1.5 }, 'seed: must be a whole number, at least 0'],
  [{ seed: 'test' }, 'seed: is "test", which works only for the bank that vostro/vitest, vostro/jest, vostro/test or'],
  [{ seed: 2 ** 53 }, 'seed: must be a whole number, at least 0'],
  [{ now: '2026-03-02' }, 'now: must be ISO 8601 with an offset'],
  [{ now: '2026-02-30T09:00:00-05:00' }, 'now: must be ISO 8601 with an offset'],
  [{ timeZone: 'Mars/Olympus' }, 'timeZone: must be a time zone'],
  [{ release: 'sometimes' }, 'release: must be "calendar", "instant", "manual" or { every: { minutes: 30 } }'],
  [{ release: { every: { minutes: 0 } } }, 'must be at least a millisecond'],
  [{ baseUrl: 'api.bank.test' }, 'baseUrl: must be an http or https URL'],
  [{ baseUrl: 'https://api.bank.test/?x=1' }, 'baseUrl: must be a URL without query, fragment and user'],
  [{ authUrl: 'https://auth.bank.test/#top' }, 'authUrl: must be a URL without query, fragment and user'],
  [{ loanBaseUrl: 'https://me:pass@loans.bank.test' }, 'loanBaseUrl: must be a URL without query, fragment and user'],
  [{ now: '9999-06-01T00:00:00Z' }, 'from 1970 to 9999-01-01, with at most three digits after the second'],
  [{ now: '2026-03-02T09:00:00.1234567Z' }, 'with at most three digits after the second'],
  [{ partner: { name: '' } }, 'partner.name: must not be empty'],
  [{ masterAccount: { balance: -1 } }, 'masterAccount.balance: must be a whole number of minor units, at least 0'],
  [{ masterAccount: { ledgerType: 'Sideways' } }, 'masterAccount.ledgerType: must be Passthrough or Direct'],
  [{ sed: 7 }, 'sed'],
  [null, 'options: '],
])('opens no bank with %o [§1]', (options, problem) => {
  expect(() => createBank(options as BankOptions)).toThrow(
    expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(problem) }),
  )
})

it('lists every problem of the options at once [§1]', () => {
  const options = {
    seed: -1,
    now: 'today',
    baseUrl: 'nowhere',
    assume: { 'wires.unheardOf': 1, 'wires.cutOff': '6pm' },
  }

  expect(() => createBank(options)).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(
        /^Failed to create a bank: 5 of its options cannot be used\.\n {2}seed: .*\n {2}now: .*\n {2}baseUrl: .*\n {2}assume\['wires\.unheardOf'\]: .*\n {2}assume\['wires\.cutOff'\]: .*$/,
      ),
      details: [
        expect.objectContaining({ path: 'seed' }),
        expect.objectContaining({ path: 'now' }),
        expect.objectContaining({ path: 'baseUrl' }),
        expect.objectContaining({ path: "assume['wires.unheardOf']" }),
        expect.objectContaining({ path: "assume['wires.cutOff']" }),
      ],
    }),
  )
})

it('lists the first of three thousand unknown assumptions, and counts the others [§7]', () => {
  const assume = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`unknown${index}`, 1]))

  expect(messageFor({ assume } as BankOptions)).toContain('\n  …: and 2980 more')
  expect(messageFor({ assume } as BankOptions).length).toBeLessThan(10_000)
})

it('looks for no name near one of a hundred thousand letters [§7]', () => {
  const message = messageFor({ assume: { ['a'.repeat(100_000)]: 1 } } as BankOptions)

  expect(message).toMatch(/^Failed to create a bank/)
  expect(message.length).toBeLessThan(10_000)
})

function messageFor(options: BankOptions): string {
  try {
    createBank(options)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}
