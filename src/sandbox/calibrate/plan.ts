/** The plan of a calibration: its options, and the series of calls that answer the chosen questions. (§7) */
import { durationFrom } from '../../bank/shell/state/options.ts'
import {
  cannotUse,
  checkedOptions,
  type Failing,
  isFlag,
  isFunction,
  isOneOf,
  isRecordOf,
  isSignal,
  isTextList,
  isWholeFrom,
  type OptionRule,
  type OptionRules,
} from '../../contract/options.ts'
import { type AssumptionId, assumptions } from '../../core/assumptions/catalogue.ts'
import type { Assumption } from '../../core/assumptions/entry.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import { didYouMean } from '../../core/kernel/nearest.ts'
import type { Duration } from '../../core/kernel/time/duration.ts'
import type { Problem } from '../../core/rejection.ts'
import { isAsked, questions } from '../questions/all-questions.ts'
import { measuringLag } from '../questions/lag.ts'
import { type AskedId, type Question, type Scope, type Series, scopes } from '../questions/question.ts'
import { findingWire } from '../questions/wires/amounts.ts'
import { closing } from '../questions/wires/requests.ts'
import { realTime } from '../service/real-time.ts'
import { neededService, refuseProduction, type ServiceOptions, serviceRules } from '../service/service-options.ts'

/** The progress of a calibration. */
export interface CalibrationProgress {
  /** The number of steps that are done; `of` is the number of all steps of the run. */
  readonly asked: number
  readonly of: number
  /** What the next step does, and what it may do at the service. */
  readonly how: string
  readonly scope: Scope
}

/** The options of `calibrate`. Requests go only to `urls`. */
export interface CalibrateOptions extends ServiceOptions {
  /** How far the run may go: `read`, the default, changes nothing; `create` makes records; `money` also requests wires. */
  readonly scope?: Scope | undefined
  /** The assumptions to ask about; by default all that a question is asked about. */
  readonly only?: readonly AssumptionId[] | undefined
  /** Assumptions that are not asked about. */
  readonly skip?: readonly AssumptionId[] | undefined
  /** How many calls the run may make, by default 1000. */
  readonly calls?: number | undefined
  /** How long one question may wait for the service in total, by default three minutes. A question that takes longer stays `unknown`. */
  readonly maxWait?: Duration | undefined
  /** The largest amount of a wire that the run requests, in minor units; by default 100000, which is a thousand dollars. */
  readonly mostAmount?: number | undefined
  /** Fields for the requests of wires, such as `{ receiverRoutingNumber }`, if the service refuses the documented example. */
  readonly wire?: Readonly<Record<string, unknown>> | undefined
  /**
   * Ends the calibration early. After the abort it makes only the calls that find and remove its own records, and token requests for them.
   * The report has the findings up to then.
   */
  readonly signal?: AbortSignal | undefined
  /** Called before each step. */
  readonly onProgress?: ((progress: CalibrationProgress) => void) | undefined
  /** Whether the evidence keeps secrets, names and account numbers; by default it does not. */
  readonly unredacted?: boolean | undefined
}

/** The problems of the option `only` or `skip`: ids that no assumption has, and in `only` those about which no question is asked. */
function problemsIn(path: 'only' | 'skip', ids: readonly AssumptionId[]): Problem[] {
  return ids.flatMap((id) => {
    if (isAsked(id)) return []
    const known = keysOf(assumptions)
    if (!known.includes(id)) {
      const meant = didYouMean(id, known) || `; these are asked about: ${keysOf(questions).join(', ')}`
      return [{ path, message: `has an unknown assumption "${id}"${meant}` }]
    }
    const message = `has ${id}, about which no question is asked. To find it out, ${(assumptions[id] as Assumption).findOut}`
    return path === 'skip' ? [] : [{ path, message }]
  })
}

const rules: OptionRules<CalibrateOptions> = {
  ...serviceRules,
  scope: isOneOf(scopes),
  only: isTextList as OptionRule<AssumptionId[]>,
  skip: isTextList as OptionRule<AssumptionId[]>,
  calls: isWholeFrom(1),
  maxWait: isRecordOf('a duration such as { minutes: 5 }'),
  mostAmount: isWholeFrom(1),
  wire: isRecordOf('fields of a wire such as { receiverRoutingNumber }'),
  signal: isSignal,
  onProgress: isFunction,
  unredacted: isFlag,
}

