/** The file of the report. The environment variable `VOSTRO_REPORT` names it, and each test appends its line, in any process. */
import { messageOf } from '../../../core/errors.ts'
import { environment, hostProcess } from '../../shell/state/platform.ts'
import { appendLine } from '../append-line.ts'
import type { ReportLine } from './report-line.ts'

let isComplaintMade = false

/** Adds the line that `make` gives, where a report is asked for. A file that cannot be written fails no test; its error is printed once. */
export function addToReport(make: () => Omit<ReportLine, 'form'>): void {
  const path = environment('VOSTRO_REPORT')
  if (!path) return
  try {
    const line: ReportLine = { form: 'vostro-report-1', ...make() }
    appendLine(path, line)
  } catch (error) {
    if (isComplaintMade) return
    isComplaintMade = true
    const advice = 'Set VOSTRO_REPORT to the path of a file that can be written.'
    hostProcess()?.stderr?.write(`Failed to write the report "${path}": ${messageOf(error)}. ${advice} (§1)\n`)
  }
}
