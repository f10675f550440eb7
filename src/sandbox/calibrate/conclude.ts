/** The end of every calibration: what its exchanges show in addition, what no client can see, and the report. */
import { namesOf } from '../../core/kernel/names.ts'
import type { ServiceAddresses } from '../recordings/contract-check.ts'
import type { RecordedExchange } from '../recordings/exchange.ts'
import type { ServiceCredentials } from '../service/credentials.ts'
import type { Leftover } from '../service/service.ts'
import type { Findings } from './finding.ts'
import { notVisible } from './not-visible.ts'
import { Seen } from './reader.ts'
import { readers } from './readers/table.ts'
import { type CalibrationReport, reportOf } from './report.ts'

interface Ended {
  readonly findings: Findings
  readonly exchanges: readonly RecordedExchange[]
  readonly left: readonly Leftover[]
  /** Such as `2026-03-02`. */
  readonly day: string
  readonly urls: ServiceAddresses
  readonly credentials: Partial<ServiceCredentials> | undefined
}

export function concluded({ findings, exchanges, left, day, urls, credentials }: Ended): CalibrationReport {
  readAll(new Seen(exchanges, urls), findings)
  for (const id of namesOf(notVisible)) findings.unknown(id, notVisible[id] as string)
  return reportOf({ findings: findings.all, exchanges, left, day, urls, credentials })
}

function readAll(seen: Seen, findings: Findings): void {
  for (const { read, tells } of readers) {
    seen.used = []
    read(
      seen,
      findings.tell(() => seen.used),
    )
    for (const id of namesOf(tells)) {
      if (findings.get(id) === undefined) findings.unknown(id, `no exchange shows it: ${tells[id] || 'there was none'}`)
    }
  }
}

/** The day of an instant, in UTC. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 'yyyy-mm-dd'.length)
