/**
 * The plan of a calibration: the options of `calibrate`, checked before anything is sent, and the stories behind the chosen questions.
 * `calibrationPlan()` gives its steps, and sends nothing. (§7)
 */
import { durationFrom } from '../../bank/shell/state/options.ts'
import {
  checkedOptions,
  type Failing,
  isFlag,
  isFunction,
  isOneOf,
  isRecordOf,
  isRecordWith,
  isSignal,
  isUrl,
  isWholeFrom,
  type OptionRules,
  rule,
} from '../../contract/options.ts'
import { type AssumptionId, assumptions } from '../../core/assumptions/catalogue.ts'
import { namesOf } from '../../core/kernel/names.ts'
import type { Duration } from '../../core/kernel/time/duration.ts'
import { questions } from '../questions/all-questions.ts'
import { type Question, type Scope, type Story, scopes } from '../questions/question.ts'
import { realTime } from '../service/real-time.ts'
import { neededService, refuseProduction, type ServiceOptions, serviceRules } from '../service/service-options.ts'
import type { Receiver } from '../service/session.ts'

/** How far a calibration is. */
export interface CalibrationProgress {
  /** How many steps were taken, and how many there are at most. */
  readonly asked: number
  readonly of: number
  /** What is done next. */
  readonly how: string
}

