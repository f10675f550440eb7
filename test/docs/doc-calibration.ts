/** The page about what `calibrate` can see, made from the table of its questions. */
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

/** How a question is asked; undefined if it cannot be asked. */
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
    'The [assumptions](assumptions.md) that a client can see from outside, and those that it cannot see. [Calibrate](../guides/calibrate.md) tells how to see them.',
    `## What can be seen

${rows.length} of ${order.length} assumptions can be seen. With the scope \`any\`, calibrate reads an assumption off the exchanges that it has, such as those of a recording. For all others calibrate asks the service, and needs the scope that the table gives.`,
    table(['assumption', 'scope', 'what calibrate does', 'condition'], rows),
    `## What cannot

${hidden.length} of ${order.length} assumptions cannot be seen.`,
    table(['assumption', 'why'], hidden),
  )
}
