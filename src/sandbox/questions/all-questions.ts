/** THE TABLE of questions: how each entry of the catalogue is observed at a service, complete by the compiler. */
import type { AssumptionId } from '../../core/assumptions/catalogue.ts'
import { accounts } from './accounts.ts'
import { calls } from './calls.ts'
import { idempotency } from './idempotency.ts'
import { limits } from './limits.ts'
import { loans } from './loans.ts'
import type { Questions } from './question.ts'
import { restrictions } from './restrictions.ts'
import { tokens } from './tokens.ts'
import { transactions } from './transactions.ts'
import { webhooks } from './webhooks.ts'
import { amountBounds } from './wires/amounts.ts'
import { blockedWires } from './wires/stopping.ts'
import { wires } from './wires.ts'

export const questions: Questions<AssumptionId> = {
  ...tokens,
  ...calls,
  ...limits,
  ...amountBounds,
  ...idempotency,
  ...blockedWires,
  ...restrictions,
  ...accounts,
  ...transactions,
  ...webhooks,
  ...wires,
  ...loans,
}
