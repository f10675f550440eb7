/** What a test against this bank says about your code at your bank, row by row, each with its proof. */
import { assume, test, type ValidationRow } from './validation-row.ts'
import { yes } from './validation-yes.ts'

export type Validity = 'yes' | 'calibrate' | 'no'

const calibrate: readonly ValidationRow[] = [
  {
    question: 'Is the 409 real, or your guess?',
    answer:
      'Three cases differ. If a request is repeated while the first one with its key is under way, the 409 is published, but here only the fault `underWay` gives it: other calls take no time, so the second gets the answer of the first. If a request has a key that was used with another body, it makes a new wire, and this is published, too: there is no 409 unless you set one. If a partner registers for the same event twice, the 409 is assumed.',
    proofs: assume('idempotency.underWay', 'idempotency.changedBody', 'webhooks.duplicate'),
  },
  {
    question: 'Will the errors of my bank look like these?',
    answer: 'The form is published. The codes within the published ranges are our choice.',
    proofs: assume('errors.body', 'errors.codes', 'tokens.errors'),
  },
  {
    question: 'How long does the bank review a wire, and when does inbound money come?',
    answer: 'In this bank each takes seconds. Calibrate waits at your sandbox, and measures both.',
    proofs: [
      ...assume('wires.reviewSeconds', 'wires.inboundSeconds'),
      test('sandbox/calibrate/wires', 'finds how long a wire is reviewed and held [§3]'),
    ],
  },
  {
    question: 'Which fields are mandatory, and how long may they be?',
    answer: 'Each question of calibrate changes one field of a wire that the service is known to accept.',
    proofs: assume('wires.requiredFields', 'wires.fieldLengths', 'errors.unknownFields'),
  },
  {
    question: 'Are the answers what the documents say?',
    answer:
      'Calibrate checks every answer against the contract, and reports a difference even if no assumption explains it.',
    proofs: [
      test(
        'sandbox/calibrate/contract',
        'tells of a field that has another name, though no assumption explains it [§2.1]',
      ),
    ],
  },
  {
    question: 'Does my whole test pass at the sandbox, too?',
    answer: '[Conformance](../guides/conformance.md) runs one test against both, and names the first difference.',
    proofs: [
      test(
        'sandbox/conformance/conformance',
        'says which assumption explains a difference, and with which value ours does the same [§7]',
      ),
    ],
  },
]

const no: readonly ValidationRow[] = [
  {
    question: 'How often is a push tried again, and when does the bank give up?',
    answer:
      'Here, as often as the published reference says. Refuse a push at a receiver of yours, and set what you count with `assume`.',
    proofs: assume('webhooks.retries', 'webhooks.retrySeconds', 'webhooks.timeoutSeconds'),
  },
  {
    question: 'How large may a wire be?',
    answer: 'Ask your bank: the limits are in your contract. Set them with `assume`.',
    proofs: assume('limits.amountMinimum', 'limits.amountMaximum'),
  },
  {
    question: 'How fast and how reliable is my bank?',
    answer:
      'The clock here stands still until you move it, so it says nothing about times at your bank. Measure at the sandbox.',
    proofs: [test('bank/api/clock', 'stands still until it is told to move [§3]')],
  },
  {
    question: 'Does the other institution exist, and does it accept the payment?',
    answer:
      'Only the check digit of a routing number is checked, and the name of an institution is made up from the number.',
    proofs: assume('wires.institutionNames', 'wires.routingNumberCheck'),
  },
  {
    question: 'Is a payee screened, or a payment suspicious?',
    answer: 'Nothing is screened here: a review ends as you set it. Set `Hold`, or decide with `bank.desk`.',
    proofs: assume('wires.reviewOutcome'),
  },
  {
    question: 'Do files, returns and settlement days of ACH, RTP or checks come out right?',
    answer: 'No: on these rails a transaction is only posted or refused, at once.',
    proofs: [test('core/ledger/transaction', 'posts on the rail %s: a %s, %s, moves %i at once [§2.9 rule 8]')],
  },
  {
    question: 'Does the money of a loan arrive?',
    answer: 'Funding a loan touches no account, and `/FundingInfo` is not served.',
    proofs: assume('loans.calls', 'loans.funding'),
  },
  {
    question: 'How many calls may I make?',
    answer:
      'This bank has no limit unless you set one, but a fault can answer 429. Calibrate waits whenever your bank asks for it, and does not look for the limit: set what your bank told you.',
    proofs: assume('limits.requestsPerSecond'),
  },
  {
    question: 'For how many days does my bank remember a key?',
    answer:
      'This bank remembers it for seven days. A client would have to wait for days to see it, so set what your bank told you.',
    proofs: assume('idempotency.retentionDays'),
  },
  {
    question: 'At which times do batches go out, and what is the cut-off?',
    answer: 'A client would have to wait for days to see them. Set what your bank told you.',
    proofs: assume('wires.batchTimes', 'wires.cutOff', 'wires.holidays'),
  },
  {
    question: 'Is there another version of the API?',
    answer: 'Here there is only v1. Ask your bank which versions it serves.',
    proofs: assume('versioning.versions'),
  },
  {
    question: 'Does a wire to another account of the same bank arrive on that account?',
    answer: 'Here the wire goes out like any other wire, and no inbound wire arrives. Send one at your sandbox.',
    proofs: assume('wires.ownAccounts'),
  },
  {
    question: 'How far may a read at my bank lag behind?',
    answer:
      'Here a read lags behind only with the fault `staleRead`. At your bank no client can make a read lag behind, so none can measure this.',
    proofs: assume('http.readLagSeconds'),
  },
  {
    question: 'When do people at my bank reverse a wire, hold money or close an account?',
    answer: 'No call of the API does these things, so no client can find out.',
    proofs: assume('wires.reversing', 'holds.record', 'accounts.statuses'),
  },
  {
    question: 'Which way do loans go at my bank?',
    answer: 'No call of the API moves a loan. Choose with `assume` between the listed moves and any move.',
    proofs: assume('loans.moves'),
  },
  {
    question: 'Are my secrets safe?',
    answer:
      'The ids, tokens and secrets of this bank are computed from its seed, so none of them is secret. Give it no secret of yours.',
    proofs: [test('properties/determinism', 'gives other ids for another seed [§2.4]')],
  },
]

export const validationRows: Readonly<Record<Validity, readonly ValidationRow[]>> = { yes, calibrate, no }
