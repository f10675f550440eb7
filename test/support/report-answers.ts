/** Says after a run how many answers were held against their contract. A run of the HTTP edge in which none was has failed. */
import type { Reporter } from 'vitest/node'

export const reportAnswers: Reporter = {
  onTestRunEnd(modules) {
    const count = modules.reduce((sum, each) => sum + (each.meta().answersChecked ?? 0), 0)
    process.stdout.write(`     Answers  ${count} checked against their contract\n\n`)
    const hasUsedEdge = modules.some(
      (each) => each.relativeModuleId.startsWith('test/bank/http/') && [...each.children.allTests('passed')].length > 0,
    )
    if (hasUsedEdge && count === 0) {
      process.stderr.write(
        'No answer was checked, though tests of test/http ran. See test/support/check-every-answer.ts.\n',
      )
      process.exitCode = 1
    }
  },
}