/** What `calibrate` takes. Nothing is sent to any address but these. */
export interface CalibrateOptions extends ServiceOptions {
  /** How far it may go: `read`, the default, changes nothing; `create` makes records; `money` pays, too. */
  readonly scope?: Scope | undefined
  /** The assumptions to ask about; by default all. */
  readonly only?: readonly AssumptionId[] | undefined
  /** Assumptions that are not asked about. */
  readonly skip?: readonly AssumptionId[] | undefined
  /** How many calls it may make, by default 1000. */
  readonly calls?: number | undefined
  /** How long one question may wait in all for the service to move on, by default three minutes. One that needs longer is not asked. */
  readonly maxWait?: Duration | undefined
  /** The largest wire that is asked for, in minor units, by default 100000: a thousand dollars. */
  readonly mostAmount?: number | undefined
  /** Fields of a wire that the service takes, where it does not take those of the documented example: `{ receiverRoutingNumber }`, say. */
  readonly wire?: Readonly<Record<string, unknown>> | undefined
  /** Where pushes come in; without a receiver, retries and signatures cannot be seen. */
  readonly receiver?: Receiver | undefined
  /**
   * Ends it early: no further call is made but those that remove what it made, with the tokens that they need, and those that look for what
   * may have been made. The report has what was found until then.
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

const rules: OptionRules<CalibrateOptions> = {
  ...serviceRules,
  scope: isOneOf(scopes),
  only: areIds,
  skip: areIds,
  calls: isWholeFrom(1),
  maxWait: isRecordOf('a duration such as { minutes: 5 }'),
  mostAmount: isWholeFrom(1),
  wire: isRecordOf('fields of a wire such as { receiverRoutingNumber }'),
  receiver: isRecordWith<Receiver>({ url: isUrl, listen: isFunction }),
  signal: isSignal,
  onProgress: isFunction,
  unredacted: isFlag,
}

const failing: Failing = {
  failed: 'Failed to calibrate',
  advice:
    "Write calibrate({ fetch, urls: bank.urls, credentials: { clientId, clientSecret }, scope: 'read' }), say. (§7)",
  renamed: { patience: 'maxWait' },
  needed: neededService,
}

const A_THOUSAND_DOLLARS = 100_000

/**
 * The options, complete.
 *
 * @throws {UsageError} where one is unknown, missing or cannot be used; where an address is no sandbox's and `production` does not confirm it
 */
export function settled(given: CalibrateOptions) {
  const options = checkedOptions<CalibrateOptions>(given, rules, failing)
  refuseProduction(options, failing)
  const { only = Object.keys(assumptions) as AssumptionId[], skip = [] } = options
  return {
    ...options,
    ids: only.filter((id) => !skip.includes(id)),
    scope: options.scope ?? 'read',
    calls: options.calls ?? 1_000,
    clock: options.clock ?? realTime,
    mostAmount: options.mostAmount ?? A_THOUSAND_DOLLARS,
    wire: options.wire ?? {},
    unredacted: options.unredacted ?? false,
    maxWait: durationFrom(options.maxWait ?? { minutes: 3 }, 'calibrate with maxWait'),
  }
}

/** One story, and the questions that it answers. */
export interface Item {
  readonly story: Story
  readonly scope: Scope
  /** The questions that it answers. */
  readonly ids: AssumptionId[]
  /** Items of one lane are played one after the other, as they would disturb each other. */
  readonly lane: string
}

const lanes: readonly [part: RegExp, lane: string][] = [
  [/^(webhooks|events|idempotency)\.|^loans\.registration/, 'webhooks'],
  [/^(wires|bank)\.|^limits\.amount|^errors\.blocked/, 'wires'],
  [/^loans\./, 'loans'],
  [/^(restrictions|subledgers|transactions|accounts|requests)\.|^errors\.unknown/, 'records'],
]

/** The stories behind some questions, by default all, each once. */
export function agendaFor(ids: readonly AssumptionId[] = namesOf(questions)): readonly Item[] {
  const items = new Map<Story, Item>()
  for (const id of ids) {
    const question = questions[id] as Question
    const lane = lanes.find(([part]) => part.test(id))?.[1] ?? 'calls'
    for (const story of storiesOf(question)) {
      const item = items.get(story) ?? { story, scope: story.scope ?? 'read', ids: [], lane }
      if (question.kind !== 'read') item.ids.push(id)
      items.set(story, item)
    }
  }
  return [...items.values()]
}

function storiesOf(question: Question): readonly Story[] {
  if (question.kind === 'hidden') return []
  return question.kind === 'told' ? question.stories : question.after
}

/** One step of a calibration. */
export interface CalibrationStep {
  readonly scope: Scope
  /** What is done, as a sentence. */
  readonly how: string
  /** The assumptions that it shows; empty where it only makes exchanges for other steps to read. */
  readonly assumptions: readonly AssumptionId[]
}

/** The preparation of a scope: before its questions are asked, or when the first of them needs it. */
const beforehand: { readonly [Each in Scope]: readonly string[] } = {
  read: [],
  create: [
    'removes what an earlier run left, and places restrictions that block nothing: how late reads are, and in which header keys are read',
  ],
  money: [
    'looks for a wire that is taken: a message, or else the smallest amount from a new subledger, of which a restriction lets none leave',
  ],
}

/**
 * The steps that `calibrate` would take with these options, in their order.
 *
 * @throws {UsageError} as `calibrate`
 * @example
 * ```ts
 * const { urls, fetch, partner: { clientId, clientSecret } } = createBank()
 * const plan = calibrationPlan({ fetch, urls, credentials: { clientId, clientSecret }, only: ['tokens.errors'] })
 * plan[0]?.how // 'sends a token request with a wrong secret, and one with an unknown grant type'
 * ```
 */
export function calibrationPlan(options: CalibrateOptions): CalibrationStep[] {
  const { ids, scope: most } = settled(options)
  const items = agendaFor(ids)
  return reachOf(most).flatMap((scope): CalibrationStep[] => {
    const own = items.filter((item) => item.scope === scope)
    const first = scope === 'create' || own.length > 0 ? beforehand[scope] : []
    const steps = own.map(({ story, ids: assumptions }) => ({ scope, how: story.how, assumptions }))
    return [...first.map((how) => ({ scope, how, assumptions: [] })), ...steps]
  })
}

/** A scope with those before it. */
export const reachOf = (scope: Scope): readonly Scope[] => scopes.slice(0, scopes.indexOf(scope) + 1)
