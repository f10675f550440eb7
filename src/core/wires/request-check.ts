/** What both kinds of wire are refused for at once: an account that is not there, an amount that is out of bounds. (§8) */
import { findSubledger } from '../accounts/lookup.ts'
import { isRejection, type Rejection, reject } from '../rejection.ts'
import type { Reading } from '../turn.ts'

/** The slot of the subledger that a wire is asked for. `verb` begins the message of a refusal: `originate a wire from`. */
export function checkRequest(
  reading: Reading,
  { accountNumber, amount }: { accountNumber: string; amount: number },
  verb: string,
): number | Rejection {
  const subledger = findSubledger(reading, accountNumber, verb)
  if (isRejection(subledger)) return subledger
  const [least, most] = [reading.assume('limits.amountMinimum'), reading.assume('limits.amountMaximum')]
  if (least <= amount && amount <= most) return subledger
  const fact = `the amount ${amount} is not from ${least} to ${most} minor units`
  return reject(
    'amount_is_out_of_range',
    `Failed to ${verb} "${accountNumber}": ${fact}. Send a whole number of minor units: 100.00 is 10000. (§8)`,
    [{ path: 'amount', message: fact }],
  )
}
