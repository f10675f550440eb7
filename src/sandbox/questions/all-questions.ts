/** THE TABLE of questions: one for each entry of the catalogue of assumptions that is asked, or the code does not compile. */
import type { AssumptionId } from '../../core/assumptions/catalogue.ts'
import { accounts } from './accounts.ts'
import { calls } from './calls.ts'
import { idempotency } from './idempotency.ts'
import type { AskedId, Questions } from './question.ts'
import { restrictions } from './restrictions.ts'
import { wireFields } from './wires/fields.ts'
import { wireRecords } from './wires/readings.ts'
import { wireLife } from './wires/watch.ts'

export const questions: Questions = {
  ...calls,
  ...idempotency,
  ...restrictions,
  ...accounts,
  // One wire shows most. It is requested first, because a service may have a limit of wires for a day.
  ...wireLife,
  ...wireFields,
  ...wireRecords,
}

export const isAsked = (id: AssumptionId): id is AskedId => Object.hasOwn(questions, id)
