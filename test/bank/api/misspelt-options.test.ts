/** Nothing mistyped passes: each public function that takes options, given one that there is not, names the nearest that there is. (§1, §7) */
import { expect, it } from 'vitest'
import { type Bank, createBank, createWorld, type RequestFaultOptions, replay, verifySignature } from 'vostro'
import { explore, exploreTest } from 'vostro/explore'
import {
  accountNumbers,
  amounts,
  bankCommands,
  durations,
  inboundWires,
  parties,
  restrictionRequests,
  transactionRequests,
  transferRequests,
  wireRequests,
} from 'vostro/fast-check'
import { bankHandlers } from 'vostro/msw'
import { calibrate, calibrateFrom, conformance } from 'vostro/sandbox'
import { openapi } from 'vostro/server'
import { createBankServer } from '../../../src/server/server.ts'
import { sourceFiles } from '../../rules/source-files.ts'
import { looseEndsOf } from '../../support/loose-ends.ts'
import { pushOf } from '../../support/requests.ts'
import { outboundWire } from '../../support/wire.ts'

/** An option that no type would let pass. */
const mis = <Options>(given: object): Options => given as Options
const url = 'https://partner.example/hooks'
const served = {
  origin: 'http://127.0.0.1:4010',
  send: fetch,
  now: () => 0,
  random: (bytes: number) => new Uint8Array(bytes),
}

