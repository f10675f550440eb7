/** The report of a calibration: data, a file for `createBank`, and a text. Also the changes since an earlier calibration. (§7) */
import { endpoints } from '../../contract/endpoints.ts'
import type { Calibration, Observation } from '../../core/assumptions/assumed-values.ts'
import { type AssumptionId, assumptions } from '../../core/assumptions/catalogue.ts'
import { count } from '../../core/kernel/count.ts'
import { groupBy } from '../../core/kernel/group-by.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import { visibleLines } from '../../core/kernel/visible.ts'
import { questions } from '../questions/all-questions.ts'
import type { AskedId, Question, Scope } from '../questions/question.ts'
import type { ServiceAddresses } from '../recordings/contract-check.ts'
import { answerText, isSuccess, type RecordedExchange } from '../recordings/exchange.ts'
import { redactedRecording } from '../recordings/redact.ts'
import type { Leftover } from '../service/records.ts'
import type { ServiceCredentials } from '../service/service-options.ts'
import type { Session } from '../service/session.ts'
import { callOf } from '../service/traffic.ts'
import { type AssumptionFinding, type ContractFinding, contractFindings } from './findings.ts'

/** The result of `calibrate`. */
export interface CalibrationReport {
  /** One finding for each chosen assumption, in the order of the catalogue. */
  readonly findings: readonly AssumptionFinding[]
  /** The places where the service's answers break the contract. */
  readonly contract: readonly ContractFinding[]
  /** Every exchange, in order; secrets, names and account numbers are redacted. */
  readonly exchanges: readonly RecordedExchange[]
  /** The records that the run made and could not remove. */
  readonly left: readonly Leftover[]
  /** Why no question could be asked, such as a refused token request; undefined if questions were asked. */
  readonly failure: string | undefined
  /** Why the run ended before all questions were asked, such as the option `calls`; undefined if it did not. */
  readonly ended: string | undefined
  /** The observed values, for `createBank({ assume })`. Keep them as a file with `JSON.stringify`. */
  readonly calibration: Calibration
  /** The whole report as a text for people. */
  readonly text: string
}

interface Made
  extends Pick<CalibrationReport, 'findings' | 'exchanges'>,
    Partial<Pick<CalibrationReport, 'left' | 'failure' | 'ended'>> {
  /** How long a change takes until a read shows it, in milliseconds. */
  readonly lag?: number
  readonly scope?: Scope
  readonly unclear?: Session['unclear']
  /** The day of the observations. */
  readonly day: string
  readonly urls: ServiceAddresses
  /** The report hides these values everywhere, unless `unredacted` is true. */
  readonly credentials?: Partial<ServiceCredentials>
  readonly unredacted: boolean
}

export function reportOf(made: Made): CalibrationReport {
  const { left = [], failure, ended, day, urls, credentials = {}, unredacted } = made
  const contract = contractFindings(made.exchanges, urls)
  const exchanges = unredacted ? made.exchanges : hidden(redactedRecording(made.exchanges, { urls }), credentials)
  const findings = unredacted ? made.findings : hidden(made.findings, credentials)
  const known = findings.flatMap((finding): [AssumptionId, Observation][] => {
    const { id, verdict, value, evidence } = finding
    if (verdict === 'unknown' || value === undefined) return []
    // The last calls of a series decide. Tokens and ids would make another line in each run.
    const places = (questions[id as AskedId] as Question).kind === 'asked' ? evidence.slice(-MOST_EVIDENCE) : evidence
    const lines = places.map((number) => lineOf(made.exchanges[number] as RecordedExchange))
    const observed = { observed: day, evidence: [...new Set(lines)].sort() }
    return [[id, assumptions[id].allowed.isFixed ? observed : { value, ...observed }]]
  })
  const calibration = Object.fromEntries(known) as Calibration
  const report = { findings, contract, exchanges, left, failure, ended, calibration }
  return { ...report, text: visibleLines(textOfReport(report, made)) }
}

/** The day of an instant, in UTC: `2026-03-02`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 'yyyy-mm-dd'.length)

/** How many exchanges of a series of calls the calibration names. The finding names all of them. */
const MOST_EVIDENCE = 3

const lineOf = (exchange: RecordedExchange): string => `${callOf(exchange)} ${exchange.status}`

/** A shorter credential is not hidden, because it may occur in any word. */
const SHORTEST = 6

