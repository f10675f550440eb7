/** The options of `vostro serve` beside those of the bank, as the parser has checked them: one for each row of serve-options.ts. */
import type { FsyncPolicy } from '../state/appended-file.ts'

export interface ServeSettings {
  readonly port?: number
  readonly apiPort?: number
  readonly authPort?: number
  readonly loanPort?: number
  readonly host?: string
  readonly origin?: string
  readonly json?: boolean
  readonly controlToken?: string
  readonly controlHost?: readonly string[]
  readonly allowHost?: readonly string[]
  /** Seconds. */
  readonly pushTimeout?: number
  readonly realTime?: boolean | number
  readonly state?: string
  readonly fsync?: FsyncPolicy
  /** Minutes. */
  readonly idle?: number
  readonly mostBanks?: number
  readonly mostBytes?: number
  /** Seconds. */
  readonly requestTimeout?: number
  readonly verbose?: boolean
}
