/** The checks that outbound and inbound wires share: the account must exist, and the amount must be within its limits. (§8) */
import { findSubledger, partnerOfSubledger } from '../accounts/lookup.ts'
import type { Money } from '../kernel/money.ts'
import { isRejection, type Rejection, reject } from '../rejection.ts'
import type { Reading } from '../turn.ts'
import type { World } from '../world.ts'
import { meaningOf } from './business-function-code.ts'
import type { WireOrder } from './state.ts'

interface Asked {
  readonly accountNumber: string
  readonly businessFunctionCode: string
  readonly amount?: Money | undefined
}

/** Returns the slot of the subledger. `verb` begins the message of a refusal: `originate a wire from`. */
export function checkRequest(
  reading: Reading,
  { accountNumber, amount, businessFunctionCode }: Asked,
  verb: string,
): number | Rejection {
  const subledger = findSubledger(reading, accountNumber, verb)
  if (isRejection(subledger)) return subledger
  if (!amount && !meaningOf(businessFunctionCode).needsAmount) return subledger
  const [least, most] = [reading.assume('limits.amountMinimum'), reading.assume('limits.amountMaximum')]
  if (amount !== undefined && least <= amount && amount <= most) return subledger
  const fact = `the amount ${amount} is not from ${least} to ${most} minor units`
  return reject(
    'amount_is_out_of_range',
    `Failed to ${verb} "${accountNumber}": ${fact}. Send a whole number of minor units: 100.00 is 10000. (§8)`,
    [{ path: 'amount', message: fact }],
  )
}

/** A service message without an amount gets the amount 0. */
export function orderOf<Direction extends WireOrder['direction'], Request extends Asked>(
  world: World,
  direction: Direction,
  subledger: number,
  request: Request,
) {
  const { amount } = request
  const kept = amount === undefined ? { ...request, amount: 0 } : (request as Request & { readonly amount: Money })
  return { direction, partner: partnerOfSubledger(world, subledger), subledger, createdAt: world.now, request: kept }
}
