/** What is to be asked: the stories behind the questions that were chosen, in the order in which they can be told side by side. */
import type { AssumptionId } from '../../core/assumptions/catalogue.ts'
import { namesOf } from '../../core/kernel/names.ts'
import type { Question, Scope, Story } from '../questions/question.ts'
import { questions } from '../questions/table.ts'

/** One story, and the questions that it answers. */
export interface Item {
  readonly story: Story
  readonly scope: Scope
  /** Each with what must be so that it can be answered. */
  readonly ids: AssumptionId[]
  /** Items of one lane are told one after the other: they would be in each other's way. */
  readonly lane: Lane
}

type Lane = 'calls' | 'records' | 'webhooks' | 'loans' | 'wires'

const lanes: readonly [part: RegExp, lane: Lane][] = [
  [/^(webhooks|events|idempotency)\.|^loans\.registration/, 'webhooks'],
  [/^(wires|bank)\.|^limits\.amount|^errors\.blocked/, 'wires'],
  [/^loans\./, 'loans'],
  [/^(restrictions|subledgers|transactions|accounts|requests)\.|^errors\.unknown/, 'records'],
]

const laneOf = (id: AssumptionId): Lane => lanes.find(([part]) => part.test(id))?.[1] ?? 'calls'

/** The stories behind some questions, each once. */
export function agendaFor(ids: readonly AssumptionId[]): readonly Item[] {
  const items = new Map<Story, Item>()
  for (const id of ids) {
    const question = questions[id] as Question
    for (const story of storiesOf(id, question)) {
      const item = items.get(story) ?? { story, scope: story.scope ?? 'read', ids: [], lane: laneOf(id) }
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

/** Every question. */
export const allIds: readonly AssumptionId[] = namesOf(questions)