/** Returns a copy of plain data, with each credential replaced by its name: `(clientSecret)`. */
function hidden<Data>(data: Data, credentials: Partial<ServiceCredentials>): Data {
  const secret = ['clientId', 'clientSecret', 'partnerId', 'accountNumber'] as const
  let text = JSON.stringify(data)
  for (const name of secret) {
    const value = credentials[name]
    if (value === undefined || value.length < SHORTEST) continue
    for (const form of new Set([value, encodeURIComponent(value)])) {
      text = text.replaceAll(JSON.stringify(form).slice(1, -1), `(${name})`)
    }
  }
  return JSON.parse(text)
}

function textOfReport(report: Omit<CalibrationReport, 'text'>, made: Made): string {
  const { lag = 0, scope = 'read', unclear = [] } = made
  const { findings, contract, exchanges, left, failure, ended } = report
  if (failure !== undefined) return `Nothing was asked: ${failure}.\n`
  const of = (verdict: AssumptionFinding['verdict']) => findings.filter((finding) => finding.verdict === verdict)
  const [differs, agrees, unknown] = [of('differs'), of('agrees'), of('unknown')]
  const shown = unclear.filter(({ isThere }) => isThere).length
  const failed = exchanges.filter(({ status }) => status >= 500 || status === 429)
  const totals = [
    count(agrees.length, 'assumption agrees', 'assumptions agree'),
    count(differs.length, 'differs', 'differ'),
    count(unknown.length, 'is unknown', 'are unknown'),
  ]
  // Several assumptions that are unknown for the same reason are one entry.
  const reasons = groupBy(unknown, ({ seen }) => seen)
  const lines = [
    `${count(exchanges.length, 'call')}: ${totals.join(', ')}.`,
    ...(ended === undefined ? [] : [`The run ended early: ${ended}.`]),
    ...(lag > 0 ? [`A read shows a change up to ${lag} ms late, so each read waited that long after a change.`] : []),
    ...[...groupBy(failed, answerText)].map(
      ([answer, all]) =>
        `${count(all.length, 'answer was', 'answers were')} ${answer}: ${all[0]?.status === 429 ? 'the run waited as asked' : [...new Set(all.map(callOf))].join(', ')}.`,
    ),
    ...(unclear.length > 0
      ? [`${count(unclear.length, 'request')} without a clear answer, ${shown} found in lists.`]
      : []),
    ...(scope === 'money' && !left.some(({ kind }) => kind.endsWith('wire')) ? [NO_MONEY] : []),
    ...(scope !== 'read' && left.length === 0 && ended === undefined ? ['Nothing is left behind.'] : []),
    ...section('Differs', differs, ({ id, value, default: preset, seen }) => [
      `${id}${value === undefined ? ': no value of ours does this' : ` = ${JSON.stringify(value)}`}, our default ${JSON.stringify(preset)}`,
      `  ${seen}`,
    ]),
    ...section('Not as documented', remarksOn(contract.filter((each) => !isToldBy(differs, each))), (lines) => lines),
    ...section('Agrees', agrees, ({ id, value, seen }) => [
      `${id}${assumptions[id].allowed.isFixed ? '' : ` = ${JSON.stringify(value)}`}: ${seen}`,
    ]),
    ...section('Unknown', [...reasons], ([why, all]) => [why, ...all.map(({ id }) => `  ${id}`)]),
    ...section('Left behind', [...groupBy(left, ({ kind, why }) => `${kind}: ${why}`)], ([why, all]) => [
      why,
      ...all.map(({ id }) => `  ${id}`),
    ]),
  ]
  return `${lines.join('\n')}\n`
}

const NO_MONEY = 'No money moved. Wires that moved none stay in the lists, and some may still be under way.'

/** Whether a difference tells of a problem already. The status of a refusal is not among the codes in its body. */
const isToldBy = (differs: readonly AssumptionFinding[], { source, problem }: ContractFinding): boolean =>
  differs.some(({ id }) => id === source) && (problem !== 'other status' || source === 'http.createStatus')

