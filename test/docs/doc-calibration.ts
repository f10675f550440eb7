/** The page of what `calibrate` can see, made from its table of questions. */
import { type AssumptionId, assumptions } from 'vostro'
import { questions } from '../../src/sandbox/questions/all-questions.ts'
import type { Question } from '../../src/sandbox/questions/question.ts'
import { page, table } from './doc-markup.ts'

const order = Object.keys(assumptions) as AssumptionId[]

interface Row {
  readonly scope: string
  readonly how: string
  readonly when: string
}

/** How a question is asked; undefined where it cannot be. */
function rowOf(question: Question): Row | undefined {
  switch (question.kind) {
    case 'told': {
      const [story] = question.stories
      return {
        scope: story?.scope ?? 'read',
        how: question.stories.map(({ how }) => how).join('; or '),
        when: question.when,
      }
    }
    case 'read':
      return { scope: 'any', how: question.how ?? 'reads it off the exchanges', when: question.when }
    case 'hidden':
      return undefined
  }
}

export function calibrationPage(): string {
  const rows = order.flatMap((id) => {
    const row = rowOf(questions[id])
    return row ? [[`\`${id}\``, row.scope, row.how, row.when || 'always']] : []
  })
  const hidden = order.flatMap((id) => {
    const question: Question = questions[id]
    return question.kind === 'hidden' ? [[`\`${id}\``, question.why]] : []
  })
  return page(
    'What calibrate sees',
    'Which [assumptions](assumptions.md) a client can see from outside. [Calibrate](../guides/calibrate.md) tells how.',
    `## What can be seen

${rows.length} of ${order.length}. What needs the scope \`any\` is read off whatever exchanges there are, those of a recording too; the others are asked, which needs their scope.`,
    table(['assumption', 'scope', 'what it does', 'as long as'], rows),
    `## What cannot

${hidden.length} of ${order.length}.`,
    table(['assumption', 'why'], hidden),
  )
}
