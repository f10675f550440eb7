import { expect, it } from 'vitest'
import { refuseMistyped } from '../../../src/testing/playwright/known-names.ts'
import { checkSettings } from '../../../src/testing/runner/bank-options.ts'

it.each([
  ['bankoptions', 'bankOptions'],
  ['bankOption', 'bankOptions'],
  ['Bank', 'bank'],
  ['looseEnd', 'looseEnds'],
  ['bankTraces', 'bankTrace'],
])('refuses the fixture %s, and names %s [§1]', (name, nearest) => {
  expect(() => refuseMistyped({ [name]: {} })).toThrow(
    `Failed to set the fixture "${name}": vostro has no fixture of that name, and the nearest is "${nearest}".`,
  )
})

it('lets fixtures of the test have names of their own [§1]', () => {
  const own = { banks: 1, bankClient: 1, bankAccount: 1, app: 1, baseURL: 1, trace: 1, page: 1, bankOptions: 1 }

  expect(() => refuseMistyped(own)).not.toThrow()
})

it('refuses the time of the bank, which the kit of Playwright cannot set [§1]', () => {
  expect(() => refuseMistyped({ bankTime: 'real' })).toThrow(
    /^Failed to set the fixture "bankTime": .* Move bank\.clock in the test/,
  )
})

it('refuses a server that nobody has [§1]', () => {
  expect(() => checkSettings({ bankServer: 'Vostro' as 'vostro' })).toThrow(
    'bankServer is "Vostro", but must be "vostro", or "own" if a server of yours has bankHandlers(currentBank).',
  )
  expect(() => checkSettings({ bankServer: 'own' })).not.toThrow()
})

it('refuses a mistyped loose end before the test runs, and not at its end [§6]', () => {
  expect(() => checkSettings({ looseEnds: { undeliverd: true } as object })).toThrow(
    'undeliverd: is no option; the nearest is "undelivered"',
  )
})
