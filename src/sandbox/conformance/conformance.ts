/** `conformance`: one scenario runs at this bank and at the real service, or is compared with a recording of it; the report has the first differences. */
import type { AssumptionOverrides } from '../../core/assumptions/catalogue.ts'
import { exchangesFrom } from '../recordings/read-recording.ts'
import { checkConformance } from './conformance-options.ts'
import { explain } from './explaining/explain.ts'
import type { ConformanceOptions, ConformanceReport, ConformanceScenario } from './scene.ts'
import { runOurs } from './sides/our-side.ts'
import { recordedSide } from './sides/recorded-side.ts'
import type { Side } from './sides/side.ts'
import { runTheirs } from './sides/their-side.ts'
import { reportOf } from './telling/report.ts'

/** So often the scenario runs on our side unless more is asked for. */
const RUNS = 200

/**
 * Runs a scenario at a bank of its own and at the real service, and compares call by call: status, documented headers, and each field
 * of the body, with ids, times and names as what they stand for. Where a difference is for an assumption to decide, the scenario runs again with the
 * assumption's other values, until one does the same. Nothing is sent but to the addresses that were given, and to none
 * that looks like more than a sandbox.
 *
 * @param scenario - the partner's code at work, with the `fetch`, addresses and credentials of its side; it runs several times
 * @param options - `against`: the real service, or a recording of it; `bank` and `prepare` for our side; `runs`
 * @returns whether they agree, the first difference with its section or assumption, and the `assume` with which ours does the same
 * @throws {UsageError} where an option cannot be used; where the scenario asks for what was not given, or sends elsewhere
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
  const given = checkConformance(scenario, options)
  const run = (assume: AssumptionOverrides) => runOurs(scenario, given, assume)
  // Ours first: what cannot run at all sends nothing.
  const first = await run({})
  const theirs = await theirSide(scenario, given)
  const assumed = { ...given.bank?.assume }
  return reportOf(await explain(run, theirs, { first, runs: given.runs ?? RUNS, assumed }))
}

async function theirSide(scenario: ConformanceScenario, { against }: ConformanceOptions): Promise<Side> {
  if (!('recording' in against)) return await runTheirs(scenario, against)
  return recordedSide(exchangesFrom(against.recording))
}