const failing: Failing = {
  failed: 'Failed to calibrate',
  advice:
    "For example, write calibrate({ fetch, urls: bank.urls, credentials: { clientId, clientSecret }, scope: 'read' }).",
  needed: neededService,
}

/**
 * The options, with their defaults.
 *
 * @throws {UsageError} if an option is unknown, missing or cannot be used, or if `production` does not confirm an address that needs it
 */
export function settled(given: CalibrateOptions) {
  const options = checkedOptions<CalibrateOptions>(given, rules, failing)
  refuseProduction(options, failing)
  const { only = keysOf(questions), skip = [] } = options
  const problems = [...problemsIn('only', only), ...problemsIn('skip', skip)]
  if (problems.length > 0) throw cannotUse(problems, failing)
  return {
    ...options,
    ids: only.filter(isAsked).filter((id) => !skip.includes(id)),
    scope: options.scope ?? 'read',
    calls: options.calls ?? 1_000,
    clock: options.clock ?? realTime,
    mostAmount: options.mostAmount ?? 100_000,
    wire: options.wire ?? {},
    unredacted: options.unredacted ?? false,
    maxWait: durationFrom(options.maxWait ?? { minutes: 3 }, 'calibrate with maxWait'),
  }
}

/** One series of calls of the plan. */
export interface Item {
  readonly series: Series
  readonly scope: Scope
  /** The questions that the calls answer. */
  readonly ids: AskedId[]
  /** The questions that their exchanges answer. */
  readonly reads: AskedId[]
}

const itemOf = (series: Series): Item => ({ series, scope: series.scope ?? 'read', ids: [], reads: [] })

/** The calls that answer these questions (by default all questions), each series once. */
export function agendaFor(ids: readonly AskedId[] = keysOf(questions)): readonly Item[] {
  const items = new Map<Series, Item>()
  for (const id of ids) {
    const question = questions[id] as Question
    const series = question.kind === 'asked' ? question.series : question.after
    if (series === undefined) continue
    const item = items.get(series) ?? itemOf(series)
    item[question.kind === 'asked' ? 'ids' : 'reads'].push(id)
    items.set(series, item)
  }
  return [...items.values()]
}

/** The items up to a scope, in the order in which they run: those of each scope after its preparation; at the end, what was made is removed. */
export function stepsOf(items: readonly Item[], most: Scope): readonly Item[] {
  const steps = scopes.slice(0, scopes.indexOf(most) + 1).flatMap((scope) => {
    const own = items.filter((item) => item.scope === scope)
    if (scope === 'create') return [itemOf(measuringLag), ...own]
    return scope === 'money' && own.length > 0 ? [itemOf(findingWire), ...own] : own
  })
  return most === 'read' ? steps : [...steps, itemOf(closing)]
}

/** One step of a calibration. */
export interface CalibrationStep {
  readonly scope: Scope
  /** What the step does, and the credential that it needs if this was not given. */
  readonly how: string
  /** The assumptions on which the step gives verdicts; empty if it only makes calls whose answers are judged at the end. */
  readonly assumptions: readonly AssumptionId[]
}

/**
 * The steps that `calibrate` would take with these options, in their order. Sends nothing.
 *
 * @throws {UsageError} as `calibrate`
 * @example
 * ```ts
 * const { urls, fetch, partner: { clientId, clientSecret } } = createBank()
 * const plan = calibrationPlan({ fetch, urls, credentials: { clientId, clientSecret }, only: ['tokens.form'] })
 * plan[0]?.how // 'asks for a token'
 * ```
 */
export function calibrationPlan(options: CalibrateOptions): CalibrationStep[] {
  const { ids, scope: most, credentials } = settled(options)
  return stepsOf(agendaFor(ids), most).map(({ series, scope, ids: shown }) => {
    const isMissing = (series.needsAccount ?? scope !== 'read') && credentials.accountNumber === undefined
    const how = isMissing ? `${series.how}; this needs credentials.accountNumber, which was not given` : series.how
    return { scope, how, assumptions: shown }
  })
}