/** The entries on the contract. Several calls with the same problem are one entry, and so are all missing fields of the same calls. */
function remarksOn(contract: readonly ContractFinding[]): string[][] {
  const nameOf = ({ endpoint, problem }: ContractFinding) =>
    endpoint === null || problem !== 'other status'
      ? (endpoint ?? 'a call')
      : `${endpoints[endpoint].method} ${endpoints[endpoint].path}`
  const alike = groupBy(contract, ({ path, problem, expected, source }) =>
    JSON.stringify(/field$/.test(problem) ? [path, problem] : [path, problem, expected, source]),
  )
  const entries = [...alike.values()].map((all) => ({
    all,
    first: all[0] as ContractFinding,
    calls: [...new Set(all.map(nameOf))].join(', '),
  }))
  const isAbsent = ({ first }: (typeof entries)[number]) => first.problem === 'missing field'
  const absent = [...groupBy(entries.filter(isAbsent), ({ calls, first }) => `${calls} (${first.source})`)]
  return [
    ...absent.map(([calls, same]) => [`${calls}: missing ${same.map(({ first }) => first.path).join(', ')}`]),
    ...entries
      .filter((entry) => !isAbsent(entry))
      .map(({ all, first: { path, problem, expected, source }, calls }) => [
        `${calls}${path === '' ? '' : ` ${path}`}: ${problem}, ${count(timesOf(all), 'time')} (${source})`,
        `  expected ${expected}, seen ${[...new Set(all.map(({ seen }) => seen))].slice(0, 3).join(', ')}`,
      ]),
  ]
}

const timesOf = (all: readonly ContractFinding[]) => new Set(all.flatMap(({ evidence }) => evidence)).size

function section<Item>(title: string, items: readonly Item[], linesOf: (item: Item) => string[]): string[] {
  if (items.length === 0) return []
  return ['', title, ...items.flatMap((item) => linesOf(item).map((line) => `  ${line}`))]
}

/**
 * The fields of answers that are new or missing since an earlier report. Fields of refusals are left out: they depend on what was refused.
 *
 * @param before - an earlier report, such as one parsed from a file
 * @param report - the report of the new run
 * @returns the places of these fields; `[]` if answers have the fields that they had then
 * @example
 * ```ts
 * const bank = createBank()
 * const report = calibrateFrom(bank.requests, { urls: bank.urls, day: '2026-03-02' })
 * fieldChanges(report, report) // []
 * ```
 */
export function fieldChanges(
  before: Pick<CalibrationReport, 'contract'>,
  { contract, exchanges }: CalibrationReport,
): ContractFinding[] {
  const keyOf = ({ endpoint, path, problem }: ContractFinding) => JSON.stringify([endpoint, path, problem])
  const known = new Set(before.contract.map(keyOf))
  return contract.filter((each) => {
    const isOfField = each.problem === 'unknown field' || each.problem === 'missing field'
    return (
      isOfField && !known.has(keyOf(each)) && each.evidence.some((place) => isSuccess(exchanges[place]?.status ?? 0))
    )
  })
}

/** An assumption whose value at the service has changed. */
export interface CalibrationChange {
  readonly id: AssumptionId
  /** The value that was observed before. */
  readonly before: unknown
  /** The value now; undefined if our bank has no value for what the service does, or if the run did not observe it. */
  readonly now: unknown
  /** Whether the run observed it. If not, it is no longer known what the service does. */
  readonly isObserved: boolean
  /** What was seen now, or why nothing was. */
  readonly seen: string
}

/**
 * Compares a calibration with an earlier one. An assumption that was known and is unknown now is a change, unless the run was not to ask it.
 *
 * @param before - the `calibration` of an earlier report, such as one parsed from a file
 * @param report - the report of the new run
 * @returns the changes, in the order of `before`; `[]` if the service behaves as it did then
 * @example
 * ```ts
 * const bank = createBank()
 * const report = calibrateFrom(bank.requests, { urls: bank.urls, day: '2026-03-02' })
 * calibrationChanges({}, report) // []
 * ```
 */
export function calibrationChanges(before: Calibration, report: CalibrationReport): CalibrationChange[] {
  return keysOf(before).flatMap((id) => {
    const finding = report.findings.find((each) => each.id === id)
    if (finding === undefined || finding.isBeyond) return []
    const { value: now, seen, verdict } = finding
    const isObserved = verdict !== 'unknown'
    const { value = assumptions[id].default } = before[id] ?? {}
    const isSame = isObserved && JSON.stringify(now) === JSON.stringify(value)
    return isSame ? [] : [{ id, before: value, now, isObserved, seen }]
  })
}
