/** The questions that a test against this bank answers. */
import { assume, corpus, speed, test, type ValidationRow } from './validation-row.ts'

export const yes: readonly ValidationRow[] = [
  {
    question: 'Does my code pay once if an answer is lost?',
    answer:
      'A [fault](../guides/faults.md) loses the answer, and a repeat with the same key gets the first answer. [Explore](../guides/explore.md) loses an answer at every call in turn.',
    proofs: [
      test('scenarios/retries', 'makes one wire where the answer was lost and the client tries again [§4 call 2]'),
      corpus('one change'),
    ],
  },
  {
    question: 'What if two things go wrong, or my process ends in between?',
    answer:
      'Explore tries each pair of changes, and ends your process before, during and after each call to the bank or to your store.',
    proofs: [
      test('explore/process', 'finds that a service %s by ending its process, by %s [§2.3]'),
      corpus('two changes'),
      corpus('a crash'),
    ],
  },
  {
    question: 'Does explore blame code that is right?',
    answer: 'Explore tried every partner of the corpus that has no bug, and blamed none.',
    proofs: [
      test('explore/thorough/every-run', 'finds nothing wrong with a partner that does it right, in every run [§6]'),
      corpus('nothing: blamed'),
    ],
  },
  {
    question: 'Can I test a weekend, a holiday, the change of the clocks?',
    answer:
      '[The clock](../guides/clock.md) knows business days, the holidays of the Federal Reserve and daylight saving.',
    proofs: [
      test('scenarios/calendar', 'asked through the %s, a wire of %s [§3]'),
      test('core/wires/batch', 'keeps a wire Pending over %s [§3]'),
    ],
  },
  {
    question: 'Does my receiver survive pushes that come late, twice, or in another order?',
    answer: 'A test decides when, how often and in which order [pushes](../guides/pushes.md) come.',
    proofs: [
      test(
        'scenarios/push-orders',
        'delivers an event twice to %s, whose income is then %3$i for a payment of 100 [§6]',
      ),
      test(
        'scenarios/push-orders',
        'swaps two notifications: who keeps the last one that came keeps the wrong one [§6]',
      ),
    ],
  },
  {
    question: 'What if my receiver is down for an hour?',
    answer:
      'Its registration is suspended, and all events come after a restart. An assumption says how often a push is tried before the suspension.',
    proofs: [
      test(
        'scenarios/push-orders',
        'suspends a receiver that is down and sends everything after the restart: nothing is lost, nothing comes twice [§6]',
      ),
    ],
  },
  {
    question: 'Where is my refund event: which event says that a wire was reversed, rejected or completed?',
    answer:
      '`Core.Transaction.Completed` reports a reversal, and `Wire.Payment.Rejected` reports a rejection, each to a partner that registered for it. [A list](events.md#which-event-announces-which-change) shows every transition, from real runs.',
    proofs: [
      test(
        'scenarios/event-resources',
        'tells by no wire event that an inbound wire left Hold, but that its money was posted [§3]',
      ),
      test(
        'scenarios/operations-team',
        'reverses a completed wire, out and in, asked through the %s [§2.4 wasReversed]',
      ),
      ...assume('events.wires'),
    ],
  },
  {
    question: 'Does my code use a token until it expires, and then get a new one?',
    answer:
      'Tokens expire on the virtual clock. [Conduct](../guides/is-my-suite-good.md#conduct) reports code that gets a new token for each call.',
    proofs: [
      test(
        'scenarios/tokens',
        'gets 401 when its token expires in the middle of the day, asks for a new one, and creates the wire once [§5 rule 5]',
      ),
    ],
  },
  {
    question: 'Does my code cope with 429, 503 and time-outs?',
    answer: 'Each is a fault, which you inject at the call and for the time that you choose.',
    proofs: [
      test('bank/http/faults', 'names the second after which a 429 may be tried again [§7]'),
      test(
        'bank/http/faults',
        'rejects as the fetch of Node does after %s: a TypeError with the error of a socket [§7]',
      ),
    ],
  },
  {
    question: 'What does my code do with a payment that is held, rejected or reversed?',
    answer:
      '`bank.desk` does what people at the bank do. Explore does the same to each payment that the `books` of your scenario show.',
    proofs: [
      test('scenarios/operations-team', 'holds a wire overnight and approves it next day, asked through the %s [§3]'),
      test(
        'explore/explore',
        'lets the operations team hold and reject each payment that the books show, and finds who believes the create [§3]',
      ),
    ],
  },
  {
    question: 'Why was this payment refused?',
    answer:
      '`bank.explain(id)` names each criterion, the value that it requires and the value of the payment. It also says what would have let the payment through.',
    proofs: [
      test(
        'bank/reports/explain',
        'names remedies in the counterfactual that are enough to let the payment post [§2.8]',
      ),
      test('scenarios/restrictions', 'freezes an account: nothing goes out or in, through the %s [§2.8 rule 3]'),
    ],
  },
  {
    question: 'Do my books agree with the books of the bank?',
    answer:
      'Balances are exact at any size. In our tests, a second implementation recomputes them after random histories.',
    proofs: [
      test(
        'properties/ledger',
        'agrees with its auditor after every step, and sums the whole bank to zero [§2.9 rule 5]',
      ),
      test('explore/explore', 'holds the books against every wire, however many came before [§6]'),
    ],
  },
  {
    question: 'Are my books right in time?',
    answer: '`within` says by when something must hold, and explore checks that it holds by then.',
    proofs: [test('explore/in-time', 'finds who is right days later, and said nothing for a day [§6]')],
  },
  {
    question: 'Does my code verify the signature of a push?',
    answer: 'Pushes are signed if their registration has a secret, and explore sends wrong signatures.',
    proofs: [
      test(
        'core/webhooks/signature',
        'verifies what another implementation signed, whatever the body and the secret are [§6]',
      ),
      test('explore/explore', 'tries a signed push with %s [§6]'),
      ...assume('webhooks.signature'),
    ],
  },
  {
    question: 'Does my code sweep and spend subledgers correctly?',
    answer: 'The bank has both types of ledger, Passthrough and Direct.',
    proofs: [
      test(
        'scenarios/subledgers',
        'lets an empty direct subledger pay nothing, though its master could, through the %s [§2.9 rule 7]',
      ),
    ],
  },
  {
    question: 'Does my code follow a loan from Received to Funded?',
    answer: 'A test puts [loans](../guides/loans.md) on file and moves them, and the bank pushes their events.',
    proofs: [test('scenarios/loans', 'follows a loan from Received to Funded by its events, through the %s [§3][§6]')],
  },
  {
    question: 'Will a test that passes today pass tomorrow, and elsewhere?',
    answer: 'The same options and calls give the same bytes, in every time zone.',
    proofs: [test('properties/determinism', 'gives the same bytes for the same options and the same history [§1]')],
  },
  {
    question: 'Can I afford a bank for each test?',
    answer: 'Snapshots and forks take constant time, and nothing waits for real time.',
    proofs: [speed('import of . and createBank()'), speed('restore, 1,000,000 subledgers')],
  },
]
