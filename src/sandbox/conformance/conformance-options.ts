/** The options of `conformance`, checked before anything is sent. */
import { checkedOptions, isFunction, isRecord, isWholeFrom, type OptionRules, rule } from '../../contract/options.ts'
import { UsageError } from '../../core/errors.ts'
import { isProductionOption } from '../service/production.ts'
import { checkService, refuseMissing } from '../service/service-options.ts'
import type { ConformanceOptions, RealService, Recorded } from './scene.ts'

const rules: OptionRules<ConformanceOptions> = {
  against: isRecord,
  bank: isRecord,
  prepare: isFunction,
  runs: isWholeFrom(1),
}
const serviceRules: OptionRules<RealService> = {
  fetch: isFunction,
  urls: isRecord,
  credentials: isRecord,
  wait: isFunction,
  production: isProductionOption,
}
const recordedRules: OptionRules<Recorded> = { recording: rule((value) => value !== null, 'must be a recording') }

const failing = {
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
  if ('recording' in against) checkedOptions(against, recordedRules, within('against'))
  else checkService(checkedOptions<RealService>(against, serviceRules, within('against')), failing, 'against.')
  return options
}

const within = (place: string) => ({ ...failing, failed: `${failing.failed} (${place})` })
