/** All partners of the corpus. */
import { corpus } from './corpus.ts'
import { eventSourced } from './event-sourced.ts'
import { inbox } from './inbox.ts'
import type { Partner } from './partner.ts'
import { payroll } from './payroll.ts'
import { resilientClient } from './resilient-client.ts'
import { webApps } from './web-app.ts'

export const all: readonly Partner[] = [
  ...corpus,
  ...eventSourced,
  ...inbox,
  ...payroll,
  ...resilientClient,
  ...webApps,
]
