/** THE TABLE of probes, in the order in which they run: what only reads first, then what creates, then what moves money. */

import type { Probe } from '../probe.ts'
import { scopes } from '../scope.ts'
import { bodyProbes } from './bodies.ts'
import { callProbes } from './calls.ts'
import { clientIdentifierProbes } from './client-identifiers.ts'
import { failingPushProbes } from './failing-pushes.ts'
import { idempotencyProbes } from './idempotency.ts'
import { limitProbes } from './limits.ts'
import { loanFilterProbes } from './loan-filters.ts'
import { loanFormProbes } from './loan-forms.ts'
import { loanQueryProbes } from './loan-queries.ts'
import { loanRegistrationProbes } from './loan-registration.ts'
import { loanProbes } from './loans.ts'
import { pollingProbes } from './polling.ts'
import { pushProbes } from './pushes.ts'
import { restrictionProbes } from './restrictions.ts'
import { subledgerProbes } from './subledgers.ts'
import { tellingProbes } from './tellings.ts'
import { tokenProbes } from './tokens.ts'
import { transferProbes } from './transfers.ts'
import { registrationProbes } from './webhook-registrations.ts'
import { wireTellingProbes } from './wire-tellings.ts'
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

export const probes: readonly Probe[] = scopes.flatMap((scope) => inAnyOrder.filter((probe) => probe.scope === scope))
