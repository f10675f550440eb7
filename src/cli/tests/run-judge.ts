/** Judges a scenario, prints the verdict, and writes it as JSON. */
import { UsageError } from '../../core/errors.ts'
import { count } from '../../core/kernel/count.ts'
import { isRecord } from '../../core/kernel/json.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import type { ExploreOptions, Scenario } from '../../explore/index.ts'
import type { Invocation, Terminal } from '../command.ts'
import { loadModule } from '../files/load-module.ts'
import { writeTo } from '../files/read-and-write.ts'
import { gatesFrom } from './gates.ts'
import { type JudgeVerdict, verdictOn } from './verdict.ts'

/** How long the exploration may take by default: a gate of a pull request should not take longer. */
const BUDGET = '5m'

export async function runJudge({ words, values }: Invocation, terminal: Terminal): Promise<number> {
  const gates = gatesFrom('judge', values)
  const asked = Object.fromEntries([...values].filter(([name]) => name === 'budget' || name === 'memory'))
  const path = words[0] as string
  const isOver = failOnExit(path)
  const judged = await scenarioIn(path)
    .then(({ scenario, options }) => verdictOn(scenario, { budget: BUDGET, ...options, ...asked }))
    .finally(isOver)
  const missed = gates
    .filter(({ isPassed }) => !isPassed(judged.met))
    .map(({ told }) => `The scenario never met ${told}.`)
  const reasons = [...judged.reasons, ...missed]
  const verdict: JudgeVerdict = { ...judged, reasons, outcome: reasons.length === 0 ? 'passed' : 'failed' }
  await terminal.stdout(textOf(verdict))
  writeTo(values.get('verdict'), JSON.stringify(verdict, null, 2), terminal)
  return verdict.outcome === 'passed' ? 0 : 1
}

/** Lets the command fail if the code under test ends the process, for then nobody hears a verdict. @returns what ends this */
function failOnExit(path: string): () => void {
  const fail = () => {
    process.stderr.write(
      `Failed to judge "${path}": the code under test ended the process. Let it throw an error instead of calling process.exit().\n`,
    )
    process.exitCode = 1
  }
  process.once('exit', fail)
  return () => void process.off('exit', fail)
}

/** @throws {UsageError} if the module exports no scenario */
async function scenarioIn(path: string): Promise<{ scenario: Scenario; options: ExploreOptions }> {
  const { scenario, options = {} } = await loadModule(path)
  if (typeof scenario !== 'function' || !isRecord(options))
    throw new UsageError(
      `Failed to judge "${path}": it exports no function "scenario", or its "options" are no record. Write export const scenario: Scenario = async ({ bank, fetch }) => { … }.`,
    )
  return { scenario: scenario as Scenario, options }
}

function textOf({ outcome, reasons, text, met, unmet, assumptions }: JudgeVerdict): string {
  const axesMet = keysOf(met).map((axis) => {
    const never = unmet.filter((each) => each.axis === axis).length
    return `  ${axis}: ${count(Object.keys(met[axis]).length, 'entry', 'entries')} met, ${never} never met`
  })
  const guesses = assumptions
    .filter(({ provenance }) => provenance === 'assumed')
    .map(({ id, section, value }) => `  ${id} is ${JSON.stringify(value)} (${section})`)
  return [
    [`Verdict: ${outcome}`, ...reasons.map((reason) => `  ${reason}`)].join('\n'),
    `Explored: ${text}`,
    ['What all runs together met of the bank:', ...axesMet].join('\n'),
    ['Assumptions that the verdict rests on:', ...(guesses.length > 0 ? guesses : ['  none'])].join('\n'),
  ].join('\n\n')
}
