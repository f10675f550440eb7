/** What a section of the benchmark hands to the table: one figure a row. */
import type { Cost } from './measure.ts'

export interface Row {
  readonly section: string
  /** What was measured. */
  readonly figure: string
  /** Beside what. */
  readonly beside: string
  /** Microseconds, or what `unit` says; undefined where the figure is bytes. */
  readonly ours?: Cost | undefined
  readonly limit?: Cost | undefined
  /** Where the figure is memory: ours and the limit's. */
  readonly bytes?: readonly [number, number]
  readonly ratio?: number | undefined
  /** The most, or with `isLeast` the least, that the ratio may be. */
  readonly target: number
  readonly isLeast?: boolean
  /** Where the figure is not a ratio: microseconds to compare with the target. */
  readonly microseconds?: number | undefined
}

/** Hands the rows to the process that asked for them. */
export function report(rows: readonly Row[]): void {
  console.log(JSON.stringify(rows))
}
