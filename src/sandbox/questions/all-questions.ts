/** THE TABLE of questions: one for each entry of the catalogue of assumptions that is asked, or the code does not compile. */
import type { AssumptionId } from '../../core/assumptions/catalogue.ts'
import { accounts } from './accounts.ts'
import { calls } from './calls.ts'
import { idempotency } from './idempotency.ts'
import { loans } from './loans.ts'
import type { AskedId, Questions } from './question.ts'
import { restrictions } from './restrictions.ts'
import { tokens } from './tokens.ts'
import { events } from './webhooks/events.ts'
import { pushes } from './webhooks/pushes.ts'
import { registering } from './webhooks/registering.ts'
import { amountBounds } from './wires/amounts.ts'
import { wireCodes, wireFields } from './wires/fields.ts'
import { wireRecords } from './wires/readings.ts'
import { blockedWires, restrictionCheck, wireLife } from './wires/watch.ts'

export const questions: Questions = {
  ...tokens,
  ...calls,
  ...amountBounds,
  ...idempotency,
  ...blockedWires,
  ...restrictions,
  ...accounts,
  ...registering,
  ...events,
  ...pushes,
  ...wireFields,
  ...wireCodes,
  ...wireLife,
  'wires.restrictionCheck': restrictionCheck,
  ...wireRecords,
  ...loans,
}

export const isAsked = (id: AssumptionId): id is AskedId => Object.hasOwn(questions, id)
