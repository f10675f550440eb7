/** The options of `conformance`, checked before anything is sent. */
import {
  checkedOptions,
  type Failing,
  isFunction,
  isRecord,
  isWholeFrom,
  type OptionRules,
  rule,
} from '../../contract/options.ts'
import { UsageError } from '../../core/errors.ts'
import { checkService, refuseMissing, type ServiceOptions, serviceRules } from '../service/service-options.ts'
import type { ConformanceOptions, Recorded } from './scene.ts'

const rules: OptionRules<ConformanceOptions> = {
  against: isRecord,
  bank: isRecord,
  prepare: isFunction,
  runs: isWholeFrom(1),
}
const recordedRules: OptionRules<Recorded> = { recording: rule((value) => value !== null, 'must be a recording') }

const failing: Failing = {
  failed: 'Failed to compare with the real service',
  advice: 'Write conformance(scenario, { against: { fetch, urls, credentials } }), or { against: { recording } }. (§1)',
}

/**
 * What was given, where it can be used.
 *
 * @throws {UsageError} where an option is unknown, missing or cannot be used; where an address is no sandbox's and `production` does not confirm it
 */
export function checkConformance(scenario: unknown, given: unknown): ConformanceOptions {
  if (typeof scenario !== 'function') {
    throw new UsageError(
      `${failing.failed}: the scenario is of type ${typeof scenario}, and a function of a scene is needed. Write conformance(async ({ fetch, urls }) => { … }, { against }). (§1)`,
    )
  }
  const options = checkedOptions<ConformanceOptions>(given, rules, failing)
  refuseMissing(options, '', ['against'], failing)
  const { against } = options
  if ('recording' in against) checkedOptions(against, recordedRules, ofAgainst)
  else checkService(checkedOptions<ServiceOptions>(against, serviceRules, ofService), failing, 'against.')
  return options
}

const ofAgainst: Failing = { ...failing, failed: `${failing.failed} (against)` }
const ofService: Failing = { ...ofAgainst, renamed: { wait: 'clock' } }
