/** The bounds of a wire's amount. (§8) */
import { type Rejection, reject } from '../rejection.ts'
import type { Reading } from '../turn.ts'

/** A refusal where the amount is outside the bounds of the catalogue. */
export function checkAmount(
  { assume }: Pick<Reading, 'assume'>,
  { accountNumber, amount }: { accountNumber: string; amount: number },
  verb: string,
): Rejection | undefined {
  const [least, most] = [assume('limits.amountMinimum'), assume('limits.amountMaximum')]
  if (least <= amount && amount <= most) return undefined
  const fact = `the amount ${amount} is not from ${least} to ${most} minor units`
  return reject(
    'amount_is_out_of_range',
    `Failed to ${verb} "${accountNumber}": ${fact}. Send a whole number of minor units: 100.00 is 10000. (§8)`,
    [{ path: 'amount', message: fact }],
  )
}
