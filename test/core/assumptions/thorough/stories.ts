/** What partners, the desk and faults do at a bank: each story brings some assumptions to bear. Every answer in it is noted. */
import type { Bank, EventName } from 'vostro'
import { bankingToken, getLoans, loanToken, restrictionsPath, send, subledgerRequest } from '../../../support/calls.ts'
import { achDebit, customerOf, pushOf } from '../../../support/requests.ts'
import { fullInboundWire, fullOutboundWire, inboundWire, outboundWire } from '../../../support/wire.ts'

interface Visit {
  readonly bank: Bank
  /** Calls the banking API, or a whole address, with a new token. Returns the id in the answer. */
  readonly call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<string>
  readonly loans: (path: string) => Promise<void>
  /** Calls the function API. Returns the id in the answer; a refusal is an answer, too. */
  readonly ask: (deed: () => unknown) => string
  readonly note: (answer: unknown) => void
}

type Story = (visit: Visit) => unknown

const WIRES = '/wires/v1/payments'
const SUBLEDGERS = '/core/v1/dda/subaccounts'
const HOOKS = 'https://partner.example/hooks'

const wire =
  (changes: object = {}, headers: Record<string, string> = {}): Story =>
  ({ bank, call }) =>
    call('POST', WIRES, { ...outboundWire(bank), ...changes }, headers)
const inbound =
  (changes: object = {}): Story =>
  ({ bank, call }) =>
    call('POST', `${WIRES}/simulations`, { ...fullInboundWire(bank), ...changes })
const later =
  (duration: { minutes?: number; hours?: number; days?: number }): Story =>
  ({ bank, ask }) =>
    ask(() => bank.clock.advance(duration))
/** One step after the other. */
const inOrder =
  (...steps: readonly Story[]): Story =>
  async (visit) => {
    for (const step of steps) await step(visit)
  }
/** Sends a wire, does something with it, and reads it. */
const wireThen =
  (then: (visit: Visit, id: string) => unknown, changes: object = {}): Story =>
  async (visit) => {
    const id = await visit.call('POST', WIRES, { ...outboundWire(visit.bank), ...changes })
    await then(visit, id)
    await visit.call('GET', `${WIRES}/${id}`)
  }
const restrict =
  (criteria: object): Story =>
  ({ bank, call }) =>
    call('POST', restrictionsPath(bank), { appliesTo: 'All', ...criteria })
const register =
  (...names: readonly EventName[]): Story =>
  ({ bank, ask }) => {
    for (const name of names) ask(() => bank.webhooks.register(pushOf(name, bank.partner.id)))
  }
const underFault =
  (kind: Parameters<Bank['faults']['inject']>[0], options: object, story: Story): Story =>
  (visit) => {
    visit.bank.faults.inject(kind as 'status', options)
    return story(visit)
  }
/** The number of a new subledger, whose record is noted. */
function newSubledger({ bank, note }: Visit, title?: string): string {
  const accountNumber = customerOf(bank, title)
  note(bank.subledgers.get(accountNumber))
  return accountNumber
}
const transfer =
  (times: number, clientIdentifier?: string): Story =>
  async (visit) => {
    const debitAccountNumber = visit.bank.masterAccount.accountNumber
    const request = { debitAccountNumber, creditAccountNumber: newSubledger(visit), amount: 5 }
    const body = { ...request, clientIdentifier }
    for (let count = 0; count < times; count++) await visit.call('POST', '/core/v1/transactions', body)
  }
const getRestrictions: Story = ({ bank, call }) => call('GET', restrictionsPath(bank))
const getWires =
  (query = '', headers: Record<string, string> = {}): Story =>
  ({ call }) =>
    call('GET', WIRES + query, undefined, headers)

