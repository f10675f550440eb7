/** Mutants of answers: wires, refusals, pages, subledgers, transactions, tokens, loans. */
import type { EndpointName } from '../../../contract/endpoints.ts'
import { type Answering, type Fields, lagging, pages, records, rewriteAnswers } from '../edges.ts'
import { cameTo, type Mutant, otherEvents } from '../mutant.ts'

const ofWire = ['createWire', 'getWire', 'listWires', 'cancelWire', 'simulateInboundWire'] as const
const anyWire = ['calls: createWire: done', 'calls: getWire: done', 'calls: listWires: done']
const looked = ['calls: getWire: done', 'calls: listWires: done']
const ofList = ['listWires', 'listWebhooks', 'listRestrictions', 'listSubledgers'] as const
const money = ['createSubledger', 'getSubledger', 'listSubledgers'] as const

const without = (record: Fields, ...names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

/** Changes a field of the records that have it. */
const field = (name: string, change: (value: unknown) => unknown, ...of: readonly EndpointName[]) =>
  records((record) => (name in record ? { ...record, [name]: change(record[name]) } : undefined), ...of)

/** Changes the wires that have a status, in the answers of reads and of the calls in `also`. */
const wiresIn = (
  status: string,
  change: (wire: Fields, about: Answering) => Fields | undefined,
  ...also: readonly EndpointName[]
) =>
  records(
    (wire, about) => (wire['status'] === status ? change(wire, about) : undefined),
    'getWire',
    'listWires',
    ...also,
  )

/** The wires that have a direction, in every answer. */
const wiresOfDirection = (direction: 'Inbound' | 'Outbound', change: (wire: Fields) => Fields) =>
  records((wire) => (wire['direction'] === direction ? change(wire) : undefined), ...ofWire)

/** Shows a Completed outbound wire as Pending at its first read, or at each later read. */
const pendingAt = (look: 'first' | 'later') =>
  wiresIn('Completed', (wire, { memory }) => {
    if (wire['direction'] === 'Inbound') return undefined
    const isKnown = memory.has(String(wire['id']))
    memory.set(String(wire['id']), true)
    const asPending = {
      ...without(wire, 'imad', 'omad', 'completedAt', 'postedAt'),
      status: 'Pending',
      posting: 'Pending',
    }
    return isKnown === (look === 'later') ? asPending : undefined
  })

const oneMore = (amount: unknown) => Number(amount) + 1
const oneLess = (amount: unknown) => Number(amount) - 1
const otherDigit = (text: string, by = 1) => `${text.slice(0, -1)}${(Number(text.at(-1)) + by) % 10}`

// biome-ignore format: read it as a table
export const answers = {
  'amount-off-by-one': {
    section: '§2.4', promise: 'A wire has the amount that was asked for, in minor units.', breaks: 'The amount in the answer is one unit more.',
    harmlessTo: 'code that keeps the amount that it asked for',
    advice: 'expect(stored.amount).toBe(12_500) // what your code keeps of the answer',
    met: anyWire, by: [wiresOfDirection('Outbound', (wire) => ({ ...wire, amount: oneMore(wire['amount']) }))],
  },
  'amount-in-major-units': {
    section: '§2.2', promise: 'Amounts are in minor units.', breaks: 'Amounts of inbound wires are answered in dollars.',
    advice: 'expect(stored.amount).toBe(250_000) // of money that came in',
    met: ['calls: simulateInboundWire: done', 'steps: wire: Hold → Completed'], by: [wiresOfDirection('Inbound', (wire) => ({ ...wire, amount: Number(wire['amount']) / 100 }))],
  },
  'id-of-no-payment': {
    section: '§4', promise: 'The id in the answer names the payment.', breaks: 'The id names no payment.',
    advice: 'expect(stored.bankId).toBe(bank.wires.list().results[0]?.id)',
    met: ['calls: createWire: done'], by: [field('id', (id) => otherDigit(String(id).replace(/.$/, '0')), 'createWire')],
  },
  'completed-too-early': {
    section: '§3', promise: 'A wire is Completed once the central bank has acknowledged it.', breaks: 'A Pending wire has status Completed.',
    advice: "expect(stored.state).toBe('sent') // when your code has looked the payment up before bank.clock.advanceToNextBatch()",
    met: ['steps: wire: Created → Pending'], by: [wiresIn('Pending', (wire) => ({ ...wire, status: 'Completed', posting: 'Posted' }))],
  },
  'status-goes-back': {
    section: '§3', promise: 'A Completed wire stays Completed.', breaks: 'The second read shows Pending again.',
    harmlessTo: 'code that keeps what it has booked',
    advice: "expect(stored.state).toBe('completed') // when your code has looked the payment up twice",
    met: looked, by: [pendingAt('later')],
  },
  'record-behind-its-event': {
    ...otherEvents, section: '§6', promise: 'After the event Sent, the record of the wire is Completed.', breaks: 'The first read shows Pending.',
    advice: "expect(stored.state).toBe('completed') // right after await bank.settled()",
    met: cameTo('Wire.Payment.Sent'), by: [pendingAt('first')],
  },
  'status-of-no-meaning': {
    section: '§3', promise: 'A wire that is done has status Completed.', breaks: 'It has a status that the specification does not know.',
    advice: "expect(stored.state).toBe('completed')",
    met: looked, by: [wiresIn('Completed', (wire) => ({ ...wire, status: 'Transmitted' }))],
  },
  'rejected-looks-pending': {
    section: '§3', promise: 'A wire that cannot be posted is Rejected.', breaks: 'Its record says Pending.',
    advice: "expect(stored.state).toBe('failed') // of a payment that the bank rejects",
    met: ['steps: wire: * → Rejected'], by: [wiresIn('Rejected', (wire) => ({ ...wire, status: 'Pending' }))],
  },
  'canceled-looks-pending': {
    section: '§3', promise: 'A wire that was withdrawn is Canceled.', breaks: 'Its record says Pending.',
    advice: "expect(stored.state).toBe('failed') // of a payment that was withdrawn",
    met: ['steps: wire: * → Canceled'], by: [wiresIn('Canceled', (wire) => ({ ...wire, status: 'Pending' }), 'cancelWire')],
  },
  'hold-looks-completed': {
    section: '§3', promise: 'A wire under review is on Hold.', breaks: 'Its record says Completed.',
    advice: "bank.desk.hold(id) // and expect(stored.state).toBe('sent') when your code has looked the payment up",
    met: ['steps: wire: * → Hold', 'steps: wire: Hold → *'], by: [wiresIn('Hold', (wire) => ({ ...wire, status: 'Completed', posting: 'Posted' }))],
  },
  'no-posting-code': {
    section: '§2.4', promise: 'The postingCode of a rejected wire says why.', breaks: 'There is none.',
    harmlessTo: 'code that keeps no reasons',
    advice: "expect(stored.reason).toBe('NSF')",
    met: ['steps: wire: * → Rejected'], by: [wiresIn('Rejected', (wire) => without(wire, 'postingCode'))],
  },
  'reversal-is-silent': {
    section: '§2.4', promise: 'A reversed wire has wasReversed: true.', breaks: 'wasReversed is false.',
    advice: 'bank.desk.reverse(id) // and the payment is open again in your books',
    met: ['steps: wire: Completed → reversed'], by: [records((wire) => (wire['wasReversed'] === true ? { ...wire, wasReversed: false } : undefined), 'getWire', 'listWires')],
  },
  'no-imad': {
    section: '§3', promise: 'A Completed wire has imad and omad.', breaks: 'It has neither.',
    harmlessTo: 'code that keeps no imad',
    advice: 'expect(stored.imad).toBe(bank.wires.get(id).imad)',
    met: looked, by: [wiresIn('Completed', (wire) => without(wire, 'imad', 'omad'))],
  },
  'imad-of-another-number': {
    section: '§3', promise: 'A Completed wire has the imad with which it was sent.', breaks: 'The imad has another sequence number.',
    harmlessTo: 'code that keeps no imad',
    advice: 'expect(stored.imad).toBe(bank.wires.get(id).imad)',
    met: looked, by: [field('imad', (imad) => otherDigit(String(imad), 5), 'getWire', 'listWires')],
  },
  'reference-is-lost': {
    section: '§2.4', promise: 'A wire has the beneficiaryReference of its request.', breaks: 'It has none.',
    harmlessTo: 'code that keeps no reference',
    advice: "expect(stored.state).toBe('completed') // of the payment that the reference names",
    met: anyWire, by: [records((wire) => ('beneficiaryReference' in wire ? without(wire, 'beneficiaryReference') : undefined), ...ofWire)],
  },
  'times-an-hour-off': {
    section: '§2.4', promise: 'Times carry the offset that was in force.', breaks: 'They carry the offset of the next zone to the west.',
    harmlessTo: 'code that keeps no times',
    advice: 'expect(stored.completedAt).toEqual(new Date(bank.wires.get(id).completedAt))',
    met: looked,
    by: [records((wire) => Object.fromEntries(Object.entries(wire).map(([name, value]) =>
      [name, name.endsWith('At') && typeof value === 'string' ? value.replace(/-0([45]):00$/, (_, hours: string) => `-0${Number(hours) + 1}:00`) : value])), 'getWire', 'listWires')],
  },
  'inbound-looks-outbound': {
    section: '§2.5', promise: 'An inbound wire has direction Inbound.', breaks: 'It has direction Outbound.',
    advice: 'expect(received).toHaveLength(1) // what your code counts as money that came in',
    met: ['steps: wire: Hold → Completed'], by: [wiresOfDirection('Inbound', (wire) => ({ ...wire, direction: 'Outbound' }))],
  },
  'refusal-looks-done': {
    section: '§7', promise: 'A refused call is answered with an error.', breaks: 'It is answered with 200 and no record.',
    advice: "expect(stored.state).toBe('failed') // of a payment that the bank refuses with 400",
    met: ['calls: *: 400', 'calls: *: 403', 'calls: *: 404', 'calls: *: 409', 'calls: *: 422'],
    by: [rewriteAnswers((_, { status, endpoint }) => (status >= 400 && status < 500 && status !== 401 && endpoint !== 'requestToken' ? { status: 200, body: {} } : undefined))],
  },
  'expired-token-is-forbidden': {
    section: '§7', promise: 'An expired token is answered with 401.', breaks: 'It is answered with 403.',
    advice: "bank.clock.advance({ days: 2 }) // and a call that still succeeds",
    met: ['calls: *: 401'], by: [rewriteAnswers((body, { status, endpoint }) => (status === 401 && endpoint !== 'requestToken' ? { status: 403, body } : undefined))],
  },
  'token-of-a-thousand-days': {
    section: '§2.1', promise: 'expires_in is in seconds.', breaks: 'It is in milliseconds.',
    harmlessTo: 'code that asks for a new token when it gets 401',
    advice: "expect(bank.requests.filter(({ status }) => status === 401)).toHaveLength(0) // after two days",
    met: ['calendar: the end of a token'], by: [field('expires_in', (seconds) => Number(seconds) * 1_000, 'requestToken')],
  },
  'pages-overlap': {
    section: '§4', promise: 'Pages of a list do not overlap.', breaks: 'A page begins with the last record of the page before.',
    harmlessTo: 'code that keeps each record once, by its id',
    advice: 'expect(new Set(ids).size).toBe(ids.length) // of a list with two pages',
    met: ofList.map((name) => `calls: ${name}: done`),
    by: [pages((results, { url, memory }, { hasPreviousPage }) => {
      const last = memory.get(url.pathname) as Fields | undefined
      memory.set(url.pathname, results.at(-1))
      return hasPreviousPage === true && last !== undefined ? [last, ...results] : results
    }, ...ofList)],
  },
  'list-ends-early': {
    section: '§4', promise: 'A page says whether another page follows.', breaks: 'Each page says that it is the last.',
    harmlessTo: 'code that reads on until a page is short',
    advice: 'expect(ids).toHaveLength(11) // of a list with two pages',
    met: ofList.map((name) => `calls: ${name}: done`), by: [rewriteAnswers((page) => (page['hasNextPage'] === true ? { ...page, hasNextPage: false } : undefined), ...ofList)],
  },
  'restrictions-are-not-listed': {
    section: '§2.8', promise: 'The list of restrictions has every restriction in force.', breaks: 'It is empty.',
    advice: 'expect(shown.restrictions).toHaveLength(1) // after one was placed',
    met: ['calls: listRestrictions: done'], by: [pages(() => [], 'listRestrictions')],
  },
  'balances-lag': {
    section: '§2.9', promise: 'Balances update at once.', breaks: 'They lag one operation behind.',
    advice: 'expect(shown.balance).toBe(5_000) // right after a transfer',
    met: ['calls: getSubledger: done', 'calls: listSubledgers: done'], by: [lagging('getSubledger', 'listSubledgers')],
  },
  'balance-off-by-one': {
    section: '§2.9', promise: 'The balances of subledgers sum to that of their master.', breaks: 'Each balance in an answer is one unit less.',
    advice: 'expect(shown.balance).toBe(5_000)',
    met: money.map((name) => `calls: ${name}: done`),
    by: [field('currentBalance', oneLess, ...money), field('availableBalance', oneLess, ...money)],
  },
  'transaction-off-by-one': {
    section: '§2.9', promise: 'A transaction has the amount that was asked for.', breaks: 'The amount in the answer is one unit more.',
    harmlessTo: 'code that keeps the amount that it asked for',
    advice: 'expect(stored.amount).toBe(5_000)',
    met: ['calls: transferFunds: done', 'calls: getTransaction: done'], by: [field('amount', oneMore, 'transferFunds', 'getTransaction')],
  },
  'rejected-transfer-looks-posted': {
    section: '§2.9', promise: 'A transfer that cannot be posted is Rejected.', breaks: 'Its status is Posted.',
    advice: "expect(transfer.state).toBe('failed') // of a transfer beyond the balance",
    met: ['postings: * of a transaction'],
    by: [records((each) => (each['status'] === 'Rejected' ? { ...each, status: 'Posted', postingCode: 'OK' } : undefined), 'transferFunds', 'getTransaction')],
  },
  'events-are-polled-again': {
    section: '§6', promise: 'An event is handed out once.', breaks: 'The next poll has it again.',
    harmlessTo: 'code that handles each event once, by its id, or books each payment once',
    advice: 'expect(handled).toHaveLength(1) // after two polls',
    met: ['calls: pollEvents: done'],
    by: [pages((results, { memory }) => {
      const before = (memory.get('polled') ?? []) as Fields[]
      memory.set('polled', results)
      return [...before, ...results]
    }, 'pollEvents')],
  },
  'loan-amount-in-cents': {
    section: '§2.10', promise: 'LoanAmount is a decimal in dollars.', breaks: 'It is answered in cents.',
    advice: 'expect(shown.loanAmount).toBe(12_500.5)',
    met: ['calls: getLoanSummary: done'], by: [field('LoanAmount', (amount) => Number(amount) * 100, 'getLoanSummary')],
  },
  'loan-page-is-short': {
    section: '§4', promise: 'The parameter Take says how many loans a page has.', breaks: 'The page has one loan less.',
    advice: 'expect(shown).toHaveLength(2) // of two loans',
    met: ['calls: getLoanSummary: done'], by: [pages((loans) => loans.slice(0, -1), 'getLoanSummary')],
  },
} as const satisfies Readonly<Record<string, Mutant>>
