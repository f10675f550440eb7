import { expect, it } from 'vitest'
import { refuseNames } from '../../../src/testing/playwright/bank-test.ts'

it('refuses a mistyped fixture of the configuration, and ignores those of others [§1]', () => {
  expect(() => refuseNames(['looseEnd'])).toThrow('did you mean "looseEnds"?')
  expect(() => refuseNames(['banks', 'baseURL', 'trace', 'page', 'bankOptions'])).not.toThrow()
})

it('refuses the time of the bank, which the kit of Playwright cannot set [§1]', () => {
  expect(() => refuseNames(['bankTime'])).toThrow(
    /^Failed to set the fixture "bankTime": .* Move bank\.clock in the test/,
  )
})