/** What is called; what it is misspelt as, and what the message has of it. The types of the options stand beside, for those of the last test. */
const calls: readonly [call: (bank: Bank) => unknown, said: string, type?: string][] = [
  [() => createBank(mis({ sead: 7 })), 'sead: unknown option; did you mean "seed"?', 'BankOptions'],
  [
    () => createBank({ masterAccount: mis({ balanc: 7 }) }),
    'masterAccount.balanc: unknown option; did you mean "balance"?',
  ],
  [() => createBank({ partner: mis({ clientID: '' }) }), 'partner.clientID: unknown option; did you mean "clientId"?'],
  [() => createBank({ assume: mis({ 'paging.ordr': 1 }) }), 'did you mean "paging.order"?'],
  [() => createBank({ release: mis({ evry: { hours: 1 } }) }), 'release.evry: unknown option; did you mean "every"?'],
  [
    () => createBank({ release: mis({ every: { hour: 1 } }) }),
    'release.every.hour: unknown option; did you mean "hours"?',
  ],
  [() => createBank({ release: 'calender' as never }), '{ every: { minutes: 30 } }; did you mean "calendar"?'],
  [
    () => createBank({ outcomes: mis([{ of: 'wire', match: {}, status: 'Rejected', pstingCode: 'NSF' }]) }),
    'outcomes.0.pstingCode: unknown option; did you mean "postingCode"?',
  ],
  [
    () => createBank({ outcomes: [{ of: 'wire', match: {}, status: 'Rejectd' as never }] }),
    'outcomes.0.status: must be Completed, Rejected or Hold; did you mean "Rejected"?',
  ],
  [() => createWorld(mis({ nov: '' })), 'nov: unknown option; did you mean "now"?'],
  [
    (bank) => replay(bank.journal, mis({ predicate: {} })),
    'predicate: unknown option; did you mean "predicates"?',
    'PredicateOptions',
  ],
  [(bank) => bank.restore(bank.snapshot(), mis({ predicate: {} })), 'predicate: unknown option'],
  [(bank) => bank.settled(mis({ maxTurn: 5 })), 'maxTurn: unknown option; did you mean "maxTurns"?', 'SettleOptions'],
  [(bank) => bank.settled({ maxTurns: -1 }), 'maxTurns: must be a number of turns, from 0 on, and is -1'],
  [(bank) => bank.clock.advanceAsync({ hours: 1 }, mis({ maxTurn: 5 })), 'did you mean "maxTurns"?'],
  [(bank) => bank.clock.advance(mis({ hour: 1 })), 'hour: unknown option; did you mean "hours"?'],
  [(bank) => bank.outbox.deliver('', mis({ looseAnswer: true })), 'did you mean "loseAnswer"?', 'DeliverOptions'],
  [(bank) => bank.timeline(mis({ lats: 1 })), 'lats: unknown option; did you mean "last"?', 'TimelineOptions'],
  [(bank) => bank.clock.sleep({ hours: 1 }, mis({ singal: {} })), 'did you mean "signal"?', 'SleepOptions'],
  [(bank) => bank.trace(mis({ titel: '' })), 'titel: unknown option', 'TraceOptions'],
  [() => openapi(mis({ onyl: 'all' })), 'did you mean "only"?', 'OpenApiOptions'],
  [({ urls }) => calibrateFrom([], mis({ urls, dya: '' })), 'did you mean "day"?', 'RecordingOptions'],
  [() => calibrate(mis({ scop: 'money' })), 'did you mean "scope"?', 'CalibrateOptions'],
  [
    ({ fetch, urls }) => calibrate(mis({ fetch, urls, credentials: { clientID: 'a' } })),
    'clientID: unknown option; did you mean "clientId"?',
  ],
  [
    () => conformance(() => {}, mis({ agianst: {} })),
    'agianst: unknown option; did you mean "against"?',
    'ConformanceOptions',
  ],
  [
    ({ fetch, urls }) => conformance(() => {}, { against: mis({ fetch, urls, credential: {} }) }),
    'credential: unknown option; did you mean "credentials"?',
  ],
  [
    (bank) => bank.webhooks.connect(url, () => new Response(), mis({ sgin: () => ({}) })),
    'did you mean "sign"?',
    'ConnectOptions',
  ],
  [(bank) => bank.webhooks.connect(url, mis({})), 'the handler must be a function'],
  [
    (bank) => bank.webhooks.register(mis({ ...pushOf('A', bank.partner.id), forma: 'Basic' })),
    'has no field forma; did you mean "format"?',
  ],
  [(bank) => bank.webhooks.list(mis({ eventname: '' })), 'has no field eventname; did you mean "eventName"?'],
  [(bank) => bank.webhooks.pollEvents(mis({ pagesize: 1 })), 'did you mean "pageSize"?'],
  [
    (bank) => bank.wires.create(mis({ ...outboundWire(bank), amuont: 1 })),
    'has no field amuont; did you mean "amount"?',
  ],
  [(bank) => bank.wires.create(outboundWire(bank), mis({ idempotencykey: '' })), 'did you mean "idempotencyKey"?'],
  [(bank) => bank.wires.list(mis({ page: 1 })), 'did you mean "page'],
  [(bank) => bank.tokens.issue(mis({ audiance: '' })), 'did you mean "audience"?'],
  [(bank) => bank.partners.add(mis({ nam: 'One' })), 'did you mean "name"?'],
  [(bank) => bank.accounts.open(mis({ titel: '' })), 'did you mean "title"?'],
  [
    (bank) => bank.subledgers.create(mis({ masterAccountNumber: bank.masterAccount.accountNumber, titel: '' })),
    'did you mean "title"?',
  ],
  [
    (bank) => bank.holds.place(mis({ accountNumber: bank.masterAccount.accountNumber, amonut: 1 })),
    'did you mean "amount"?',
  ],
  [
    (bank) =>
      bank.restrictions.create(mis({ accountNumber: bank.masterAccount.accountNumber, appliesTo: 'All', rial: 'Ach' })),
    'did you mean "rail"?',
  ],
  [(bank) => bank.transactions.transfer(mis({ debitAccountnumber: '' })), 'did you mean "debitAccountNumber"?'],
  [(bank) => bank.loans.add(mis({ Statu: 'Funded' })), 'did you mean "Status"?'],
  [(bank) => bank.loans.add({}, mis({ sparse: true })), 'did you mean "isSparse"?', 'AddLoanOptions'],
  [
    (bank) => bank.faults.inject('lostAnswer', mis<RequestFaultOptions>({ endpiont: 'createWire' })),
    'unknown option "endpiont"; did you mean "endpoint"?',
    'RequestFaultOptions',
  ],
  [(bank) => bank.faults.inject('lostAnswer', { endpoint: mis('creatWire' as never) }), 'endpoint must be one of'],
  [
    (bank) => bank.faults.inject('drop', mis({ eventName: 'Wire.Payment.Sent' })),
    'did you mean "event"?',
    'PushFaultOptions',
  ],
  [
    (bank) => bank.faults.inject('drop', { event: 'Wire.Payment.Snt' }),
    'Failed to inject the fault "drop" for "Wire.Payment.Snt": unknown event "Wire.Payment.Snt"; did you mean "Wire.Payment.Sent"',
  ],
  [(bank) => bank.faults.inject('partialRelease', mis({ cuont: 1 })), 'did you mean "count"?', 'BatchFaultOptions'],
  [
    () => verifySignature(mis({ body: '', header: '', secret: '', now: 0, tolerance: 1 })),
    'did you mean "toleranceSeconds"?',
  ],
  [
    (bank) => bankHandlers(bank, mis({ baseurl: '' })),
    'baseurl: unknown option; did you mean "baseUrl"?',
    'HandlerOptions',
  ],
  [(bank) => looseEndsOf(bank, mis({ undeliverd: true })), 'did you mean "undelivered"?'],
  [() => explore(async () => {}, mis({ dpth: 1 })), 'dpth: unknown option; did you mean "depth"?', 'ExploreOptions'],
  [() => explore(async () => {}, { signal: {} as never }), 'signal: must be an AbortSignal, and is {}'],
  [() => explore(async () => {}, { signal: [] as never }), 'signal: must be an AbortSignal, and is []'],
  [() => explore(async () => {}, { depth: 4 as never }), 'depth: must be 1, 2 or 3, and is 4'],
  [
    () => explore(async () => {}, { deskDecisions: 'yes' as never }),
    'deskDecisions: must be true or false, and is "yes"',
  ],
  [
    () => explore(async () => {}, { calendars: ['holyday' as never] }),
    'unknown calendar "holyday"; did you mean "holidays"?',
  ],
  [() => explore(async () => {}, { oracles: ['moneyConservd' as never] }), 'did you mean "moneyConserved"?'],
  [() => explore(async () => {}, { assume: ['paging.ordr' as never] }), 'did you mean "paging.order"?'],
  [() => explore(async () => {}, { bank: mis({ sead: 7 }) }), 'did you mean "seed"?'],
  [() => explore(async () => {}, { heal: mis({ hour: 1 }) }), 'did you mean "hours"?'],
  [() => explore(mis<never>({})), 'the scenario is of type object'],
  [
    () =>
      exploreTest(
        () => {},
        '',
        async () => {},
        mis({ timout: 1 }),
      ),
    'timout: unknown option; did you mean "timeout"?',
  ],
  [failedTest, 'scenaro: unknown option; did you mean "scenario"?', 'ToTestOptions'],
  [() => amounts(mis({ maximum: 1 })), 'maximum: unknown option; did you mean "max"?'],
  [(bank) => accountNumbers(bank, 'onw' as never), 'unknown set "onw"; did you mean "own"?'],
  [() => parties(mis({ idcode: 'D' })), 'did you mean "idCode"?'],
  [() => durations(mis({ maxDay: 1 })), 'did you mean "maxDays"?'],
  [(bank) => wireRequests(bank, mis({ accountnumber: amounts() })), 'did you mean "accountNumber"?', 'RequestOptions'],
  [(bank) => wireRequests(bank, { amount: 5 as never }), 'amount: must be an arbitrary of fast-check, and is 5'],
  [(bank) => inboundWires(bank, mis({ amont: amounts() })), 'did you mean "amount"?'],
  [(bank) => restrictionRequests(bank, mis({ amont: amounts() })), 'did you mean "amount"?'],
  [(bank) => transactionRequests(bank, mis({ amont: amounts() })), 'did you mean "amount"?'],
  [(bank) => transferRequests(bank, mis({ amont: amounts() })), 'did you mean "amount"?'],
  [() => bankCommands(mis<never>({ afer: () => {} })), 'did you mean "after"?', 'BankCommandOptions'],
  [() => createBankServer(mis({ orign: '' })), 'orign: unknown option; did you mean "origin"?', 'BankServerOptions'],
  [() => createBankServer(mis({ ...served, control: { tokn: '' } })), 'did you mean "token"?'],
  [() => createBankServer(mis({ ...served, bank: { sead: 7 } })), 'sead: unknown option; did you mean "seed"?'],
  [() => createBankServer(mis({ ...served, origin: 'bank' })), 'origin: must be an origin'],
  [() => createBankServer(mis({ now: () => 0 })), 'its option origin is missing'],
]

