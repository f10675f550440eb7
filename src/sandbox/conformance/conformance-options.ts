/** The options of `conformance`, checked before anything is sent. */

import {
  cannotUse,
  checkedOptions,
  isFunction,
  isRecord,
  isUrl,
  isWholeFrom,
  type OptionRules,
  rule,
} from '../../contract/options.ts'
import { UsageError } from '../../core/errors.ts'
import { credentialRules } from '../service/credentials.ts'
import { checkProduction, isProductionOption, unsaidProduction } from '../service/production.ts'
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
const urlRules: OptionRules<RealService['urls']> = { baseUrl: isUrl, authUrl: isUrl, loanBaseUrl: isUrl }

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
  refuseMissing(options, ['against'], '')
  const { against } = options
  if ('recording' in against) checkedOptions(against, recordedRules, within('against'))
  else checkService(against)
  return options
}

function checkService(given: object): void {
  const against = checkedOptions<RealService>(given, serviceRules, within('against'))
  refuseMissing(against, ['fetch', 'urls', 'credentials'], 'against.')
  refuseMissing(checkedOptions(against.urls, urlRules, within('against.urls')), ['baseUrl', 'authUrl'], 'against.urls.')
  const credentials = checkedOptions(against.credentials, credentialRules, within('against.credentials'))
  refuseMissing(credentials, ['clientId', 'clientSecret'], 'against.credentials.')
  checkProduction(against.production, within('against.production'))
  refuseProduction(against)
}

const within = (place: string) => ({ ...failing, failed: `${failing.failed} (${place})` })

function refuseMissing<Given extends object>(
  given: Given,
  names: readonly (keyof Given & string)[],
  place: string,
): void {
  const missing = names.filter((name) => given[name] === undefined)
  if (missing.length === 0) return
  const message = 'is missing: nothing is sent to an address, or with credentials, that was not given'
  throw cannotUse(
    missing.map((name) => ({ path: place + name, message })),
    failing,
  )
}

function refuseProduction({ urls, production }: RealService): void {
  const problems = unsaidProduction(urls, production).map((each) => ({ ...each, path: `against.${each.path}` }))
  if (problems.length > 0) throw cannotUse(problems, failing)
}
