/**
 * The kinds of identity, each with a stream of its own to draw from: one more token in a test changes no later payment id.
 * The numbers are frozen; changing one changes every id of its kind.
 */
export const streams = {
  partner: 1,
  product: 2,
  payment: 3,
  transaction: 4,
  batch: 5,
  restriction: 6,
  registration: 7,
  event: 8,
  push: 9,
  request: 10,
  loan: 11,
  token: 12,
  clientId: 13,
  clientSecret: 14,
  masterAccount: 15,
  subledger: 16,
  wireReference: 17,
  senderReference: 18,
  hold: 19,
  fault: 20,
  loanFields: 50,
  loanRail: 51,
  railTransaction: 52,
} as const
