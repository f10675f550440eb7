/**
 * The report of a run of tests, for machines: a line of JSON for each test with a bank. Its form and its codes are stable. The environment
 * variable `VOSTRO_REPORT` names the file, and each test appends its line, in any process.
 */
import { messageOf } from '../../core/errors.ts'
import { environment, hostProcess } from '../shell/state/platform.ts'
import { appendLine } from './append-line.ts'
import { conductIfKept, type Finding, type Judged } from './conduct/finding.ts'

/** One thing to change, with its evidence. */
export interface ReportedFinding {
  /** Stable: a rule of conduct, or the code of a failure of `explore`. */
  readonly code: string
  /** The section of the specification; null where none is known. */
  readonly section: string | null
  /** The requests and pushes by their ids, or the run with its changes. */
  readonly place: readonly string[]
  readonly fact: string
  /** What to change. */
  readonly advice: string
  /** A command that repeats it, or for `explore` a line of code; null where the runner is unknown. */
  readonly repeat: string | null
}

export interface ReportLine {
  readonly form: 'vostro-report-1'
  /** `bank`: a bank of a process, which knows no test; its name is what the caller gave it. */
  readonly kind: 'test' | 'exploration' | 'bank'
  /** `file` is empty where the runner does not tell it. */
  readonly test: { readonly file: string; readonly name: string }
  /** Null for a bank of a process. */
  readonly outcome: 'passed' | 'failed' | null
  /** The message of the failure; null where the test passed. */
  readonly message: string | null
  /** The path of the trace; null where none was written. */
  readonly trace: string | null
  readonly findings: readonly ReportedFinding[]
}

/** The conduct findings for the report. @param repeat - the command that runs the test alone */
export function reportedConduct(bank: Judged, repeat: string | null): ReportedFinding[] {
  return conductIfKept(bank).map((finding) => reportedFinding(finding, repeat))
}

export function reportedFinding(finding: Finding, repeat: string | null): ReportedFinding {
  const { rule, section, fact, advice, requests, pushes } = finding
  return { code: rule, section, place: [...requests, ...pushes], fact, advice, repeat }
}

let isComplaintMade = false

/** Adds the line that `make` gives, where a report is asked for. A file that cannot be written fails no test; its error is printed once. */
export function addToReport(make: () => Omit<ReportLine, 'form'>): void {
  const path = environment('VOSTRO_REPORT')
  if (!path) return
  try {
    appendLine(path, { form: 'vostro-report-1', ...make() } satisfies ReportLine)
  } catch (error) {
    if (isComplaintMade) return
    isComplaintMade = true
    const advice = 'Set VOSTRO_REPORT to the path of a file that can be written.'
    hostProcess()?.stderr?.write(`Failed to write the report "${path}": ${messageOf(error)}. ${advice} (§1)\n`)
  }
}
