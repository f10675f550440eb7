/** Mutants of events: they change whether, when and how often an event comes, and what it says. */
import { type Fields, pages, polled, pushed, said, sent, wronglySigned } from '../edges.ts'
import { cameTo, type Mutant, otherEvents } from '../mutant.ts'

const SENT = 'Wire.Payment.Sent'

/** Gives an event another id at each attempt after the first. */
const withOtherId = (body: Fields, tries: number): Fields =>
  tries === 0 ? body : { ...body, id: `${String(body['id']).slice(0, -1)}${tries % 10}` }

const silent = (
  event: string,
  promise: string,
  advice: string,
  section: Mutant['section'] = '§6',
  harmlessTo?: string,
): Mutant => ({
  section,
  promise,
  breaks: 'The event never comes.',
  advice,
  met: cameTo(event),
  by: [pushed('drop', event), polled(event, () => [])],
  ...(harmlessTo === undefined ? {} : { harmlessTo }),
})

// biome-ignore format: read it as a table
export const events = {
  'sent-never-comes': {
    ...silent(SENT, 'The event Sent says that a wire was released and acknowledged.', "expect(stored.state).toBe('completed') // right after await bank.settled(), before anything polls, and with Sent alone registered"),
    ...otherEvents,
  },
  'received-never-comes': silent('Wire.Payment.Received', 'The event Received announces an inbound wire.', 'expect(received).toHaveLength(1) // right after await bank.settled()', '§6', 'code that learns of the money by another event'),
  'rejection-is-silent': silent('Wire.Payment.Rejected', 'The event Rejected says that a wire was refused.', "expect(stored.state).toBe('failed') // right after await bank.settled()"),
  'cancellation-is-silent': {
    ...silent('Wire.Payment.Canceled', 'The event Canceled says that a wire was withdrawn.', "bank.wires.cancel(id) // and expect(stored.state).toBe('failed') right after await bank.settled()"),
    harmlessTo: 'code that withdraws the wire itself, and relies on the answer', harmlessWith: ['calls: cancelWire: done'],
  },
  'posting-is-silent': silent('Core.Activity.Posted', 'The event Posted announces a posting on an account.', 'expect(booked).toHaveLength(1) // right after await bank.settled()', '§6', 'code that learns of the money by another event'),
  'transaction-is-silent': silent('Core.Transaction.Completed', 'The event Completed says that a transaction is done.', 'expect(booked).toHaveLength(1) // right after await bank.settled()', '§6', 'code that learns of the money by another event'),
  'restriction-is-silent': silent('Core.Restriction.Placed', 'The event Placed says that a restriction was placed.', 'expect(shown.isRestricted).toBe(true) // right after await bank.settled()', '§2.8'),
  'loan-moves-silently': silent('LoanStatusUpdated', 'The event LoanStatusUpdated says that the status of a loan changed.', "expect(shown.status).toBe('Funded') // right after await bank.settled()"),
  'sent-comes-twice': {
    section: '§6', promise: 'The event Sent comes once.', breaks: 'It comes twice, the second time with another id.',
    harmlessTo: 'code that looks the payment up, or books each payment once',
    advice: 'expect(booked).toEqual([12_500]) // once, whatever the ids of events',
    met: cameTo(SENT),
    by: [pushed('duplicate', SENT), sent(SENT, withOtherId), polled(SENT, (body) => [body, withOtherId(body, 1)])],
  },
  'event-comes-late': {
    section: '§6', promise: 'The event Sent comes when the wire is sent.', breaks: 'It comes two hours later.',
    harmlessTo: 'code that asks for the payment itself',
    advice: "expect(stored.state).toBe('completed') // right after the batch and await bank.settled()",
    met: cameTo(SENT), by: [pushed('delay', SENT, { seconds: 7_200 })],
  },
  'events-out-of-order': {
    section: '§6', promise: 'Events come in the order in which things happened.', breaks: 'Of two waiting events, the second comes first.',
    harmlessTo: 'code that looks up what an event names',
    advice: "expect(stored.state).toBe('completed') // whichever event comes first",
    met: ['events: *: delivered', 'events: *: polled'],
    by: [pushed('reorder', null), pages((results) => results.toReversed(), 'pollEvents')],
  },
  'signature-is-wrong': {
    section: '§6', promise: 'The signature of a push is made with the secret of its registration.', breaks: 'It is made with another secret.',
    advice: 'const secret = bank.webhooks.sign(registrationId) // your receiver checks each push with this secret; then expect(booked).toHaveLength(1)',
    met: ['events: *: delivered', 'events: *: failed and tried again'], isMetByEffect: true, by: [wronglySigned],
  },
  'event-names-another-payment': {
    ...otherEvents, section: '§2.7', promise: 'resources name the payment that was sent.', breaks: 'They name another payment.',
    advice: "expect(stored.state).toBe('completed') // right after await bank.settled()",
    met: cameTo(SENT),
    by: said(SENT, (body) => ({ ...body, resources: (body['resources'] as string[]).map((path) => path.replace(/.{8}$/, '00000000')) })),
  },
  'event-without-resources': {
    ...otherEvents, section: '§2.7', promise: 'resources name the payment that was sent.', breaks: 'They are empty.',
    advice: "expect(stored.state).toBe('completed') // right after await bank.settled()",
    met: cameTo(SENT), by: said(SENT, (body) => ({ ...body, resources: [] })),
  },
  'event-of-another-name': {
    section: '§2.7', promise: 'eventName says what happened.', breaks: 'The event Sent is called Wire.Payment.Rejected.',
    harmlessTo: 'code that looks up what an event names',
    advice: "expect(stored.state).toBe('completed') // right after await bank.settled()",
    met: cameTo(SENT), by: said(SENT, (body) => ({ ...body, eventName: 'Wire.Payment.Rejected' })),
  },
  'event-id-changes': {
    section: '§2.7', promise: 'An event that comes again has the same id.', breaks: 'Each attempt has an id of its own.',
    harmlessTo: 'code that books each payment once',
    advice: 'expect(booked).toHaveLength(1) // after a push that was tried again',
    met: ['events: *: failed and tried again', 'events: *: twice'],
    by: [sent(null, withOtherId)],
  },
} as const satisfies Readonly<Record<string, Mutant>>
