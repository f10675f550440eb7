/** All partners of the corpus. */
import { corpus } from './corpus.ts'
import { customerAccounts } from './customer-accounts.ts'
import { eventSourced } from './event-sourced.ts'
import { inbox } from './inbox.ts'
import { jobQueues } from './job-queue.ts'
import { namedIntents } from './named-intents.ts'
import { outboxRelay } from './outbox-relay.ts'
import type { Partner } from './partner.ts'
import { payroll } from './payroll.ts'
import { poller } from './poller.ts'
import { requestScoped } from './request-scoped.ts'
import { resilientClient } from './resilient-client.ts'
import { saga } from './saga.ts'
import { webApps } from './web-app.ts'

export const all: readonly Partner[] = [
  ...corpus,
  ...customerAccounts,
  ...eventSourced,
  ...inbox,
  ...jobQueues,
  ...namedIntents,
  ...outboxRelay,
  ...payroll,
  ...poller,
  ...requestScoped,
  ...resilientClient,
  ...saga,
  ...webApps,
]
