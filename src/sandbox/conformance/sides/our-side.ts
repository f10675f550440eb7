/** Our side: a new bank for each run, its `fetch` and its clock. */
import { createBank } from '../../../bank/create-bank.ts'
import { createRouter } from '../../../bank/http/route.ts'
import { durationFrom } from '../../../bank/shell/state/options.ts'
import { type AssumptionId, type AssumptionOverrides, assumptions } from '../../../core/assumptions/catalogue.ts'
import type { Calendar } from '../../../core/kernel/time/calendar.ts'
import { Waiting } from '../../service/waiting.ts'
import type { ConformanceOptions, ConformanceScenario } from '../scene.ts'
import { callOf, endingOf, Recorder, type Side } from './side.ts'

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
  const ending = await endingOf(scenario, {
    fetch: recorder.fetch,
    urls: bank.urls,
    credentials: { ...credentials },
    wait: async (duration) => waiting.wait(durationFrom(duration, 'wait for')),
  })
  if (recorder.refused) throw recorder.refused
  const route = createRouter(bank.urls)
  const used = bank.assumptions.used()
  const assumed = <Id extends AssumptionId>(id: Id) =>
    (used.find((each) => each.id === id)?.value ?? assumptions[id].default) as (typeof assumptions)[Id]['default']
  return {
    calls: recorder.exchanges.map((exchange) => ({ ...callOf(exchange, route), waited: exchange.at ?? undefined })),
    ending,
    known: credentials,
    addresses,
    used: used.map(({ id }) => id),
    waited: waiting.passed,
    calendar: {
      zone: options?.timeZone ?? 'America/New_York',
      holidays: assumed('wires.holidays'),
      batchTimes: assumed('wires.batchTimes'),
      cutOff: assumed('wires.cutOff'),
    },
  }
}
