/** `calibrate()`: which of our assumptions a real service lives by, found out by asking it. (§7) */
import { groupBy } from '../../core/kernel/group-by.ts'
import { keyHeader, lagOf } from '../questions/beforehand.ts'
import { endWires } from '../questions/wires/asking-wires.ts'
import { askedAnew, ifConclusive, whyNot } from '../service/inconclusive.ts'
import { removeEarlier, removeMade, removeRest, tidyUp } from '../service/records.ts'
import { Service } from '../service/service.ts'
import { Session } from '../service/session.ts'
import { Findings } from './findings.ts'
import { agendaFor, type CalibrateOptions, type Item, reachOf, settled } from './plan.ts'
import { type CalibrationReport, dayOf, reportOf } from './report.ts'

/**
 * Asks a real service, such as your bank's sandbox, which of our assumptions it lives by: a question for each that can be seen from outside.
 * Requests go only to the addresses that are given. First come questions that only read, then those that create records
 * (`scope: 'create'`), then those that move money (`scope: 'money'`). Afterwards it removes what it made, as far as the service has calls
 * for that, and the report names what is left behind.
 *
 * @param options - `fetch`, `urls` and `credentials`; `scope`, how far it may go; `only` and `skip`, what is asked; `calls`, how many calls
 *   it may make; `maxWait`, how long each question may wait; `mostAmount`, the largest wire
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
  const session = new Session(how)
  const findings = new Findings()
  // Without a token nothing can be seen: each refusal that follows would have this one cause.
  const refused = (await whyNot(new Service(session).token()))?.message
  const reach = reachOf(how.scope)
  const items = agendaFor(how.ids)
  const within = items.filter(({ scope }) => refused === undefined && reach.includes(scope))
  for (const { ids, scope } of items.filter((item) => !within.includes(item))) {
    findings.addUnknown(ids, refused ?? `this needs scope: '${scope}', and it was '${how.scope}'`)
  }
  let asked = 0
  const act = async (item: Item) => {
    how.onProgress?.({ asked: asked++, of: items.length, how: item.story.how })
    await tell(item, session, findings)
  }
  // Loans are watched while all the rest is asked.
  const loans = inLanes(within.filter(isOfLoans), act)
  for (const scope of refused === undefined ? reach : []) {
    if (scope === 'create') await open(session)
    await inLanes(
      within.filter((item) => item.scope === scope && !isOfLoans(item)),
      act,
    )
  }
  await loans
  if (how.scope !== 'read') await close(session)
  const { exchanges, left, lag } = session
  findings.read(exchanges, how.urls)
  const found = findings.all.filter(({ id }) => how.ids.includes(id))
  const day = dayOf(how.clock.now())
  return reportOf({ ...how, findings: found, exchanges, left, lag, failure: refused, day })
}

const isOfLoans = ({ lane }: Item) => lane === 'loans'

/** Runs the lanes side by side, so that questions wait at the same time; the questions of one lane go one after the other. */
async function inLanes(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  await Promise.all(
    [...groupBy(items, ({ lane }) => lane)].map(async ([lane, own]) => {
      if (lane === 'wires') await Promise.all(own.map(act))
      else for (const item of own) await act(item)
    }),
  )
}

/** Plays a story, and notes the reason for each question without an answer. */
async function tell({ story, ids }: Item, session: Session, findings: Findings): Promise<void> {
  let evidence: number[] = []
  const why = await untilAnswered(async () => {
    const service = new Service(session)
    try {
      for await (const verdicts of story.tell(service, ids)) {
        for (const id of ids) findings.add(id, verdicts[id], [...new Set(service.evidence)])
      }
    } finally {
      evidence = [...new Set(service.evidence)]
      await removeMade(service)
    }
  })
  findings.addUnknown(ids, why?.message ?? `nothing of it was seen: it ${story.how}`, evidence)
}

/**
 * Before anything else is made: removes what an earlier run left behind, measures how late a read shows a change, and finds the header of
 * idempotency keys, with which requests can be repeated.
 */
async function open(session: Session): Promise<void> {
  const service = new Service(session)
  if (service.credentials.accountNumber === undefined) return
  await removeEarlier(service).catch(ifConclusive)
  await untilAnswered(async () => {
    session.lag = await lagOf(service)
  })
  await untilAnswered(() => service.once(keyHeader))
  await removeMade(service)
}

/** A story begins anew this many times, with other records, after a call without an answer. */
const MOST_TRIES = 6

/** Gives the reason why the last try ended early. */
const untilAnswered = (ask: () => Promise<unknown>) => whyNot(askedAnew(ask, MOST_TRIES))

async function close(session: Session): Promise<void> {
  const service = new Service(session)
  await service.tidy(async () => {
    for (const end of [endWires, removeRest, tidyUp]) await end(service).catch(ifConclusive)
  })
}
