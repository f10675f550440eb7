/** Refuses mistyped fixtures, in tests and in the configuration: Playwright accepts any name, so `bankoptions` would do nothing. */
import { UsageError } from '../../core/errors.ts'
import { namesOf } from '../../core/kernel/names.ts'
import { fixtureNames, meantFixture } from '../runner/bank-options.ts'

const { bankTime, ...settings } = fixtureNames
const ours = ['bank', ...namesOf(settings)]

/** Names of at most this length are similar to many words, so they do not count as mistyped. */
const SHORT = 6

/** @throws {UsageError} if a name is a mistyped fixture, or is `bankTime`, which vostro does not have for Playwright */
export function refuseMistyped(given: object): void {
  for (const name of Object.keys(given)) {
    if (name === 'bankTime') {
      throw new UsageError(
        `Failed to set the fixture "bankTime": pages, and an application in a process of its own, have their own time, which Playwright's kit cannot set. Move bank.clock in the test, and page.clock with it; leave bankTime out.`,
      )
    }
    const meant = meantFixture(name, ours)
    if (meant === undefined || (meant.how === 'near' && name.length <= SHORT)) continue
    throw new UsageError(
      `Failed to set the fixture "${name}": vostro has no fixture of that name, and the nearest is "${meant.nearest}". Correct it, or give a fixture of your own another name.`,
    )
  }
}

type Declare = (fixtures: object) => unknown

/** A `test` of Playwright that refuses mistyped fixtures. Tests that are extended from it refuse them too. */
export function withKnownNames<Test extends { extend: unknown; use: unknown }>(test: Test): Test {
  const { extend, use } = test as { extend: Declare; use: Declare }
  test.use = checked(use, (nothing) => nothing)
  test.extend = checked(extend, (extended) => withKnownNames(extended as Test))
  return test
}

function checked(declare: Declare, finish: (result: unknown) => unknown): Declare {
  return (fixtures) => {
    refuseMistyped(fixtures)
    return finish(asFromCaller(declare, fixtures))
  }
}

/** Calls `declare` as if the test file did. Playwright reads the place of a declaration from the second frame of the stack. */
function asFromCaller(declare: Declare, fixtures: object): unknown {
  const { captureStackTrace } = Error
  Error.captureStackTrace = (target) => captureStackTrace(target, asFromCaller)
  try {
    return declare(fixtures)
  } finally {
    Error.captureStackTrace = captureStackTrace
  }
}
