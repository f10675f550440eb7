/** The two sides that run a scenario: ours, a new bank for each run, and the real service, with what was given to reach it and no more. */
import { createBank } from '../../../bank/create-bank.ts'
import { durationFrom } from '../../../bank/shell/state/options.ts'
import { separated } from '../../../core/assumptions/assumed-values.ts'
import type { AssumptionId, AssumptionOverrides } from '../../../core/assumptions/catalogue.ts'
import { valuesWith } from '../../../core/assumptions/notes.ts'
import { UsageError } from '../../../core/errors.ts'
import type { Calendar } from '../../../core/kernel/time/calendar.ts'
import type { Duration } from '../../../core/kernel/time/duration.ts'
import { hostsOf } from '../../recordings/exchange.ts'
import { realTime } from '../../service/real-time.ts'
import type { ServiceOptions } from '../../service/service-options.ts'
import { Waiting } from '../../service/waiting.ts'
import type { ConformanceOptions, ConformanceScenario } from '../scene.ts'
import { Recorder, ran, type Side } from './side.ts'

/** A run on our side. */
export interface OurSide extends Side {
  /** What its answers rested on. */
  readonly used: readonly AssumptionId[]
  /** How many milliseconds the scenario waited in all. */
  readonly waited: number
  /** By which its wires took effect. */
  readonly calendar: Calendar
}

/** Runs the scenario on a new bank, with other values for some assumptions. */
export async function runOurs(
  scenario: ConformanceScenario,
  { bank: options, prepare }: ConformanceOptions,
  assume: AssumptionOverrides,
): Promise<OurSide> {
  const bank = createBank({ ...options, assume: { ...options?.assume, ...assume } })
  await prepare?.(bank)
  const addresses = Object.values(bank.urls)
  const recorder = new Recorder(bank.fetch, addresses, () => waiting.passed)
  const waiting: Waiting = new Waiting((milliseconds) => bank.clock.advanceAsync({ milliseconds }), recorder)
  const { clientId, clientSecret, audience, loanAudience, id: partnerId } = bank.partner
  const { accountNumber } = bank.masterAccount
  const credentials = { clientId, clientSecret, audience, loanAudience, partnerId, accountNumber }
  const wait = async (duration: Duration) => waiting.wait(durationFrom(duration, 'wait for'))
  const run = await ran(scenario, recorder, { urls: bank.urls, credentials: { ...credentials }, wait }, bank.urls)
  const values = valuesWith(separated({ ...options?.assume, ...assume }).assume)
  const { 'wires.holidays': holidays, 'wires.batchTimes': batchTimes, 'wires.cutOff': cutOff } = values
  return {
    ...run,
    known: credentials,
    addresses,
    used: bank.assumptions.used().map(({ id }) => id),
    waited: waiting.passed,
    calendar: { zone: options?.timeZone ?? 'America/New_York', holidays, batchTimes, cutOff },
  }
}

/** Runs the scenario at the real service. */
export async function runTheirs(scenario: ConformanceScenario, against: ServiceOptions): Promise<Side> {
  const { baseUrl, authUrl, loanBaseUrl } = against.urls
  const addresses = [baseUrl, authUrl, ...(loanBaseUrl === undefined ? [] : [loanBaseUrl])]
  const recorder = new Recorder((request) => against.fetch(request), addresses)
  // Real time goes by itself; any other clock is moved while no call is under way.
  const time = against.clock ? new Waiting(against.clock.wait.bind(against.clock), recorder) : realTime
  const scene = {
    urls: complete(against.urls, ['loanBaseUrl'], 'against.urls', recorder),
    credentials: complete(against.credentials, ['partnerId', 'accountNumber'], 'against.credentials', recorder),
    wait: async (duration: Duration) => time.wait(durationFrom(duration, 'wait for')),
  }
  const run = await ran(scenario, recorder, scene, against.urls)
  if (recorder.exchanges.length === 0 && recorder.failure !== undefined) throw unreachable(addresses, recorder.failure)
  return { ...run, known: { ...against.credentials }, addresses }
}

/** No answer came: that shows nothing of how the service behaves. */
function unreachable(addresses: readonly string[], failure: unknown): UsageError {
  const { name, code, cause } = failure as { name?: unknown; code?: unknown; cause?: { code?: unknown } }
  const why = [code, cause?.code, name, 'no reason was given'].find((each) => typeof each === 'string')
  return new UsageError(
    `Failed to reach the real service at ${hostsOf(addresses)}: no call was answered (${why}). Look at against.urls, at against.fetch, and whether a proxy or a VPN is needed from here. (§4)`,
  )
}

/** A record that refuses to be read for a field that was not given: the client would send `undefined` without a reason. */
function complete<Given extends object, Name extends keyof Given & string>(
  given: Given,
  names: readonly Name[],
  place: string,
  recorder: Recorder,
): Given & { readonly [Needed in Name]: string } {
  const record = { ...given }
  for (const name of names.filter((each) => given[each] === undefined)) {
    const get = () =>
      recorder.refuse(
        `Failed to run the scenario against the real service: it asks for "${name}", which was not given. Give it as ${place}.${name}. (§5)`,
      )
    // Not enumerable, so that a copy of the record can be made.
    Object.defineProperty(record, name, { get, enumerable: false })
  }
  return record as Given & { readonly [Needed in Name]: string }
}
