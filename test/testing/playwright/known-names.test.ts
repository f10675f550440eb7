import { expect, it } from 'vitest'
import { refuseMistyped, withKnownNames } from '../../../src/testing/playwright/known-names.ts'
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

it('refuses the time of the bank, which the kit of Playwright cannot set, where it is declared [§1]', () => {
  const { test } = testAsOfPlaywright()

  expect(() => withKnownNames(test).use({ bankTime: 'bank' })).toThrow('Failed to set the fixture "bankTime": ')
  expect(() => refuseMistyped({ bankTime: 'real' })).toThrow('Move bank.clock in the test')
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

interface Declaring {
  use(fixtures: object): void
  extend(fixtures: object): Declaring
}

/** A `test` that notes the place of each declaration as Playwright does: by the second frame of the stack. */
function testAsOfPlaywright() {
  const places: string[] = []
  const note = () => {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 2
    const noted = {} as { stack: string }
    Error.captureStackTrace(noted)
    Error.stackTraceLimit = stackTraceLimit
    places.push(noted.stack.split('\n').at(-1) ?? '')
  }
  const make = (): Declaring => ({
    use: note,
    extend: () => {
      note()
      return make()
    },
  })
  return { test: make(), places }
}

it('refuses mistyped fixtures where they are declared, and leaves Playwright the place [§1]', () => {
  const { test, places } = testAsOfPlaywright()

  const checked = withKnownNames(test)
  const extended = checked.extend({ app: 1 })
  extended.use({ bankOptions: {} })

  expect(() => checked.use({ bankoptions: {} })).toThrow('the nearest is "bankOptions"')
  expect(() => extended.extend({ looseend: {} })).toThrow('the nearest is "looseEnds"')
  expect(places).toEqual([
    expect.stringContaining('known-names.test.ts'),
    expect.stringContaining('known-names.test.ts'),
  ])
})
