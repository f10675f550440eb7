/**
 * The report of a run of tests, for machines: one line of JSON for each test with a bank. Its form and its codes are stable. The
 * environment variable `VOSTRO_REPORT` names the file, to which the tests of all processes append.
 */
import { environment } from '../shell/host/platform.ts'
import { appendLine } from './append-line.ts'
import { conductIfKept, type Finding, type Judged } from './conduct/finding.ts'

/** One thing to change, with its evidence. */
export interface ReportedFinding {
  /** A rule of conduct, or the code of a failure of `explore`. It is stable. */
  readonly code: string
  /** The section of the specification. Null if none is known. */
  readonly section: string | null
  /** The ids of requests and pushes, or, from `explore`, the run with its changes. */
  readonly place: readonly string[]
  readonly fact: string
  /** What to change. */
  readonly advice: string
  /** A command that repeats the test, or, from `explore`, a line of code that repeats the run. Null if the runner is unknown. */
  readonly repeat: string | null
}

interface ReportLine {
  readonly form: 'vostro-report-1'
  /** `bank` is a bank of a server process, which knows no tests. `test.name` is then the name that the caller gave. */
  readonly kind: 'test' | 'exploration' | 'bank'
  /** `file` is empty if the runner does not say it. */
  readonly test: { readonly file: string; readonly name: string }
  /** Null for a bank of a server process. */
  readonly outcome: 'passed' | 'failed' | null
  /** The message of the failure. Null if the test passed. */
  readonly message: string | null
  /** The path of the trace. Null if none was written. */
  readonly trace: string | null
  readonly findings: readonly ReportedFinding[]
}

/** @param repeat - the command that runs only this test */
export function reportedConduct(bank: Judged, repeat: string | null): ReportedFinding[] {
  return conductIfKept(bank).map((finding) => reportedFinding(finding, repeat))
}

export function reportedFinding(finding: Finding, repeat: string | null): ReportedFinding {
  const { rule, section, fact, advice, requests, pushes } = finding
  return { code: rule, section, place: [...requests, ...pushes], fact, advice, repeat }
}

/** Appends what `make` returns, if VOSTRO_REPORT is set. A file that cannot be written fails no test: its error is printed once. */
export function addToReport(make: () => Omit<ReportLine, 'form'>): void {
  const path = environment('VOSTRO_REPORT')
  if (!path) return
  const line = () => ({ form: 'vostro-report-1', ...make() }) satisfies ReportLine
  appendLine(path, line, {
    what: 'report',
    advice: 'Set VOSTRO_REPORT to the path of a file that can be written.',
  })
}
