/** What a test against this bank says of your code at your bank, row by row, each with its proof. */
import { assume, test, type ValidationRow } from './validation-row.ts'
import { yes } from './validation-yes.ts'

export type Validity = 'yes' | 'calibrate' | 'no'

const calibrate: readonly ValidationRow[] = [
  {
    question: 'Is the 409 real, or your guess?',
    answer:
      'That a key under way is answered with 409 is published, and so is that another body under the same key is a new wire: no 409 comes of it unless you say so. That a second registration for an event is answered with 409 is assumed.',
    proofs: assume('idempotency.underWay', 'idempotency.changedBody', 'webhooks.duplicate'),
  },
  {
    question: 'Will the errors of my bank look like these?',
    answer: 'The form is published, the codes within the ranges are ours.',
    proofs: assume('errors.body', 'errors.codes', 'tokens.errors'),
  },
  {
    question: 'How long does the bank review a wire, and when does inbound money come?',
    answer: 'Seconds here; calibrate waits and measures.',
    proofs: [
      ...assume('wires.reviewSeconds', 'wires.inboundSeconds'),
      test('sandbox/calibrate/thorough/wires', 'finds how long a wire is reviewed and held [§3]'),
    ],
  },
  {
    question: 'At which times do batches go out, and what is the cut-off?',
    answer: 'Read off a recording that shows it; no day is waited for.',
    proofs: [
      ...assume('wires.batchTimes', 'wires.cutOff', 'wires.holidays'),
      test(
        'sandbox/calibrate/from-recording',
        'reads the cut-off off wires that were created in the minutes around it [§2.4]',
      ),
    ],
  },
  {
    question: 'How often is a push tried again, and when does the bank give up?',
    answer: 'Calibrate refuses pushes at a receiver of yours, and counts.',
    proofs: [
      ...assume('webhooks.retries', 'webhooks.retrySeconds', 'webhooks.timeoutSeconds'),
      test(
        'sandbox/calibrate/thorough/webhooks',
        'finds out how often and when a service tries a push again, and how long it waits for an answer [§6]',
      ),
    ],
  },
  {
    question: 'Which fields are mandatory, and how long may they be?',
    answer: 'Each question changes one field of a wire that is known to be taken.',
    proofs: assume('wires.requiredFields', 'wires.fieldLengths', 'errors.unknownFields'),
  },
  {
    question: 'How large may a wire be?',
    answer: 'Calibrate asks for no more than a thousand dollars unless told; above that, say what you were told.',
    proofs: [
      ...assume('limits.amountMinimum', 'limits.amountMaximum'),
      test(
        'sandbox/calibrate/asking',
        'asks for no wire that is larger than it may be: a thousand dollars, unless more is allowed [§8]',
      ),
    ],
  },
  {
    question: 'How many calls may I make?',
    answer:
      'This bank has no limit unless it is told one, and a fault answers 429. Calibrate looks for answers 429, and for headers that name a limit.',
    proofs: assume('limits.requestsPerSecond'),
  },
  {
    question: 'Is there another version of the API?',
    answer: 'There is v1 alone here; calibrate asks for another one.',
    proofs: assume('versioning.versions'),
  },
  {
    question: 'Does a wire to an account of this bank come in there?',
    answer: 'Here it leaves like any other wire.',
    proofs: assume('wires.ownAccounts'),
  },
  {
    question: 'Are the answers what the documents say?',
    answer: 'Every answer is held against the contract, also where no assumption explains a difference.',
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
    question: 'How fast and how reliable is my bank?',
    answer: 'The clock stands still until you move it: no figure here is one of your bank. Measure at the sandbox.',
    proofs: [test('bank/api/clock', 'stands still until it is told to move [§3]')],
  },
  {
    question: 'Does the other institution exist, and does it take the payment?',
    answer: 'A routing number is held against its check digit alone, and names are made up from it.',
    proofs: assume('wires.institutionNames', 'wires.routingNumberCheck'),
  },
  {
    question: 'Is a payee screened, or a payment suspicious?',
    answer: 'Nothing is screened: a review ends as you say. Say `Hold`, or let `bank.desk` decide.',
    proofs: assume('wires.reviewOutcome'),
  },
  {
    question: 'Do files, returns and settlement days of ACH, RTP or checks come out right?',
    answer: 'On these rails a transaction is posted or refused at once, and that is all.',
    proofs: [test('core/ledger/transaction', 'posts on the rail %s: a %s, %s, moves %i at once [§2.9 rule 8]')],
  },
  {
    question: 'Does the money of a loan arrive?',
    answer: 'Funding a loan touches no account, and `/FundingInfo` is not served.',
    proofs: assume('loans.calls', 'loans.funding'),
  },
  {
    question: 'For how many days does my bank remember a key?',
    answer: 'Seven here. No client can see it without waiting for days: say what you were told.',
    proofs: assume('idempotency.retentionDays'),
  },
  {
    question: 'How late may a read of my bank be?',
    answer:
      'Here it is late only where the fault `staleRead` says so, and nothing that a client does brings it about there.',
    proofs: assume('http.readLagSeconds'),
  },
  {
    question: 'When do people at my bank reverse a wire, hold money or close an account?',
    answer: 'No call of the API does these things, so no client can find out.',
    proofs: assume('wires.reversing', 'holds.record', 'accounts.statuses'),
  },
  {
    question: 'Which way do loans go at my bank?',
    answer: 'No call of the API moves a loan. Allow each move with `assume`, or say which.',
    proofs: assume('loans.moves'),
  },
  {
    question: 'Are my secrets safe?',
    answer: 'Ids, tokens and secrets of this bank follow from its seed: none of them is secret. Use none of your own.',
    proofs: [test('properties/determinism', 'gives other ids for another seed [§2.4]')],
  },
]

export const validationRows: Readonly<Record<Validity, readonly ValidationRow[]>> = { yes, calibrate, no }
