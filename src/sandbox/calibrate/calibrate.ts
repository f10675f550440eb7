/** `calibrate()`: which of our assumptions a real service lives by, found out by asking it. (§7) */
import { namesOf } from '../../core/kernel/names.ts'
import { Inconclusive } from '../service/inconclusive.ts'
import { Service } from '../service/service.ts'
import { type CalibrateOptions, type Settled, settled } from './calibrate-options.ts'
import { concluded, dayOf } from './conclude.ts'
import { Findings } from './finding.ts'
import type { Need, Probe } from './probe.ts'
import { probes } from './probes/table.ts'
import type { CalibrationReport } from './report.ts'
import { isWithin } from './scope.ts'

/**
 * Asks a real service, its sandbox say, which of our assumptions it lives by: a probe for each that can be seen from outside. Nothing
 * is sent but to the addresses that are given, in this order: what only reads, what creates (`scope: 'create'`), what moves money
 * (`scope: 'money'`). It removes what it made as far as the service has calls for that, and says what it left behind.
 *
 * @param options - `fetch`, `urls` and `credentials`; `scope`, how far it may go; `calls`, how many calls it may make; `maxWait`, how
 *   long each probe may wait
 * @returns a finding for each assumption, with the exchanges that show it; every answer held against the contract; and what was observed,
 *   for `createBank({ assume: report.calibration })`
 * @throws {UsageError} where an option cannot be used; where an address is not a sandbox's and `production` does not confirm it. Nothing was sent then
 * @example
 * ```ts
 * const sandbox = createBank({ assume: { 'wires.source': 'API' } }) // yours is a real one
 * const { clientId, clientSecret, audience } = sandbox.partner
 * const report = await calibrate({
 *   fetch: sandbox.fetch,
 *   urls: sandbox.urls,
 *   credentials: { clientId, clientSecret, audience },
 *   scope: 'read',
 * })
 * report.findings.find(({ id }) => id === 'tokens.lifetimeSeconds')?.verdict // 'agrees'
 * ```
 */
export async function calibrate(options: CalibrateOptions): Promise<CalibrationReport> {
  const how = settled(options)
  const service = new Service(how)
  const findings = new Findings()
  // Without a token nothing can be seen: each refusal that follows would have this one cause.
  const whyNot = await endOf(async () => void (await service.token()), service)
  for (const probe of probes) await probed(probe, { service, findings, how, whyNot })
  const { unredacted = false, clock, urls } = how
  const credentials = unredacted ? undefined : how.credentials
  const { left, traffic } = service
  const { exchanges } = traffic
  return concluded({ findings, exchanges, left, day: dayOf(clock.now()), urls, credentials })
}

interface Run {
  readonly service: Service
  readonly findings: Findings
  readonly how: Settled
  /** Why nothing can be asked at all. */
  readonly whyNot: string | undefined
}

/** Runs a probe, and says of what it did not tell why. */
async function probed(probe: Probe, { service, findings, how, whyNot }: Run): Promise<void> {
  const { exchanges } = service.traffic
  const first = exchanges.length
  const evidence = () => exchanges.slice(first).map((_, index) => first + index)
  const run = () => probe.run(service, findings.tell(evidence))
  const why =
    whyNot ?? reasonNotTo(probe, how) ?? (await endOf(run, service)) ?? `the probe "${probe.name}" saw nothing of it`
  for (const id of namesOf(probe.tells)) if (findings.get(id) === undefined) findings.unknown(id, why, evidence())
}

function reasonNotTo({ scope, needs }: Probe, how: Settled): string | undefined {
  if (!isWithin(scope, how.scope)) return `this needs scope: '${scope}', and it was '${how.scope}'`
  const missing = needs.find((need) => !isGiven[need](how))
  return missing === undefined ? undefined : `this needs ${needWords[missing]}, which was not given`
}

const isGiven: Readonly<Record<Need, (how: Settled) => boolean>> = {
  accountNumber: ({ credentials }) => credentials.accountNumber !== undefined,
  partnerId: ({ credentials }) => credentials.partnerId !== undefined,
  loanBaseUrl: ({ urls }) => urls.loanBaseUrl !== undefined,
  receiver: ({ receiver }) => receiver !== undefined,
}

const needWords: Readonly<Record<Need, string>> = {
  accountNumber: 'credentials.accountNumber',
  partnerId: 'credentials.partnerId',
  loanBaseUrl: 'urls.loanBaseUrl',
  receiver: 'a receiver',
}

/** Runs to the end, or gives the reason why not. A defect of ours is thrown on. */
async function endOf(run: () => Promise<void>, service: Service): Promise<string | undefined> {
  service.traffic.begin()
  try {
    await run()
    return undefined
  } catch (error) {
    if (error instanceof Inconclusive) return error.message
    throw error
  }
}
