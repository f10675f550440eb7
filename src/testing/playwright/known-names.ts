/**
 * Mistyped fixtures. Playwright takes any name in `test.extend`, `test.use` and the configuration, so `bankoptions` would be a fixture
 * that nobody reads. Names that are no fixture of vostro, and nearly one, are refused.
 */
import { closest, distance } from 'fastest-levenshtein'
import { UsageError } from '../../core/errors.ts'

const OWN = ['bank', 'bankOptions', 'bankServer', 'bankTrace', 'looseEnds']
const SERVERS = ['vostro', 'own']

/** So many letters may be wrong in a name that is meant to be ours. */
const SLIPS = 2

/** @throws {UsageError} a name is nearly that of a fixture of vostro */
export function refuseMistyped(given: object): void {
  for (const name of Object.keys(given)) {
    const nearest = closest(name, OWN)
    const isSlip = name.toLowerCase() === nearest.toLowerCase() || (name.length > 6 && distance(name, nearest) <= SLIPS)
    if (name === nearest || !isSlip) continue
    throw new UsageError(
      `Failed to set the fixture "${name}": vostro has none of that name, and the nearest is "${nearest}". Correct it, or give a fixture of your own another name. (§1)`,
    )
  }
}

/** @throws {UsageError} nobody of this name can listen */
export function refuseUnknownServer(name: string): void {
  if (SERVERS.includes(name)) return
  throw new UsageError(
    `Failed to set up the bank of this test: bankServer is "${name}", and must be "vostro" or "own"; the nearest is "${closest(String(name), SERVERS)}". (§1)`,
  )
}

type Declare = (fixtures: object) => unknown

/** A `test` of Playwright that refuses mistyped fixtures, as do the tests that are extended from it. */
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

/** Playwright notes where a fixture is declared, by the second frame of the stack: that is to be the test file, and not this one. */
function asFromCaller(declare: Declare, fixtures: object): unknown {
  const { captureStackTrace } = Error
  Error.captureStackTrace = (target) => captureStackTrace(target, asFromCaller)
  try {
    return declare(fixtures)
  } finally {
    Error.captureStackTrace = captureStackTrace
  }
}
