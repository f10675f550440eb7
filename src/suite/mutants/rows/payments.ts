/** Mutants of what the bank does with payments: idempotency, restrictions, accounts, money, the calendar, tokens. */
import { rewriteAnswers } from '../edges.ts'
import type { Mutant } from '../mutant.ts'
import {
  accountsSeen,
  assuming,
  doneAgain,
  ofPayments,
  ofTransactions,
  ofWires,
  restrictionsSeen,
  unseen,
} from '../worlds.ts'

/** An amount greater than the balance of any account in a test. */
const PLENTY = 1_000_000_000_000

const criteria = {
  section: '§2.8',
  promise: 'A restriction applies only where all its criteria match.',
  met: ['steps: restriction: placed'],
} as const

// biome-ignore format: read it as a table
export const payments = {
  'repeat-pays-again': {
    section: '§4', promise: 'A repeat with the same idempotency key is the same payment.', breaks: 'It pays again.',
    advice: 'expect(bank.wires.list().results).toHaveLength(1)',
    met: ['calls: createWire: repeated'], by: [doneAgain(/^wires\./, { 'idempotency.retentionDays': 0, 'idempotency.clientIdentifier': 'ignored' })],
  },
  'repeat-is-done-again': {
    section: '§4', promise: 'A transfer, subledger or restriction sent twice with one idempotency key is made once.', breaks: 'It is made twice.',
    advice: 'expect(bank.transactions.list().results).toHaveLength(1) // after your code sent one transfer twice; or count the subledgers or restrictions',
    met: ['transferFunds', 'createSubledger', 'createRestriction'].map((call) => `calls: ${call}: repeated`),
    by: [doneAgain(/^(transactions|subledgers|restrictions)\./, { 'idempotency.retentionDays': 0, 'idempotency.otherClientIdentifiers': 'ignored' })],
  },
  'repeat-is-refused': {
    section: '§4', promise: 'A repeat with the same idempotency key gets the first answer.', breaks: 'It is refused with 409.',
    advice: "await payTwice(); expect(bank.wires.list().results).toHaveLength(1) // and your payment looks as it does after one call",
    met: ['calls: *: repeated'],
    by: [rewriteAnswers((_, { headers }) => headers['original-request-id'] ? { status: 409, body: { errors: [{ code: 2000, message: 'Duplicate request.' }] } } : undefined)],
  },
  'client-identifier-pays-again': {
    section: '§2.3', promise: 'A wire with the same clientIdentifier and body is the same payment.', breaks: 'It pays again.',
    advice: "await payTwice({ clientIdentifier: 'invoice 1' }); expect(bank.wires.list().results).toHaveLength(1) // without an idempotency key",
    met: ['calls: createWire: repeated'], isMetByEffect: true,
    by: [doneAgain(/^wires\./, { 'idempotency.clientIdentifier': 'ignored' })],
  },
  'wire-passes-restriction': {
    section: '§2.8', promise: 'A restriction blocks the wires that it matches.', breaks: 'Wires pass it.',
    advice: "expect(bank.wires.get(id).status).toBe('Rejected') // with a restriction on the account",
    met: ['postings: RES of a wire'], by: [restrictionsSeen(unseen, ofWires)],
  },
  'transaction-passes-restriction': {
    section: '§2.8', promise: 'A restriction blocks the transactions that it matches, on every rail.', breaks: 'All transactions but wires pass it.',
    advice: "expect(bank.transactions.get(id).status).toBe('Rejected')",
    met: ['postings: RES of a transaction'], by: [restrictionsSeen(unseen, ofTransactions)],
  },
  'threshold-is-passed': {
    section: '§8', promise: 'An amountThreshold matches equal and greater amounts.', breaks: 'An equal amount passes.',
    advice: "bank.restrictions.create({ accountNumber, appliesTo: 'All', amountThreshold: 5_000 }) // and a payment of 5_000",
    met: ['restrictions: amountThreshold'],
    by: [restrictionsSeen(({ amountThreshold }) => ({ amountThreshold: amountThreshold === null ? null : amountThreshold + 1 }), ofPayments)],
  },
  'restriction-hits-every-rail': {
    ...criteria, breaks: 'A restriction for one rail blocks every rail.',
    advice: "bank.restrictions.create({ accountNumber, appliesTo: 'All', rail: 'Ach' }) // and a wire that completes",
    by: [restrictionsSeen(() => ({ rail: null }), ofPayments)],
  },
  'restriction-hits-siblings': {
    ...criteria, breaks: 'A restriction for one subledger blocks the whole master account.',
    advice: "bank.restrictions.create({ accountNumber, appliesTo: 'All', subAccountNumber }) // and a payment of another subledger that completes",
    by: [restrictionsSeen(() => ({ subledger: null }), ofPayments)],
  },
  'restriction-of-debits-stops-credits': {
    ...criteria, breaks: 'A restriction for debits blocks credits, too.',
    advice: "bank.restrictions.create({ accountNumber, appliesTo: 'All', transactionType: 'Debit' }) // and money that comes in",
    by: [restrictionsSeen(() => ({ transactionType: null }), ofPayments)],
  },
  'wire-leaves-closed-account': {
    section: '§2.9', promise: 'An account that is not Active pays no wires.', breaks: 'It pays them.',
    advice: "bank.accounts.setStatus(accountNumber, 'Closed') // and expect(bank.wires.get(id).status).toBe('Rejected')",
    met: ['CLS', 'INA', 'DRM', 'ESC', 'CHR'].map((code) => `postings: ${code} of a wire`), by: [accountsSeen(() => ({ status: 'Active' }), ofWires)],
  },
  'closed-account-takes-transactions': {
    section: '§2.9', promise: 'An account that is not Active accepts no transactions.', breaks: 'It accepts them.',
    advice: "bank.accounts.setStatus(accountNumber, 'Closed') // and a transfer that ends in Rejected",
    met: ['CLS', 'INA', 'DRM', 'ESC', 'CHR'].map((code) => `postings: ${code} of a transaction`), by: [accountsSeen(() => ({ status: 'Active' }), ofTransactions)],
  },
  'wire-beyond-the-balance': {
    section: '§2.9', promise: 'A wire that the balance does not cover is rejected.', breaks: 'It is paid.',
    advice: "bank.wires.create({ …, amount: 2 * bank.masterAccount.availableBalance }) // and expect(bank.wires.get(id).status).toBe('Rejected')",
    met: ['postings: NSF of a wire'], by: [accountsSeen(({ current }) => ({ current: current + PLENTY }), ofWires)],
  },
  'transaction-beyond-the-balance': {
    section: '§2.9', promise: 'A transaction that the balance does not cover is rejected.', breaks: 'It is posted.',
    advice: "expect(bank.transactions.get(id)).toMatchObject({ status: 'Rejected', postingCode: 'NSF' })",
    met: ['postings: NSF of a transaction'], by: [accountsSeen(({ current }) => ({ current: current + PLENTY }), ofTransactions)],
  },
  'held-money-is-paid': {
    section: '§2.8', promise: 'Money on hold cannot be spent.', breaks: 'It can be spent.',
    advice: 'bank.holds.place({ accountNumber, amount }) // and a payment of the whole balance is rejected',
    met: ['steps: hold: placed'], by: [accountsSeen(() => ({ held: 0 }), ofPayments)],
  },
  'reserved-money-is-paid': {
    section: '§2.9', promise: 'Money that is reserved for one payment cannot pay another.', breaks: 'It pays both.',
    advice: "await pay(balance); bank.clock.advance({ minutes: 1 }); await pay(balance) // and one of the two is rejected",
    met: ['postings: NSF *'], by: [accountsSeen(() => ({ reserved: 0 }), ofPayments)],
  },
  'batch-on-a-holiday': {
    section: '§3', promise: 'Over bank holidays a payment stays Pending.', breaks: 'The batch of a holiday goes out.',
    advice: "createBank({ now: '2026-12-24T19:00:00-05:00' }) // and a wire that completes on the 28th, not on Christmas",
    met: ['calendar: a bank holiday', 'calendar: a holiday that is kept on the Monday after'], by: [assuming({ 'wires.holidays': 'none' })],
  },
  'cut-off-at-noon': {
    section: '§2.4', promise: 'A wire before the cut-off takes effect on the same day.', breaks: 'The cut-off is at noon.',
    harmlessTo: 'code that keeps no effective day',
    advice: "expect(stored.effectiveDate.slice(0, 10)).toBe('2026-03-02') // of a wire that is made after noon",
    met: ['steps: wire: Created → Pending'], by: [assuming({ 'wires.cutOff': '12:00' })],
  },
  'acknowledged-a-day-later': {
    section: '§3', promise: 'A wire is Completed when its batch is released and acknowledged.', breaks: 'It takes a day longer.',
    advice: 'bank.clock.advanceToNextBatch(); expect(bank).toHaveCompleted(id)',
    met: ['steps: wire: Pending → Completed'], by: [assuming({ 'wires.acknowledgementSeconds': 86_400 })],
  },
  'inbound-stays-on-hold': {
    section: '§3', promise: 'An inbound wire leaves Hold, and its money is there.', breaks: 'It stays on hold for a month.',
    advice: "bank.clock.advance({ minutes: 1 }); expect(bank.wires.get(id).status).toBe('Completed')",
    met: ['steps: wire: Hold → Completed'], by: [assuming({ 'wires.inboundSeconds': 2_592_000 })],
  },
  'token-lives-five-minutes': {
    section: '§5', promise: 'A token is valid for as long as expires_in says.', breaks: 'It is valid for five minutes, and expires_in says a day.',
    harmlessTo: 'code that asks for a new token when it gets 401',
    advice: "expect(bank.requests.filter(({ endpoint }) => endpoint === 'requestToken')).toHaveLength(1) // after some hours",
    met: ['calls: requestToken: done'],
    by: [assuming({ 'tokens.lifetimeSeconds': 300 }), rewriteAnswers((token) => ('expires_in' in token ? { ...token, expires_in: 86_400 } : token), 'requestToken')],
  },
  'failed-push-is-given-up': {
    section: '§6', promise: 'A push that fails is tried again.', breaks: 'It is given up.',
    advice: "await bank.outbox.deliver(id, { loseAnswer: true }) // and it comes again",
    met: ['events: *: failed and tried again'], by: [assuming({ 'webhooks.retries': 0 })],
  },
  'second-registration-replaces': {
    section: '§2.6', promise: 'An event has one registration: a second one is refused with 409.', breaks: 'The second one replaces the first.',
    harmlessTo: 'code that registers the same address again',
    advice: 'expect(bank.webhooks.list().results).toHaveLength(1) // with the callbackUrl of the first',
    met: ['calls: registerWebhook: 409'], by: [assuming({ 'webhooks.duplicate': 'replaced' })],
  },
} as const satisfies Readonly<Record<string, Mutant>>
