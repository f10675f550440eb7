/** Classifies a failure: a stable code, the section that it rests on, and advice. */
import { OracleError, PAY_ONCE } from '../../bank/books/oracles.ts'
import type { FailureCode } from '../scenario.ts'

export const advices: Record<FailureCode, string> = {
  oneIntentOneWire: `${PAY_ONCE}.`,
  moneyConserved: 'Report a defect of vostro, with the line that repeats it.',
  noCreditBeforePosting: 'Book a payment as completed when the bank says so, and not before.',
  booksReconcile:
    'Ask the bank about payments whose push has not come, book each payment once, and repeat a rejected payment under a new key.',
  forgedPushRefused: 'Verify the signature of a push before anything is done with it.',
  checkFailed: 'Compare the run with the clean one from their first difference on, and mend what the check asks for.',
  scenarioRejected: 'Let the code survive this change, or allow the error in mayReject if it may give up.',
}

/** The code of an error, with its section and advice. `isOfCheck`: true if a check of the scenario threw it. */
export function codeOf(error: Error, isOfCheck: boolean) {
  const own = isOfCheck ? 'checkFailed' : 'scenarioRejected'
  const code: FailureCode = error instanceof OracleError ? error.oracle : own
  const section = error instanceof OracleError ? error.section : /\((§[^)]+)\)\s*$/.exec(error.message)?.[1]
  return { code, section, advice: advices[code] }
}
