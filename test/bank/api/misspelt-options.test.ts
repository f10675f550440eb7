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
  [() => createBank(mis({ sead: 7 })), 'sead: is no option; the nearest is "seed"', 'BankOptions'],
  [
    () => createBank({ masterAccount: mis({ balanc: 7 }) }),
    'masterAccount.balanc: is no option; the nearest is "balance"',
  ],
  [() => createBank({ partner: mis({ clientID: '' }) }), 'partner.clientID: is no option; the nearest is "clientId"'],
  [() => createBank({ assume: mis({ 'paging.ordr': 1 }) }), 'the nearest is "paging.order"'],
  [() => createWorld(mis({ nov: '' })), 'nov: is no option; the nearest is "now"'],
  [
    (bank) => replay(bank.journal, mis({ predicate: {} })),
    'predicate: is no option; the nearest is "predicates"',
    'PredicateOptions',
  ],
  [(bank) => bank.restore(bank.snapshot(), mis({ predicate: {} })), 'predicate: is no option'],
  [(bank) => bank.settled(mis({ maxTurn: 5 })), 'maxTurn: is no option; the nearest is "maxTurns"', 'SettleOptions'],
  [(bank) => bank.settled({ maxTurns: -1 }), 'maxTurns: must be a number of turns, from 0 on, and is -1'],
  [(bank) => bank.clock.advanceAsync({ hours: 1 }, mis({ maxTurn: 5 })), 'the nearest is "maxTurns"'],
  [(bank) => bank.clock.advance(mis({ hour: 1 })), 'hour: is no option; the nearest is "hours"'],
  [(bank) => bank.outbox.deliver('', mis({ looseAnswer: true })), 'the nearest is "loseAnswer"', 'DeliverOptions'],
  [(bank) => bank.timeline(mis({ lats: 1 })), 'lats: is no option; the nearest is "last"', 'TimelineOptions'],
  [(bank) => bank.clock.sleep({ hours: 1 }, mis({ singal: {} })), 'the nearest is "signal"', 'SleepOptions'],
  [(bank) => bank.trace(mis({ titel: '' })), 'titel: is no option', 'TraceOptions'],
  [() => openapi(mis({ onyl: 'all' })), 'the nearest is "only"', 'OpenApiOptions'],
  [({ urls }) => calibrateFrom([], mis({ urls, dya: '' })), 'the nearest is "day"', 'RecordingOptions'],
  [() => calibrate(mis({ scop: 'money' })), 'the nearest is "scope"', 'CalibrateOptions'],
  [
    ({ fetch, urls }) => calibrate(mis({ fetch, urls, credentials: { clientID: 'a' } })),
    'clientID: is no option; the nearest is "clientId"',
  ],
  [
    () => conformance(() => {}, mis({ agianst: {} })),
    'agianst: is no option; the nearest is "against"',
    'ConformanceOptions',
  ],
  [
    ({ fetch, urls }) => conformance(() => {}, { against: mis({ fetch, urls, credential: {} }) }),
    'credential: is no option; the nearest is "credentials"',
  ],
  [
    (bank) => bank.webhooks.connect(url, () => new Response(), mis({ sgin: () => ({}) })),
    'the nearest is "sign"',
    'ConnectOptions',
  ],
  [(bank) => bank.webhooks.connect(url, mis({})), 'the handler must be a function'],
  [
    (bank) => bank.webhooks.register(mis({ ...pushOf('A', bank.partner.id), forma: 'Basic' })),
    'has no field forma; the nearest is "format"',
  ],
  [(bank) => bank.webhooks.list(mis({ eventname: '' })), 'has no field eventname; the nearest is "eventName"'],
  [(bank) => bank.webhooks.pollEvents(mis({ pagesize: 1 })), 'the nearest is "pageSize"'],
  [
    (bank) => bank.wires.create(mis({ ...outboundWire(bank), amuont: 1 })),
    'has no field amuont; the nearest is "amount"',
  ],
  [(bank) => bank.wires.create(outboundWire(bank), mis({ idempotencykey: '' })), 'the nearest is "idempotencyKey"'],
  [(bank) => bank.wires.list(mis({ page: 1 })), 'the nearest is "page'],
  [(bank) => bank.tokens.issue(mis({ audiance: '' })), 'the nearest is "audience"'],
  [(bank) => bank.partners.add(mis({ nam: 'One' })), 'the nearest is "name"'],
  [(bank) => bank.accounts.open(mis({ titel: '' })), 'the nearest is "title"'],
  [
    (bank) => bank.subledgers.create(mis({ masterAccountNumber: bank.masterAccount.accountNumber, titel: '' })),
    'the nearest is "title"',
  ],
  [
    (bank) => bank.holds.place(mis({ accountNumber: bank.masterAccount.accountNumber, amonut: 1 })),
    'the nearest is "amount"',
  ],
  [
    (bank) =>
      bank.restrictions.create(mis({ accountNumber: bank.masterAccount.accountNumber, appliesTo: 'All', rial: 'Ach' })),
    'the nearest is "rail"',
  ],
  [(bank) => bank.transactions.transfer(mis({ debitAccountnumber: '' })), 'the nearest is "debitAccountNumber"'],
  [(bank) => bank.loans.add(mis({ Statu: 'Funded' })), 'the nearest is "Status"'],
  [(bank) => bank.loans.add({}, mis({ sparse: true })), 'the nearest is "isSparse"', 'AddLoanOptions'],
  [
    (bank) => bank.faults.inject('lostAnswer', mis<RequestFaultOptions>({ endpiont: 'createWire' })),
    'there is no option "endpiont"; the nearest is "endpoint"',
    'RequestFaultOptions',
  ],
  [(bank) => bank.faults.inject('lostAnswer', { endpoint: mis('creatWire' as never) }), 'endpoint must be one of'],
  [
    (bank) => bank.faults.inject('drop', mis({ eventName: 'Wire.Payment.Sent' })),
    'the nearest is "event"',
    'PushFaultOptions',
  ],
  [
    (bank) => bank.faults.inject('drop', { event: 'Wire.Payment.Snt' }),
    'Failed to inject the fault "drop" for "Wire.Payment.Snt": this bank emits no such event, and no registration names it; the nearest is "Wire.Payment.Sent"',
  ],
  [(bank) => bank.faults.inject('partialRelease', mis({ cuont: 1 })), 'the nearest is "count"', 'BatchFaultOptions'],
  [
    () => verifySignature(mis({ body: '', header: '', secret: '', now: 0, tolerance: 1 })),
    'the nearest is "toleranceSeconds"',
  ],
  [
    (bank) => bankHandlers(bank, mis({ baseurl: '' })),
    'baseurl: is no option; the nearest is "baseUrl"',
    'HandlerOptions',
  ],
  [(bank) => looseEndsOf(bank, mis({ undeliverd: true })), 'the nearest is "undelivered"'],
  [() => explore(async () => {}, mis({ dpth: 1 })), 'dpth: is no option; the nearest is "depth"', 'ExploreOptions'],
  [() => explore(async () => {}, { signal: {} as never }), 'signal: must be an AbortSignal, and is {}'],
  [() => explore(async () => {}, { signal: [] as never }), 'signal: must be an AbortSignal, and is []'],
  [() => explore(async () => {}, { depth: 4 as never }), 'depth: must be 1, 2 or 3, and is 4'],
  [
    () => explore(async () => {}, { deskDecisions: 'yes' as never }),
    'deskDecisions: must be true or false, and is "yes"',
  ],
  [
    () => explore(async () => {}, { calendars: ['holyday' as never] }),
    'there is no calendar "holyday"; the nearest is "holidays"',
  ],
  [() => explore(async () => {}, { oracles: ['moneyConservd' as never] }), 'the nearest is "moneyConserved"'],
  [() => explore(async () => {}, { assume: ['paging.ordr' as never] }), 'the nearest is "paging.order"'],
  [() => explore(async () => {}, { bank: mis({ sead: 7 }) }), 'the nearest is "seed"'],
  [() => explore(async () => {}, { heal: mis({ hour: 1 }) }), 'the nearest is "hours"'],
  [() => explore(mis<never>({})), 'the scenario is of type object'],
  [
    () =>
      exploreTest(
        () => {},
        '',
        async () => {},
        mis({ timout: 1 }),
      ),
    'timout: is no option; the nearest is "timeout"',
  ],
  [failedTest, 'scenaro: is no option; the nearest is "scenario"', 'ToTestOptions'],
  [() => amounts(mis({ maximum: 1 })), 'maximum: is no option; the nearest is "max"'],
  [(bank) => accountNumbers(bank, 'onw' as never), 'there is no set "onw"; the nearest is "own"'],
  [() => parties(mis({ idcode: 'D' })), 'the nearest is "idCode"'],
  [() => durations(mis({ maxDay: 1 })), 'the nearest is "maxDays"'],
  [(bank) => wireRequests(bank, mis({ accountnumber: amounts() })), 'the nearest is "accountNumber"', 'RequestOptions'],
  [(bank) => wireRequests(bank, { amount: 5 as never }), 'amount: must be an arbitrary of fast-check, and is 5'],
  [(bank) => inboundWires(bank, mis({ amont: amounts() })), 'the nearest is "amount"'],
  [(bank) => restrictionRequests(bank, mis({ amont: amounts() })), 'the nearest is "amount"'],
  [(bank) => transactionRequests(bank, mis({ amont: amounts() })), 'the nearest is "amount"'],
  [(bank) => transferRequests(bank, mis({ amont: amounts() })), 'the nearest is "amount"'],
  [() => bankCommands(mis<never>({ afer: () => {} })), 'the nearest is "after"', 'BankCommandOptions'],
  [() => createBankServer(mis({ orign: '' })), 'orign: is no option; the nearest is "origin"', 'BankServerOptions'],
  [() => createBankServer(mis({ ...served, control: { tokn: '' } })), 'the nearest is "token"'],
  [() => createBankServer(mis({ ...served, bank: { sead: 7 } })), 'sead: is no option; the nearest is "seed"'],
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
