import { expect, it } from 'vitest'
import { checkSettings } from '../../../src/testing/runner/bank-options.ts'

it('refuses an unknown server [§1]', () => {
  expect(() => checkSettings({ bankServer: 'Vostro' as 'vostro' })).toThrow(
    'bankServer is "Vostro", but must be "vostro", or "own" if a server of yours has bankHandlers(currentBank).',
  )
  expect(() => checkSettings({ bankServer: 'own' })).not.toThrow()
})

it('refuses a mistyped loose end before the test runs, not at its end [§6]', () => {
  expect(() => checkSettings({ looseEnds: { undeliverd: true } as object })).toThrow(
    'undeliverd: unknown option; did you mean "undelivered"?',
  )
})
