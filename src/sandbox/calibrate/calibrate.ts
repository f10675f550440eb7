/** `calibrate()`: which of our assumptions a real service lives by, found out by asking it. (§7) */
import type { AssumptionId } from '../../core/assumptions/catalogue.ts'
import { keyHeader, lagOf } from '../questions/beforehand.ts'
import { type Need, type Story, scopes, type Verdicts } from '../questions/question.ts'
import { endWires } from '../questions/wires/asking-wires.ts'
import { Inconclusive, ifConclusive, Trouble, whyNot } from '../service/inconclusive.ts'
import { removeEarlier, removeMade, removeRest, tidyUp } from '../service/records.ts'
import { Service } from '../service/service.ts'
import { Session } from '../service/session.ts'
import { agendaFor, type Item } from './agenda.ts'
import { type CalibrateOptions, type Settled, settled } from './calibrate-options.ts'
import { Findings } from './findings.ts'
import { type CalibrationReport, reportOf } from './report.ts'

/**
 * Asks a real service, its sandbox say, which of our assumptions it lives by: a question for each that can be seen from outside. Nothing
 * is sent but to the addresses that are given, in this order: what only reads, what creates (`scope: 'create'`), what moves money
 * (`scope: 'money'`). It removes what it made as far as the service has calls for that, and says what it left behind.
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
  const run = { session, findings, how }
  // Without a token nothing can be seen: each refusal that follows would have this one cause.
  const refused = (await whyNot(new Service(session).token()))?.message
  const items = agendaFor(how.ids)
  let asked = 0
  const act = async (item: Item) => {
    how.onProgress?.({ asked: asked++, of: items.length, how: item.story.how })
    await tell(item, run)
  }
  // Loans are watched while all the rest is asked.
  const loans = refused === undefined ? inLanes(items.filter(isOfLoans), act) : undefined
  for (const scope of scopes) {
    const own = items.filter((item) => item.scope === scope)
    const isAsked = refused === undefined && scopes.indexOf(scope) <= scopes.indexOf(how.scope)
    if (isAsked && scope === 'create') await open(session)
    const here = own.filter((item) => !isOfLoans(item))
    if (isAsked) await inLanes(here, act)
    for (const { ids } of own) {
      for (const id of ids) {
        const seen = refused ?? `this needs scope: '${scope}', and it was '${how.scope}'`
        if (!isAsked) findings.add(id, { verdict: 'unknown', seen })
      }
    }
  }
  await loans
  if (how.scope !== 'read') await close(session)
  findings.read(session.exchanges, how.urls)
  const { clock, urls, ids, credentials, unredacted } = how
  return reportOf({
    findings: findings.all.filter(({ id }) => ids.includes(id)),
    exchanges: session.exchanges,
    left: session.left,
    lag: session.lag,
    failure: refused,
    day: dayOf(clock.now()),
    urls,
    credentials: unredacted ? undefined : credentials,
  })
}

const isOfLoans = ({ lane }: Item) => lane === 'loans'

/** The day of an instant, in UTC: `2026-03-02`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 'yyyy-mm-dd'.length)

interface Run {
  readonly session: Session
  readonly findings: Findings
  readonly how: Settled
}

/** Lanes side by side, so that questions wait at the same time; wires are not in each other's way. */
async function inLanes(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const lanes = new Set(items.map(({ lane }) => lane))
  await Promise.all(
    [...lanes].map(async (lane) => {
      const own = items.filter((item) => item.lane === lane)
      if (lane === 'wires') await Promise.all(own.map(act))
      else for (const item of own) await act(item)
    }),
  )
}

/** Tells a story, and says of the questions that it did not answer why. */
async function tell({ story, ids }: Item, { session, findings, how }: Run): Promise<void> {
  const told = new Set<AssumptionId>()
  const note = (verdicts: Verdicts, evidence: readonly number[]) => {
    for (const id of ids) {
      const verdict = verdicts[id]
      if (verdict === undefined || told.has(id)) continue
      if (verdict.verdict !== 'unknown') told.add(id)
      findings.add(id, verdict, evidence)
    }
  }
  let why: Inconclusive | undefined
  let evidence: number[] = []
  for (let tries = 0; tries < MOST_TRIES && (tries === 0 || why instanceof Trouble); tries++) {
    const service = new Service(session)
    const telling = async () => {
      refuseMissing(story, how)
      for await (const verdicts of story.tell(service)) note(verdicts, [...new Set(service.evidence)])
    }
    why = await whyNot(telling())
    evidence = [...new Set(service.evidence)]
    await removeMade(service)
  }
  const seen = why?.message ?? `nothing of it was seen: it ${story.how}`
  for (const id of ids) findings.add(id, { verdict: 'unknown', seen }, evidence)
}

/** @throws {Inconclusive} where something was not given that a story needs */
function refuseMissing({ needs = [] }: Story, how: Settled): void {
  const missing = needs.find((need) => !isGiven[need](how))
  if (missing !== undefined) throw new Inconclusive(`this needs ${needWords[missing]}, which was not given`)
}

/** So often a story begins anew, with other records, in which a call had no answer. */
const MOST_TRIES = 6

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

/**
 * Before anything is made: removes what an earlier run left, measures how late a change shows, and finds the header of keys, with which
 * requests can be repeated.
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

/** Tries again where a call had no answer. */
async function untilAnswered(ask: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (!((await whyNot(ask())) instanceof Trouble)) return
  }
}

async function close(session: Session): Promise<void> {
  const service = new Service(session)
  await service.tidy(async () => {
    await endWires(service).catch(ifConclusive)
    await removeRest(service).catch(ifConclusive)
    await tidyUp(service).catch(ifConclusive)
  })
}
