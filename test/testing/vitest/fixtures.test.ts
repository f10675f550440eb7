import { beforeEach, describe, expect, it } from 'vitest'
import { currentBank, test } from 'vostro/vitest'

/** What code under test does: it knows of no bank. */
const ask = async () => (await fetch('https://api.bank.test/wires/v1/payments')).status

const named = test.extend<{ status: number }>({
  status: async ({ bank }, use) => {
    expect(currentBank()).toBe(bank)
    await use(await ask())
    await ask()
  },
})

named('answers a fixture that takes the bank [§1]', ({ bank, status }) => {
  expect(status).toBe(401)
  expect(bank.requests).toHaveLength(1)
})

const unnamed = test.extend<{ status: number }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants a pattern
  status: async ({}, use) => use(await ask()),
})

unnamed(
  'answers a fixture that does not take the bank, and calls it through the application [§1]',
  ({ bank, status }) => {
    expect(status).toBe(401)
    expect(bank.requests).toHaveLength(1)
  },
)

const auto = test.extend<{ status: number }>({
  status: [async ({ bank: _ }, use) => use(await ask()), { auto: true }],
})

auto.concurrent.for([1, 2, 3])('answers each of the fixtures of tests that run at once: %i [§1]', (_, { bank }) => {
  expect(bank.requests).toHaveLength(1)
})

const built = test.extend('status', async ({ bank }, { onCleanup }) => {
  onCleanup(() => expect(bank.requests).toHaveLength(1))
  return await ask()
})

built('answers a fixture that is built by name [§1]', ({ status }) => {
  expect(status).toBe(401)
})

describe('a hook of vitest itself', () => {
  beforeEach(async () => {
    await ask()
  })

  test('belongs to the one test that is running [§1]', ({ bank }) => {
    expect(bank.requests).toHaveLength(1)
  })
})

const small = test.extend({ bankOptions: { masterAccount: { balance: 5_000 } } })
const smallOnFriday = small.extend({ bankOptions: { now: '2026-03-06T19:00:00-05:00' } })

smallOnFriday('adds the options of a second extension to those of the first [§1]', ({ bank }) => {
  expect(bank.clock.now).toBe('2026-03-06T19:00:00.000-05:00')
  expect(bank.accounts.get(bank.masterAccount.accountNumber).currentBalance).toBe(5_000)
})

const assuming = test.extend({ bankOptions: { assume: { 'holds.beyondAvailable': 'refused' } } })

assuming.extend({ bankOptions: { assume: { 'tokens.form': 'jwt' } } })(
  'adds an assumption of a second extension to those of the first [§1]',
  ({ bank }) => {
    const { accountNumber } = bank.masterAccount
    const token = bank.tokens.issue().access_token

    expect(token.split('.')).toHaveLength(3)
    expect(() => bank.holds.place({ accountNumber, amount: 200_000_000 })).toThrow('Failed to place')
  },
)

small('leaves the options of a test as they are when it is extended [§1]', ({ bank }) => {
  expect(bank.clock.now).toBe('2026-03-02T09:00:00.000-05:00')
})

smallOnFriday.extend('bankOptions', { now: '2026-03-09T12:00:00-04:00' })(
  'adds options that are given by name [§1]',
  ({ bank }) => {
    expect(bank.clock.now).toBe('2026-03-09T12:00:00.000-04:00')
    expect(bank.accounts.get(bank.masterAccount.accountNumber).currentBalance).toBe(5_000)
  },
)

const ownSeed = test.extend({ bankOptions: { seed: 'test' } })

ownSeed.for(['one', 'other'])('derives the ids of a bank from the full name of its test: %s [§1]', (name, { bank }) => {
  const seeds = { one: 1534849885944375, other: 4597768085479057 } as Record<string, number>

  expect(bank.world.settings.seed).toBe(seeds[name])
})

describe('with other options', () => {
  test.override({ bankOptions: { seed: 7 } })

  test('takes options from test.override [§1]', ({ bank }) => {
    expect(bank.world.settings.seed).toBe(7)
  })
})

it.each([
  ['bankoptions', 'bankOptions'],
  ['bankOption', 'bankOptions'],
  ['looseEnd', 'looseEnds'],
  ['bankserver', 'bankServer'],
])('refuses the fixture %s, and asks whether %s was meant [§1]', (name, meant) => {
  expect(() => test.extend({ [name]: {} } as never)).toThrow(
    `Failed to set the fixture "${name}": unknown fixture "${name}"; did you mean "${meant}"?`,
  )
})

it('accepts any other name of a fixture [§1]', () => {
  const fixtures = { banks: [1], bankClient: { seed: 1 }, app: 'own', myBankOptions: {}, bankOptions2: {} }

  expect(() => test.extend(fixtures as never)).not.toThrow()
})
