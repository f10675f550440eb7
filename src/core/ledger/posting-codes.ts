/**
 * The posting codes that the service publishes. Refusals come from posting-decision.ts, the table of account statuses, post.ts (ANF, ERR)
 * and wires/desk.ts (ERR). STP occurs only if a test asks for this outcome, because this bank has no stop payment. (§2.4)
 */

export const postingCodes = {
  OK: 'It was posted.',
  RES: 'A restriction, or the policy of the product, does not allow it.',
  NSF: 'There is not enough money.',
  ANF: 'There is no such account.',
  CLS: 'The account is closed.',
  INA: 'The account is inactive.',
  DRM: 'The account is dormant.',
  ESC: 'The account went to the state, by escheatment.',
  CHR: 'The account was charged off.',
  STP: 'Its payment was stopped.',
  ERR: 'It could not be posted, for another reason.',
} as const

/** Why a posting was made or refused. */
export type PostingCode = keyof typeof postingCodes

export type RefusalCode = Exclude<PostingCode, 'OK'>
