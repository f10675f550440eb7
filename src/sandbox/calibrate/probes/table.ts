/** THE TABLE of probes, in the order in which they run: what only reads first, then what creates, then what moves money. */

import type { Probe } from '../probe.ts'
import { scopes } from '../scope.ts'
import { restrictionProbes } from './accounts/restrictions.ts'
import { subledgerProbes } from './accounts/subledgers.ts'
import { transferProbes } from './accounts/transfers.ts'
import { bodyProbes } from './calls/bodies.ts'
import { callProbes } from './calls/calls.ts'
import { limitProbes } from './calls/limits.ts'
import { tokenProbes } from './calls/tokens.ts'
import { clientIdentifierProbes } from './idempotency/client-identifiers.ts'
import { idempotencyProbes } from './idempotency/idempotency.ts'
import { loanFilterProbes } from './loans/loan-filters.ts'
import { loanFormProbes } from './loans/loan-forms.ts'
import { loanQueryProbes } from './loans/loan-queries.ts'
import { loanRegistrationProbes } from './loans/loan-registration.ts'
import { loanProbes } from './loans/loans.ts'
import { lastProbe } from './removing.ts'
import { failingPushProbes } from './webhooks/failing-pushes.ts'
import { pollingProbes } from './webhooks/polling.ts'
import { pushProbes } from './webhooks/pushes.ts'
import { tellingProbes } from './webhooks/tellings.ts'
import { registrationProbes } from './webhooks/webhook-registrations.ts'
import { wireTellingProbes } from './webhooks/wire-tellings.ts'
import { amountProbes } from './wires/amounts.ts'
import { wireProbes } from './wires/table.ts'

const inAnyOrder: readonly Probe[] = [
  ...tokenProbes,
  ...loanProbes,
  ...loanFilterProbes,
  ...loanFormProbes,
  ...loanQueryProbes,
  ...callProbes,
  ...limitProbes,
  ...bodyProbes,
  ...loanRegistrationProbes,
  ...idempotencyProbes,
  ...amountProbes,
  ...clientIdentifierProbes,
  ...registrationProbes,
  ...pollingProbes,
  ...tellingProbes,
  ...restrictionProbes,
  ...subledgerProbes,
  ...pushProbes,
  ...failingPushProbes,
  ...transferProbes,
  ...wireTellingProbes,
  ...wireProbes,
]

export const probes: readonly Probe[] = [
  ...scopes.flatMap((scope) => inAnyOrder.filter((probe) => probe.scope === scope)),
  lastProbe,
]
