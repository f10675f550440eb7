/**
 * Collects the coverage of a whole run. Each test appends its coverage, as one line of JSON, to a file of its process. Reading the
 * folder of these files merges all workers and shards. Without the environment variable VOSTRO_COVERAGE, nothing is written.
 */

import type { Port } from '../../bank/port.ts'
import { appendLine } from '../../bank/reports/append-line.ts'
import { environment, hostProcess } from '../../bank/shell/host/platform.ts'
import { effectsOn } from '../mutants/asked.ts'
import { type Met, metBy, metTogether } from './met.ts'

/** A line of the file: the coverage of one test's bank, and how the test ended. */
export interface MetByTest {
  readonly test: { readonly file: string; readonly name: string }
  /** The message of the failure. Absent if the test passed. */
  readonly failure?: string
  readonly met: Met
  /** How often the mutant changed what the bank of the test did. Absent if no mutant was asked for. */
  readonly effects?: number
}

const USUAL_FOLDER = '.vostro/coverage'

function coverageFolder(): string | undefined {
  const asked = environment('VOSTRO_COVERAGE')
  if (!asked || asked === '0') return undefined
  return asked === '1' ? USUAL_FOLDER : asked
}

/** The coverage of a bank from before it was reset or restored. */
const former = new WeakMap<Port, Met>()

/** Makes coverage survive a reset or restore of the bank. */
export function collectFrom(port: Port): void {
  if (coverageFolder() === undefined) return
  port.subscribe((fact) => {
    if (fact.what === 'replacement') former.set(port, metOf(port, fact.before))
  })
}

function metOf(port: Port, state = port.state): Met {
  const now = metBy(state)
  const before = former.get(port)
  return before ? metTogether(before, now) : now
}

/** Writes the coverage of a test, added up over its banks. */
export function writeMet(ports: readonly Port[], test: MetByTest['test'], failure?: string): void {
  const folder = coverageFolder()
  if (folder === undefined) return
  const effects = ports.flatMap((port) => effectsOn(port) ?? [])
  const line = (): MetByTest => ({
    test,
    met: ports.map((port) => metOf(port)).reduce(metTogether),
    ...(failure === undefined ? {} : { failure }),
    ...(effects.length === 0 ? {} : { effects: effects.reduce((sum, each) => sum + each) }),
  })
  appendLine(`${folder}/${hostProcess()?.pid ?? 0}.jsonl`, line, {
    what: 'coverage',
    advice: 'Set VOSTRO_COVERAGE to a folder that can be written to.',
  })
}
