/** `conformance()`: compares a scenario's calls at our bank with those at the real service, or with a recording. */
import {
  checkedOptions,
  type Failing,
  isFunction,
  isRecord,
  isRecordWith,
  isWholeFrom,
  type OptionRules,
  rule,
} from '../../contract/options.ts'
import { UsageError } from '../../core/errors.ts'
import {
  neededService,
  neededUrls,
  refuseProduction,
  type ServiceOptions,
  serviceRules,
} from '../service/service-options.ts'
import { Explaining, type Run } from './explaining/explain.ts'
import type { ConformanceOptions, ConformanceReport, ConformanceScenario, Recorded } from './scene.ts'
import { recordedSide, runOurs, runTheirs } from './sides/run-sides.ts'
import { reportOf } from './telling/report.ts'

/** The most runs of the scenario at our bank, by default. */
const RUNS = 200

/**
 * Runs a scenario at a new bank and at the real service, and compares each call: status, documented headers, and each field of the body.
 * Ids, times and names need not be equal if they stand for the same thing. If an assumption may decide a difference, the scenario runs
 * again at new banks with other values of the assumption, until one of them behaves like the service. Requests go only to the
 * given addresses, which must look like those of a sandbox.
 *
 * @param scenario - code of the partner that uses the `fetch`, addresses and credentials that it is given; it runs several times
 * @param options - `against`: the real service, or a recording of it; `bank` and `prepare` for our side; `runs`: the maximum number of runs
 * @returns the verdict; the differences, each with its section or assumption; the `assume` that makes our bank behave like the service
 * @throws {UsageError} if an option cannot be used; if the scenario reads a credential that was not given, or sends to another address
 * @example
 * ```ts
 * const real = createBank({ seed: 9, assume: { 'wires.source': 'API' } }) // stands for the real service
 * const { clientId, clientSecret } = real.partner
 * const report = await conformance(
 *   async ({ fetch, urls, credentials: { clientId, clientSecret } }) => {
 *     const body = JSON.stringify({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret })
 *     await fetch(`${urls.authUrl}/oauth/token`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
 *   },
 *   { against: { fetch: real.fetch, urls: real.urls, credentials: { clientId, clientSecret } } },
 * )
 * report.verdict // 'agree'
 * ```
 */
export async function conformance(
  scenario: ConformanceScenario,
  options: ConformanceOptions,
): Promise<ConformanceReport> {
  const given = checked(scenario, options)
  // Our side runs first. So a scenario that cannot run at all sends nothing to the service.
  const first = await runOurs(scenario, given, {})
  const { against } = given
  const theirs = 'recording' in against ? recordedSide(against) : await runTheirs(scenario, against)
  const run: Run = (assume, pace) => runOurs(scenario, given, assume, pace)
  return reportOf(await new Explaining(run, theirs, first, given.runs ?? RUNS).all())
}

const rules: OptionRules<ConformanceOptions> = {
  against: isRecord,
  bank: isRecord,
  prepare: isFunction,
  runs: isWholeFrom(1),
}
const recordedRules: OptionRules<Recorded> = {
  recording: rule((value) => value !== null, 'must be a recording'),
  urls: serviceRules.urls,
}

const failing: Failing = {
  failed: 'Failed to compare with the real service',
  advice:
    'Write conformance(scenario, { against: { fetch, urls, credentials } }), or { against: { recording, urls } }.',
  needed: ['against'],
}

/** @throws {UsageError} if an option is unknown, missing or unusable; if `production` does not confirm an address that needs it */
function checked(scenario: unknown, given: unknown): ConformanceOptions {
  if (typeof scenario !== 'function') {
    throw new UsageError(
      `${failing.failed}: the scenario is of type ${typeof scenario}, but must be a function that is given a scene. Write conformance(async ({ fetch, urls }) => { … }, { against }).`,
    )
  }
  const options = checkedOptions<ConformanceOptions>(given, rules, failing)
  const { against } = options
  const how = (needed: readonly string[]) => ({ ...failing, needed: needed.map((path) => `against.${path}`) })
  if ('recording' in against) checkedOptions({ against }, { against: isRecordWith(recordedRules) }, how(neededUrls))
  else refuseProduction(checkedOptions({ against }, ofService, how(neededService)).against, failing, 'against.')
  return options
}

const ofService: OptionRules<{ against: ServiceOptions }> = { against: isRecordWith<ServiceOptions>(serviceRules) }
