/** The plan of a calibration: its options, and the stories (series of calls) that answer the chosen questions. (§7) */
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
  isWholeFrom,
  type OptionRules,
  rule,
} from '../../contract/options.ts'
import { type AssumptionId, assumptions } from '../../core/assumptions/catalogue.ts'
import type { Assumption } from '../../core/assumptions/entry.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import type { Duration } from '../../core/kernel/time/duration.ts'
import { isAsked, questions } from '../questions/all-questions.ts'
import { type AskedId, type Question, type Scope, type Story, scopes } from '../questions/question.ts'
import { realTime } from '../service/real-time.ts'
import { neededService, refuseProduction, type ServiceOptions, serviceRules } from '../service/service-options.ts'

/** The progress of a calibration. */
export interface CalibrationProgress {
  /** The number of steps that are done; `of` is the number of all steps of the run. */
  readonly asked: number
  readonly of: number
  /** What the next step does. */
  readonly how: string
}

/** The options of `calibrate`. Requests go only to `urls`. */
export interface CalibrateOptions extends ServiceOptions {
  /** How far the run may go: `read`, the default, changes nothing; `create` makes records; `money` also moves money. */
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

const areIds = rule<readonly AssumptionId[]>(
  (value) => Array.isArray(value) && value.every((id) => Object.hasOwn(assumptions, String(id))),
  'must be a list of assumptions, such as ["wires.cutOff"]',
)

/** Why an assumption cannot be asked about, if one of these cannot. */
function notAsked(ids: readonly AssumptionId[]): string | undefined {
  const id = ids.find((each) => !isAsked(each))
  return id && `has ${id}, about which no question is asked. To find it out, ${(assumptions[id] as Assumption).findOut}`
}

const rules: OptionRules<CalibrateOptions> = {
  ...serviceRules,
  scope: isOneOf(scopes),
  only: areIds,
  skip: areIds,
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
  const message = notAsked(only)
  if (message) throw cannotUse([{ path: 'only', message }], failing)
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

/** One story of the plan. */
export interface Item {
  readonly story: Story
  readonly scope: Scope
  /** The questions that the story answers. */
  readonly ids: AskedId[]
  /** The questions that its exchanges answer. */
  readonly reads: AskedId[]
}

/** The stories that answer these questions (by default all questions), each story once. */
export function agendaFor(ids: readonly AskedId[] = keysOf(questions)): readonly Item[] {
  const items = new Map<Story, Item>()
  for (const id of ids) {
    const question = questions[id] as Question
    const story = question.kind === 'told' ? question.story : question.after
    if (story === undefined) continue
    const item = items.get(story) ?? { story, scope: story.scope ?? 'read', ids: [], reads: [] }
    item[question.kind === 'told' ? 'ids' : 'reads'].push(id)
    items.set(story, item)
  }
  return [...items.values()]
}

/** One step of a calibration. */
export interface CalibrationStep {
  readonly scope: Scope
  /** What the step does, as a sentence. */
  readonly how: string
  /** The assumptions on which the step gives verdicts; empty if it only makes calls whose answers are judged at the end. */
  readonly assumptions: readonly AssumptionId[]
}

/** The preparation of each scope. For `create` it runs before the questions; for `money`, when the first question needs it. */
const beforehand: { readonly [Each in Scope]?: string } = {
  create:
    'removes what a run of more than an hour ago left behind, and places restrictions that block nothing, to measure how late a read shows a change',
  money:
    'looks for a wire that is accepted: a service message, or else a small amount from a new subledger that a restriction closes to wires',
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
  const { ids, scope: most } = settled(options)
  const items = agendaFor(ids)
  return reachOf(most).flatMap((scope): CalibrationStep[] => {
    const own = items.filter((item) => item.scope === scope)
    const first = scope === 'create' || own.length > 0 ? [beforehand[scope] ?? []].flat() : []
    const steps = own.map(({ story, ids: assumptions }) => ({ scope, how: story.how, assumptions }))
    return [...first.map((how) => ({ scope, how, assumptions: [] })), ...steps]
  })
}

/** The scopes up to this one: `create` includes `read`. */
export const reachOf = (scope: Scope): readonly Scope[] => scopes.slice(0, scopes.indexOf(scope) + 1)