/** Pushes to a handler that answers so; unsigned texts are noted as JSON, because only a signature depends on their blanks. */
const pushes =
  (status: number, isSigned: boolean): Story =>
  async (visit) => {
    const { bank, ask, note } = visit
    bank.webhooks.connect(HOOKS, async (request) => {
      const text = await request.text()
      note([request.headers.has('cos-signature') ? text : JSON.parse(text)])
      return new Response('', { status })
    })
    const id = ask(() => bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id)))
    if (isSigned) ask(() => bank.webhooks.sign(id))
    await inbound()(visit)
    for (let minute = 0; minute < 5; minute++) note(await bank.clock.advanceAsync({ minutes: 1 }))
  }

export const stories: Readonly<Record<string, Story>> = {
  'the opening': ({ bank, note }) => note(bank.journal[0]?.happenings),
  'a wire, until it was sent': wireThen(later({ days: 1 })),
  'a wire of a function': ({ bank, ask }) => ask(() => bank.wires.create(outboundWire(bank))),
  'a wire with every field, twice': async ({ bank, call }) => {
    for (let count = 0; count < 2; count++) await call('POST', WIRES, fullOutboundWire(bank))
  },
  'a key with two bodies, and again a week later': inOrder(
    wire({}, { 'idempotency-key': 'a' }),
    wire({}, { 'idempotency-key': 'a' }),
    wire({ amount: 7 }, { 'idempotency-key': 'a' }),
    later({ days: 8 }),
    wire({}, { 'idempotency-key': 'a' }),
  ),
  'a wire with a key': wire({}, { 'idempotency-key': 'a' }),
  'a wire with an identifier': wire({ clientIdentifier: 'invoice 17' }),
  'a key of 40 letters': wire({}, { 'idempotency-key': 'a'.repeat(40) }),
  'a key of 60 letters': wire({}, { 'idempotency-key': 'a'.repeat(60) }),
  'a wire in the evening': inOrder(later({ hours: 11 }), wire()),
  'a wire on a holiday': inOrder(
    ({ bank, ask }) => ask(() => bank.clock.advanceTo('2026-05-25T10:00:00-04:00')),
    wireThen(later({ days: 1 })),
  ),
  'a wire that is received': async (visit) => {
    const id = await visit.call('POST', `${WIRES}/simulations`, inboundWire(visit.bank))
    await later({ days: 1 })(visit)
    await visit.call('GET', `${WIRES}/${id}`)
  },
  'a service message that is received': inbound({ businessFunctionCode: 'SVC', amount: 0 }),
  'a service message': wireThen(later({ days: 1 }), { businessFunctionCode: 'SVC', amount: undefined }),
  'an unknown code': wire({ businessFunctionCode: 'XYZ' }),
  'an unknown field': wire({ colour: 'red' }),
  'a long reference': wire({ beneficiaryReference: 'x'.repeat(40) }),
  'another originator': wire({ originator: { idCode: 'D', identifier: '1', name: 'Somebody' } }),
  'a wrong check digit': wire({ receiverRoutingNumber: '123456789' }),
  'a null': wire({ purpose: null }),
  'a missing field': wire({ beneficiary: undefined }),
  'too little money': wireThen(later({ minutes: 1 }), { amount: 900_000_000 }),
  'too small an amount': wire({ amount: 5 }),
  'too large an amount': wire({ amount: 50_000_000_000 }),
  'a canceled wire': wireThen(async (visit, id) => {
    await later({ minutes: 1 })(visit)
    visit.note(visit.bank.clock.agenda())
    for (let count = 0; count < 2; count++) await visit.call('POST', `${WIRES}/${id}/cancel`)
  }),
  'a wire that the desk holds': wireThen(async (visit, id) => {
    visit.ask(() => visit.bank.desk.hold(id))
    await later({ hours: 2 })(visit)
  }),
  'a wire that is reversed': wireThen(async (visit, id) => {
    await later({ days: 1 })(visit)
    visit.ask(() => visit.bank.desk.reverse(id))
  }),
  'a reversal that a restriction forbids': wireThen(async (visit, id) => {
    await inOrder(later({ days: 1 }), restrict({}))(visit)
    visit.ask(() => visit.bank.desk.reverse(id))
  }),
  'a restriction on a Pending wire': wireThen(inOrder(later({ minutes: 1 }), restrict({}), later({ days: 1 }))),
  'a restriction on another rail': restrict({ rail: 'Pigeon' }),
  'a list of wires': inOrder(...Array.from({ length: 11 }, () => wire()), getWires(), getWires('?pageSize=2')),
  'an unknown wire': getWires('/00000000-0000-4000-8000-000000000000'),
  'an unknown token': getWires('', { authorization: 'Bearer x' }),
  'a token of the loan service': (visit) => getWires('', { authorization: `Bearer ${loanToken(visit.bank)}` })(visit),
  'an old token': async (visit) => {
    const authorization = `Bearer ${bankingToken(visit.bank)}`
    await inOrder(later({ hours: 30 }), getWires('', { authorization }))(visit)
  },
  'an unknown path': ({ call }) => call('GET', '/unknown'),
  'no content type': wire({}, { 'content-type': '' }),
  'a page of another origin': getWires('', { origin: 'https://page.example' }),
  'a long path': getWires(`/${'x'.repeat(3_000)}`),
  'a long query': getWires(`?x=${'x'.repeat(3_000)}`),
  'long headers': getWires('', { x: 'x'.repeat(9_000) }),
  'a long body': wire({ colour: 'x'.repeat(70_000) }),
  'a deep body': wire({ colour: JSON.parse('['.repeat(30) + ']'.repeat(30)) }),
  'many calls': inOrder(...Array.from({ length: 12 }, () => getWires())),
  'a new subledger': ({ bank, call }) => call('POST', SUBLEDGERS, subledgerRequest(bank)),
  'a long title, and a wire from it': async (visit) => {
    await visit.call('POST', SUBLEDGERS, { ...subledgerRequest(visit.bank), title: 'x'.repeat(256) })
    visit.ask(() => visit.bank.wires.create(outboundWire(newSubledger(visit, 'x'.repeat(100)))))
  },
  'the list of subledgers': ({ call }) => call('GET', SUBLEDGERS),
  'a subledger': ({ bank, call }) => call('GET', `${SUBLEDGERS}/${bank.masterAccount.accountNumber}`),
  'an account': ({ bank, ask }) => ask(() => bank.accounts.get(bank.masterAccount.accountNumber)),
  'a debit that only the master account covers': (visit) => {
    const accountNumber = newSubledger(visit)
    visit.ask(() => visit.bank.transactions.post(achDebit(accountNumber)))
  },
  'a debit': ({ bank, ask }) => ask(() => bank.transactions.post(achDebit(bank.masterAccount.accountNumber))),
  'a transfer with an identifier': transfer(1, 'payroll'),
  'a transfer, twice': transfer(2, 'payroll'),
  'a hold of too much': ({ bank, ask }) =>
    ask(() => bank.holds.place({ accountNumber: bank.masterAccount.accountNumber, amount: 900_000_000 })),
  'two registrations for one event': async ({ bank, call }) => {
    const body = pushOf('Wire.Payment.Sent', bank.partner.id)
    for (let count = 0; count < 2; count++) await call('POST', '/webhooks/v1/registrations', body)
  },
  'a registration for an unknown event': ({ bank, call }) =>
    call('POST', '/webhooks/v1/registrations', pushOf('Odd.Event', bank.partner.id)),
  'events of everything': inOrder(
    register('Wire.Payment.Processed', 'Core.SubAccount.Opened', 'Core.Restriction.Placed', 'Core.Activity.Posted'),
    restrict({ rail: 'Ach' }),
    transfer(1),
    wireThen(later({ days: 1 })),
    ({ bank, note }) => note(bank.pushes),
  ),
  'events without a registration': inOrder(restrict({ rail: 'Ach' }), transfer(1), wireThen(later({ days: 1 }))),
  'pushes that are answered 202': pushes(202, false),
  'pushes that are refused': pushes(503, false),
  'signed pushes': pushes(200, true),
  'a token': ({ bank, call }) =>
    call('POST', `${bank.urls.authUrl}/oauth/token`, {
      grant_type: 'client_credentials',
      client_id: bank.partner.clientId,
      client_secret: bank.partner.clientSecret,
    }),
  'a token for a wrong client': ({ bank, call }) =>
    call('POST', `${bank.urls.authUrl}/oauth/token`, {
      grant_type: 'client_credentials',
      client_id: 'unknown',
      client_secret: 'unknown',
    }),
  'an injected status': underFault('status', {}, getWires()),
  'an injected status with a body': underFault(
    'status',
    { body: { errors: [{ code: 1, message: 'No.' }] } },
    getWires(),
  ),
  'half an error': underFault('malformedBody', {}, getWires('/unknown')),
  'a stale read at once': inOrder(restrict({ rail: 'Ach' }), underFault('staleRead', {}, getRestrictions)),
  'a stale read a minute later': inOrder(
    restrict({ rail: 'Ach' }),
    later({ minutes: 1 }),
    underFault('staleRead', {}, getRestrictions),
  ),
  'a lost answer': underFault('lostAnswer', {}, restrict({ appliesTo: 'Account' })),
  'a call that times out': underFault('timeout', {}, wire()),
  'a loan on its way': ({ bank, ask }) => {
    const { Id } = bank.loans.add()
    ask(() => bank.loans.advance(Id))
    ask(() => bank.loans.setStatus(Id, 'Funded'))
    ask(() => bank.clock.advance({ hours: 1 }))
    ask(() => bank.loans.get(Id))
  },
  'a loan that moves to its next status': ({ bank, ask }) => {
    const { Id } = bank.loans.add()
    ask(() => bank.loans.advance(Id))
  },
  'a summary of one loan': async (visit) => {
    visit.bank.loans.add({}, { isSparse: true })
    await visit.loans('/LoanSummary')
  },
  'the event of a loan': inOrder(register('LoanStatusUpdated'), ({ bank, ask, note }) => {
    ask(() => bank.loans.add({ LoanAmount: '5' }, { isSparse: true }))
    note(bank.events.filter(({ eventName }) => eventName === 'LoanStatusUpdated'))
  }),
  'summaries of loans': async (visit) => {
    for (let count = 0; count < 101; count++) visit.bank.loans.add({}, { isSparse: true })
    for (const query of ['', '?Include=Total', '?Include=SUM(FICO)', '?Take=many'])
      await visit.loans(`/LoanSummary${query}`)
  },
}

/** Plays a story at a bank, and tells `note` each answer as a text. */
export async function play(story: Story, bank: Bank, note: (answer: string) => void): Promise<void> {
  const told = (answer: unknown) => note(JSON.stringify(answer) ?? 'nothing')
  const read = async (asked: Promise<Response>) => {
    const answer = await asked.catch((error: unknown) => String(error))
    if (typeof answer === 'string') {
      told(answer)
      return ''
    }
    const text = await answer.text()
    told({ status: answer.status, headers: [...answer.headers].sort(), text })
    return text
  }
  await story({
    bank,
    note: told,
    call: async (method, path, body, headers = {}) =>
      idIn(await read(send(bank, method, path, { token: bankingToken(bank), body, headers }))),
    loans: async (path) => void (await read(getLoans(bank, loanToken(bank), path))),
    ask(deed) {
      const answer = attempt(deed)
      told(answer)
      return idIn(JSON.stringify(answer) ?? '')
    },
  })
}

function attempt(deed: () => unknown): unknown {
  try {
    return deed()
  } catch (error) {
    return String(error)
  }
}

const idIn = (text: string | undefined): string => /"id":"([^"]+)"/.exec(text ?? '')?.[1] ?? 'none'
