/** A ready-made table of outcomes, as hosted sandboxes have them: the name of the beneficiary decides how a wire ends. */
import { namesOf } from '../kernel/names.ts'
import { postingCodes, type RefusalCode } from '../ledger/posting-codes.ts'
import type { ExpectationRequest } from './state.ts'

const named = (name: string, outcome: Pick<ExpectationRequest, 'status' | 'postingCode' | 'reversedAfter'>) =>
  ({ of: 'wire', match: { beneficiary: { name } }, every: true, ...outcome }) satisfies ExpectationRequest

export const outcomesByBeneficiary: readonly ExpectationRequest[] = [
  ...namesOf(postingCodes)
    .filter((code): code is RefusalCode => code !== 'OK')
    .map((postingCode) => named(postingCode, { status: 'Rejected', postingCode })),
  named('HOLD', { status: 'Hold' }),
  named('REVERSED', { status: 'Completed', reversedAfter: { days: 1 } }),
]
