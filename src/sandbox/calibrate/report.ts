/** What a calibration found, as data, as a file for `createBank`, and as a text. */
import type { AssumptionId } from '../../core/assumptions/catalogue.ts'
import { assumptions } from '../../core/assumptions/catalogue.ts'
import type { Calibration, Observation } from '../../core/assumptions/observation.ts'
import type { ServiceAddresses } from '../recordings/contract-check.ts'
import type { RecordedExchange } from '../recordings/exchange.ts'
import { redactedRecording } from '../recordings/redact.ts'
import type { ServiceCredentials } from '../service/service-options.ts'
import type { Leftover } from '../service/session.ts'
import { type ContractFinding, contractFindings } from './contract.ts'
import type { AssumptionFinding } from './findings.ts'
import { hidden } from './hide.ts'
import { textOfReport } from './report-text.ts'

/** What `calibrate` gives. */
export interface CalibrationReport {
  /** A finding for each assumption of the catalogue that was looked for, in its order. */
  readonly findings: readonly AssumptionFinding[]
  /** What is not as documented in its answers. */
  readonly contract: readonly ContractFinding[]
  /** Every exchange, in order; secrets, names and account numbers are redacted. */
  readonly exchanges: readonly RecordedExchange[]
  /** What was made and is still there. */
  readonly left: readonly Leftover[]
  /** Why nothing could be asked at all: no token was given, say. Undefined where it could. */
  readonly failure: string | undefined
  /** For `createBank({ assume })`: keep it as a file, by JSON.stringify. */
  readonly calibration: Calibration
  /** All of it, for people. */
  readonly text: string
}

interface Made {
  readonly findings: readonly AssumptionFinding[]
  readonly exchanges: readonly RecordedExchange[]
  readonly left: readonly Leftover[]
  /** How long a change takes until a read shows it, in milliseconds. */
  readonly lag: number
  readonly failure?: string | undefined
  /** Such as `2026-03-02`. */
  readonly day: string
  readonly urls: ServiceAddresses
  /** What is hidden wherever it stands; undefined where nothing is to be. */
  readonly credentials: Partial<ServiceCredentials> | undefined
}

export function reportOf({
  findings: found,
  exchanges,
  left,
  lag,
  failure,
  day,
  urls,
  credentials,
}: Made): CalibrationReport {
  const contract = contractFindings(exchanges, urls)
  const shown = credentials ? hidden(redactedRecording(exchanges, { urls: { ...urls } }), credentials) : exchanges
  const findings = credentials ? hidden(found, credentials) : found
  const known = findings.flatMap((finding): [AssumptionId, Observation][] => {
    const { id, verdict, value, evidence } = finding
    if (verdict === 'unknown' || value === undefined) return []
    const lines = evidence.slice(0, MOST_EVIDENCE).map((number) => lineOf(shown[number] as RecordedExchange))
    const observed = { observed: day, evidence: [...new Set(lines)] }
    return [[id, assumptions[id].allowed.isFixed ? observed : { value, ...observed }]]
  })
  const calibration = Object.fromEntries(known) as Calibration
  const text = textOfReport({ findings, contract, calls: exchanges.length, left, lag })
  return { findings, contract, exchanges: shown, left, failure, calibration, text }
}

/** So many exchanges are named for each assumption in the file; the report has all. */
const MOST_EVIDENCE = 3

function lineOf({ method, url, status }: RecordedExchange): string {
  const { pathname } = new URL(url)
  return `${method} ${pathname} ${status}`
}
