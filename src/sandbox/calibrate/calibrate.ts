/** `calibrate()`: asks a real service questions, to find out which of our assumptions hold there. (§7) */
import { reasonOf, retry, Trouble } from '../service/inconclusive.ts'
import { leftovers, removeMade } from '../service/records.ts'
import { Service } from '../service/service.ts'
import { Session } from '../service/session.ts'
import { Findings } from './findings.ts'
import { agendaFor, type CalibrateOptions, type Item, settled, stepsOf } from './plan.ts'
import { type CalibrationReport, dayOf, reportOf } from './report.ts'

/**
 * Finds out which of our assumptions hold at a real service, such as your bank's sandbox, by a question for each assumption on which
 * most tests rest. Requests go only to the given addresses. First come questions that only read, then those that create records
 * (`scope: 'create'`), then those that request wires (`scope: 'money'`). At the end it removes the records that it made, where the service has
 * a call for that; the report lists the others.
 *
 * @param options - `fetch`, `urls` and `credentials`; `scope`, how far it may go; `only` and `skip`, what is asked; `calls`, how many calls
 *   it may make; `maxWait`, how long each question may wait; `mostAmount`, the largest wire
 * @returns a finding for each assumption, with the exchanges that show it; the places where answers break the contract; and the observed
 *   values, for `createBank({ assume: report.calibration })`
 * @throws {UsageError} before anything is sent: if an option cannot be used, or if an address is not a sandbox's and `production` does
 *   not confirm it
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
  const session = new Session(how)
  const findings = new Findings()
  // Without a token every call is refused, so no question is asked.
  const failure = await reasonOf(new Service(session).token())
  const refused = failure instanceof Trouble ? `${failure.message}. ${CHECK}` : failure?.message
  const items = agendaFor(how.ids)
  const steps = refused === undefined ? stepsOf(items, how.scope) : []
  for (const { ids, reads, scope } of items.filter((item) => !steps.includes(item))) {
    findings.addUnknown([...ids, ...reads], refused ?? `this needs scope: '${scope}', and the scope was '${how.scope}'`)
  }
  for (const [asked, item] of steps.entries()) {
    if (!how.signal?.aborted) how.onProgress?.({ asked, of: steps.length, how: item.series.how, scope: item.scope })
    await run(item, session, findings)
  }
  const { exchanges, lag, ended, unclear } = session
  findings.read(exchanges, how.urls)
  const found = findings.all.filter(({ id }) => how.ids.some((each) => each === id))
  const day = dayOf(how.clock.now())
  const made = { exchanges, left: leftovers(session), lag, ended, unclear, failure: refused, day }
  return reportOf({ ...how, ...made, findings: found })
}

const CHECK = 'Check urls.authUrl, and whether a proxy or a VPN is needed from here'

/** The most runs of one series of calls. After a call without an answer it starts again with new records. */
const MOST_TRIES = 6

/** Runs a series of calls, and adds the reason for each question without a verdict. */
async function run({ series, ids, reads }: Item, session: Session, findings: Findings): Promise<void> {
  let evidence: number[] = []
  const ask = async () => {
    const service = new Service(session)
    try {
      const verdict = await series.run(service)
      for (const id of ids) findings.add(id, verdict, [...new Set(service.evidence)])
    } finally {
      evidence = [...new Set(service.evidence)]
      await removeMade(service)
    }
  }
  const why = await reasonOf(retry(ask, MOST_TRIES))
  const seen = why?.message ?? `no answer showed it, although the question ${series.how}`
  findings.addUnknown(why ? [...ids, ...reads] : ids, seen, evidence)
}
