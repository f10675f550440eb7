/** What is to be asked: the stories behind the questions that were chosen. `calibrationPlan()` tells of them, and sends nothing. (§7) */
import type { AssumptionId } from '../../core/assumptions/catalogue.ts'
import { namesOf } from '../../core/kernel/names.ts'
import { questions } from '../questions/all-questions.ts'
import { type Question, type Scope, type Story, scopes } from '../questions/question.ts'
import { type CalibrateOptions, settled } from './calibrate-options.ts'

/** One story, and the questions that it answers. */
export interface Item {
  readonly story: Story
  readonly scope: Scope
  /** Each with what must be so that it can be answered. */
  readonly ids: AssumptionId[]
  /** Items of one lane are told one after the other: they would be in each other's way. */
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
    for (const story of storiesOf(id, question)) {
      const item = items.get(story) ?? { story, scope: story.scope ?? 'read', ids: [], lane }
      if (question.kind !== 'read') item.ids.push(id)
      items.set(story, item)
    }
  }
  return [...items.values()]
}

function storiesOf(id: AssumptionId, question: Question): readonly Story[] {
  if (question.kind === 'told') return question.stories
  if (question.kind === 'read') return question.after
  if (question.kind === 'hidden') return []
  const { of, kind: _, ...manner } = question
  return [
    {
      ...manner,
      async *tell(service) {
        yield { [id]: await of(service) }
      },
    },
  ]
}

/** What is asked in one go. */
export interface CalibrationStep {
  readonly scope: Scope
  /** In a sentence, what is done. */
  readonly how: string
  /** What it shows; empty where it makes exchanges from which others are read. */
  readonly assumptions: readonly AssumptionId[]
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
  return reachOf(most).flatMap((scope) => {
    const own = items.filter((item) => item.scope === scope)
    return own.map(({ story, ids: assumptions }) => ({ scope, how: story.how, assumptions }))
  })
}

/** A scope, after those before it. */
export const reachOf = (scope: Scope): readonly Scope[] => scopes.slice(0, scopes.indexOf(scope) + 1)
