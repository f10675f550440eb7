import { expect, it } from 'vitest'
import { refuseNames } from '../../../src/testing/playwright/fixtures.ts'

it('refuses a mistyped fixture in the configuration, and ignores fixtures of others [§1]', () => {
  expect(() => refuseNames(['looseEnd'])).toThrow('did you mean "looseEnds"?')
  expect(() => refuseNames(['banks', 'baseURL', 'trace', 'page', 'bankOptions'])).not.toThrow()
})

it('refuses the option bankTime, which the Playwright kit does not have [§1]', () => {
  expect(() => refuseNames(['bankTime'])).toThrow(
    /^Failed to set the fixture "bankTime": .* Move bank\.clock in the test/,
  )
})
