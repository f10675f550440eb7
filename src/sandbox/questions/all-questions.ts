/** THE TABLE of questions: one for each entry of the catalogue of assumptions that is asked, or the code does not compile. */
import type { AssumptionId } from '../../core/assumptions/catalogue.ts'
import { accounts } from './accounts.ts'
import { calls } from './calls.ts'
import { registrationCalls } from './exchanges.ts'
import { idempotency } from './idempotency.ts'
import { limits } from './limits.ts'
import { loans } from './loans.ts'
import { type AskedId, either, fits, type Questions } from './question.ts'
import { restrictions } from './restrictions.ts'
import { tokens } from './tokens.ts'
import { transactions } from './transactions.ts'
import { details } from './webhooks/details.ts'
import { recordEvents, transactionEvents } from './webhooks/events.ts'
import { failingPushes, timeoutSeconds } from './webhooks/failing-pushes.ts'
import { pushes } from './webhooks/pushes.ts'
import { registering } from './webhooks/registering.ts'
import { polling } from './webhooks/watch.ts'
import { inboundEvents, outboundEvents } from './webhooks/wire-events.ts'
import { amountBounds } from './wires/amounts.ts'
import { blockedWires, canceling, restrictionCheck, unpostable } from './wires/endings.ts'
import { wireCodes, wireFields } from './wires/fields.ts'
import { wireLife } from './wires/life.ts'
import { networkRecords } from './wires/reading-network.ts'
import { wireRecords } from './wires/reading-wires.ts'

export const questions: Questions = {
  ...tokens,
  ...calls,
  ...limits,
  ...amountBounds,
  ...idempotency,
  ...blockedWires,
  ...restrictions,
  ...accounts,
  ...transactions,
  'webhooks.record': fits('registration', ...registrationCalls),
  ...registering,
  ...polling,
  ...recordEvents,
  ...pushes,
  ...failingPushes,
  ...timeoutSeconds,
  ...transactionEvents,
  ...inboundEvents,
  'events.wires': outboundEvents,
  'webhooks.aggregationSeconds': either(
    recordEvents['webhooks.aggregationSeconds'],
    inboundEvents['webhooks.aggregationSeconds'],
  ),
  'events.details': details,
  ...wireFields,
  ...wireCodes,
  ...wireLife,
  ...unpostable,
  'wires.canceling': canceling,
  'wires.restrictionCheck': restrictionCheck,
  ...wireRecords,
  ...networkRecords,
  ...loans,
}

export const isAsked = (id: AssumptionId): id is AskedId => Object.hasOwn(questions, id)
