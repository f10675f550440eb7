/** `calibrateFrom()`: the report of a calibration, made from recorded calls. It sends nothing. (§7) */
import { cannotUse, checkedOptions, isDay, isFlag, type OptionRules } from '../../contract/options.ts'
import { isOfServices, type ServiceAddresses } from '../recordings/contract-check.ts'
import { hostsOf, type RecordedExchange } from '../recordings/exchange.ts'
import { exchangesFrom } from '../recordings/read-recording.ts'
import { neededUrls, serviceRules } from '../service/service-options.ts'
import { Findings } from './findings.ts'
import { agendaFor } from './plan.ts'
import { type CalibrationReport, dayOf, reportOf } from './report.ts'

/** The options of `calibrateFrom`. */
export interface RecordingOptions {
  /** The addresses of the services in the recording. */
  readonly urls: ServiceAddresses
  /** The day of the recording, such as `2026-03-02`. Needed only if the recorded calls have no times. */
  readonly day?: string | undefined
  /** Whether the report keeps secrets, names and account numbers; by default it does not. */
  readonly unredacted?: boolean | undefined
}

const rules: OptionRules<RecordingOptions> = {
  urls: serviceRules.urls,
  day: isDay,
  unredacted: isFlag,
}

const failing = {
  failed: 'Failed to calibrate from a recording',
  advice: 'For example, write calibrateFrom(bank.requests, { urls: bank.urls }).',
  needed: neededUrls,
}

/**
 * Reads recorded calls of a real service: finds out which of our assumptions hold there, and checks every answer against the contract. An
 * assumption stays `unknown` if the recording lacks the calls that show it.
 *
 * @param recording - parsed or as text: a HAR file (a cassette of Polly is one), a recording of nock, `bank.requests`, or the
 *   `exchanges` of a report
 * @param options - `urls`: the addresses of the services; `day`: the day of the recording, if its calls have no times
 * @throws {UsageError} if `recording` has none of these forms, if one of its entries is damaged, or if an option cannot be used
 * @example
 * ```ts
 * const bank = createBank()
 * await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`)
 * const report = calibrateFrom(bank.requests, { urls: bank.urls })
 * report.contract // []
 * ```
 */
export function calibrateFrom(recording: unknown, options: RecordingOptions): CalibrationReport {
  const { urls, day, unredacted = false } = checkedOptions<RecordingOptions>(options, rules, failing)
  const exchanges = exchangesFrom(recording)
  refuseOthers(exchanges, urls)
  const last = exchanges.findLast(({ at }) => at !== null)?.at
  if (day === undefined && typeof last !== 'number') {
    throw cannotUse([{ path: 'day', message: 'is missing, and the calls of this recording have no time' }], failing)
  }
  const findings = new Findings()
  for (const { ids, scope } of agendaFor()) {
    findings.addUnknown(ids, `only special calls show it, and calibrate makes them (scope '${scope}')`)
  }
  findings.read(exchanges, urls)
  return reportOf({ urls, unredacted, findings: findings.all, exchanges, day: day ?? dayOf(last as number) })
}

/** Refuses a recording that has calls, but none to these addresses: it shows nothing. */
function refuseOthers(exchanges: readonly RecordedExchange[], urls: ServiceAddresses): void {
  if (exchanges.length === 0 || exchanges.some((exchange) => isOfServices(exchange, urls))) return
  const message = `match none of the ${exchanges.length} calls of this recording, which went to ${hostsOf(exchanges.map(({ url }) => url))}`
  throw cannotUse([{ path: 'urls', message }], failing)
}
