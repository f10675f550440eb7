/** `calibrationChanges()`: what a service does otherwise than when it was last calibrated. (§7) */
import { type AssumptionId, assumptions } from '../../core/assumptions/catalogue.ts'
import type { Calibration } from '../../core/assumptions/observation.ts'
import { namesOf } from '../../core/kernel/names.ts'
import type { CalibrationReport } from './report.ts'

/** An assumption that a service lives by otherwise than before. */
export interface CalibrationChange {
  readonly id: AssumptionId
  /** The value that was observed before. */
  readonly before: unknown
  /** The value now; undefined where it is no value of ours. */
  readonly now: unknown
  /** What was seen now. */
  readonly seen: string
}

/**
 * Holds a calibration against an earlier one. What cannot be told now, or could not be then, is no change.
 *
 * @param before - the file of an earlier run, parsed
 * @param report - of today
 * @returns each change, in the order of the catalogue; `[]` where the service does what it did
 * @example
 * ```ts
 * const bank = createBank()
 * const report = calibrateFrom(bank.requests, { urls: bank.urls, day: '2026-03-02' })
 * calibrationChanges({}, report) // []
 * ```
 */
export function calibrationChanges(before: Calibration, report: CalibrationReport): CalibrationChange[] {
  return namesOf(before).flatMap((id) => {
    const finding = report.findings.find((each) => each.id === id)
    if (finding === undefined || finding.verdict === 'unknown') return []
    const { value: now, seen } = finding
    const { value = assumptions[id].default } = before[id] ?? {}
    return JSON.stringify(now) === JSON.stringify(value) ? [] : [{ id, before: value, now, seen }]
  })
}
