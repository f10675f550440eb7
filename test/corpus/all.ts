/** All partners of the corpus. */
import { cardSettlement } from './card-settlement.ts'
import { corpus } from './corpus.ts'
import { customerAccounts } from './customer-accounts.ts'
import { eventSourced } from './event-sourced.ts'
import { inbox } from './inbox.ts'
import { jobQueues } from './job-queue.ts'
import { marketplaceSplit } from './marketplace-split.ts'
import { namedIntents } from './named-intents.ts'
import { outboxRelay } from './outbox-relay.ts'
import type { Partner } from './partner.ts'
import { payroll } from './payroll.ts'
import { payrollRun } from './payroll-run.ts'
import { poller } from './poller.ts'
import { rentEscrow } from './rent-escrow.ts'
import { requestScoped } from './request-scoped.ts'
import { resilientClient } from './resilient-client.ts'
import { saga } from './saga.ts'
import { treasurySweeper } from './treasury-sweeper.ts'
import { webApps } from './web-app.ts'

/** Partners whose books know no payment that failed: they were written for a bank that completes each. */
const forCompletion = (partners: readonly Partner[]): Partner[] =>
  partners.map((partner) => ({ ...partner, options: { deskDecisions: false, ...partner.options } }))

export const all: readonly Partner[] = [
  ...corpus,
  ...customerAccounts,
  ...eventSourced,
  ...inbox,
  ...forCompletion(jobQueues),
  ...namedIntents,
  ...forCompletion(outboxRelay),
  ...forCompletion(payroll),
  ...poller,
  ...requestScoped,
  ...forCompletion(resilientClient),
  ...saga,
  ...forCompletion(webApps),
  ...cardSettlement,
  ...payrollRun,
  ...marketplaceSplit,
  ...treasurySweeper,
  ...rentEscrow,
]