/** Where a run failed, it can be written as a test. */
async function failedTest(): Promise<unknown> {
  const { failures } = await explore(() => Promise.reject(new Error('no')), { depth: 1, maxFailures: 1 })
  return failures[0]?.toTest(mis({ scenaro: './scenario.ts' }))
}

it.each(calls.map(([call, said]) => [said, call] as const))(
  'tells of what is mistyped: %s [§7]',
  async (said, call) => {
    const bank = createBank({ seed: 7 })
    const called = (async () => call(bank))()

    await expect(called).rejects.toThrow(
      expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(said) }),
    )
  },
)

/** Options that are held against their names elsewhere, or extend those that are. */
const elsewhere = [
  // test/testing/matchers/given.test.ts
  ...['ConductOptions', 'GroundOptions', 'IntentOptions', 'ReconcileOptions'],
  // Those of createBank, and looseEnds; by the runners' kits.
  ...['BankTestOptions', 'BankTestWithOptions', 'TestBankOptions'],
  // Those of calibrate and conformance.
  'ServiceOptions',
  // test/time
  'FollowOptions',
]

it('knows every public record of options [§7]', () => {
  const declared = sourceFiles()
    .filter(({ path }) => !path.startsWith('testing/story/'))
    .flatMap(({ text }) => [...text.matchAll(/^export interface (\w+Options)\b/gm)].map(([, name]) => name))
  const known = [...calls.map(([, , type]) => type), ...elsewhere]

  expect(declared.filter((name) => !known.includes(name))).toEqual([])
})
