/** Refuses mistyped fixtures in the configuration: Playwright accepts any name there, so `bankoptions` would do nothing. */
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
