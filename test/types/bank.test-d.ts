/** The types of a bank, as a partner's compiler sees them. Nothing here runs: `npx tsc` fails where one is another. */
import { expectTypeOf, it } from 'vitest'
import {
  type AssumptionId,
  type AssumptionOverrides,
  assumptions,
  type Bank,
  type BankOptions,
  createBank,
  type Page,
  type PartnerView,
  type WirePayment,
  type WirePaymentRequest,
  type WireStatus,
} from 'vostro'

declare const bank: Bank

it('makes a bank from options, all of which may be left out [§1]', () => {
  expectTypeOf(createBank).returns.toEqualTypeOf<Bank>()
  expectTypeOf(createBank).parameter(0).toEqualTypeOf<BankOptions | undefined>()
  createBank()
  createBank({})
})

it('knows each option by name and type [§1]', () => {
  createBank({ seed: 7, now: '2026-03-02T09:00:00-05:00', masterAccount: { balance: 5_000 }, release: 'instant' })

  // @ts-expect-error no such option
  createBank({ sead: 7 })
  // @ts-expect-error a seed is a number
  createBank({ seed: '7' })
  // @ts-expect-error a balance is a number, in minor units
  createBank({ masterAccount: { balance: '50.00' } })
  // @ts-expect-error no such release
  createBank({ release: 'sometimes' })
})

it('names the assumptions in a union, not as any text [§7]', () => {
  expectTypeOf<AssumptionId>().toEqualTypeOf<keyof typeof assumptions>()
  expectTypeOf<string>().not.toExtend<AssumptionId>()
  expectTypeOf<keyof AssumptionOverrides>().toEqualTypeOf<AssumptionId>()
  expectTypeOf<keyof NonNullable<BankOptions['assume']>>().toEqualTypeOf<AssumptionId>()
})

it('types the value of each assumption by its entry [§7]', () => {
  createBank({ assume: { 'http.cors': 'omitted', 'loans.retrySeconds': 60, 'loans.take': null } })
  expectTypeOf<AssumptionOverrides['events.wires']>().toEqualTypeOf<'registered' | 'always' | 'never' | undefined>()

  // @ts-expect-error no such assumption
  createBank({ assume: { 'http.core': 'sent' } })
  // @ts-expect-error no such value of a choice
  createBank({ assume: { 'events.wires': 'sometimes' } })
  // @ts-expect-error a number of seconds
  createBank({ assume: { 'loans.retrySeconds': '60' } })
  // @ts-expect-error a fixed entry takes no value, not even its own
  createBank({ assume: { 'http.unknownCalls': assumptions['http.unknownCalls'].default } })
})

it('takes the details that the chosen outcome has, and no others [§3]', () => {
  const expected = bank.wires.expect({ amount: 5 })
  expected.toEnd('Rejected', { postingCode: 'NSF', reason: 'no money' })
  expected.toEnd('Completed', { afterHold: { hours: 1 }, reversedAfter: { days: 1 } })
  expected.toEnd('Hold')

  // @ts-expect-error what was rejected is not reversed
  expected.toEnd('Rejected', { reversedAfter: { days: 1 } })
  // @ts-expect-error what is completed has no reason
  expected.toEnd('Completed', { reason: 'no money' })
  // @ts-expect-error what is held has no details
  expected.toEnd('Hold', { postingCode: 'NSF' })
})

it('takes the body of an injected answer, except with a status that has none [§7]', () => {
  bank.faults.inject('status', { status: 503, body: '<html>' })
  bank.faults.inject('status', { body: { errors: [] }, endpoint: 'createWire', when: ({ body }) => body !== null })
  bank.faults.inject('status', { status: 204 })
  bank.faults.inject('status', { status: 429 as number, body: '' })

  // @ts-expect-error an answer with 204 has no body
  bank.faults.inject('status', { status: 204, body: 'done' })
  // @ts-expect-error no such option
  bank.faults.inject('status', { status: 503, boddy: '' })
})

it('has every resource of a partner, its own and those of the bank [§4]', () => {
  type Own = 'wires' | 'accounts' | 'subledgers' | 'restrictions' | 'webhooks' | 'loans' | 'tokens' | 'transactions'
  type Banks = 'partners' | 'desk' | 'faults' | 'clock' | 'events' | 'pushes' | 'requests' | 'journal'
  expectTypeOf<Own>().toExtend<keyof PartnerView>()
  expectTypeOf<Own | Banks | 'holds' | 'policies'>().toExtend<keyof Bank>()
  expectTypeOf(bank.as).returns.toEqualTypeOf<PartnerView>()
  expectTypeOf<Banks>().exclude<keyof PartnerView>().toEqualTypeOf<Banks>()

  // @ts-expect-error no such resource
  void bank.payments
})

it('lets nobody write to a bank but through its operations [§1]', () => {
  // @ts-expect-error the world is read
  bank.world = createBank().world
  // @ts-expect-error what it emitted is read
  bank.events.push(bank.events[0])
  // @ts-expect-error nobody gives it another clock
  bank.clock = createBank().clock
})

it('takes a wire request and gives a payment [§2.3]', () => {
  expectTypeOf<WirePaymentRequest>().toExtend<Parameters<typeof bank.wires.create>[0]>()
  expectTypeOf(bank.wires.create).returns.toEqualTypeOf<WirePayment>()
  expectTypeOf(bank.wires.get).returns.toEqualTypeOf<WirePayment>()
  expectTypeOf(bank.wires.list).returns.toEqualTypeOf<Page<WirePayment>>()
  expectTypeOf<WirePayment['status']>().toEqualTypeOf<WireStatus>()
  expectTypeOf<WirePayment['amount']>().toEqualTypeOf<number>()
  expectTypeOf<WirePayment['imad']>().toEqualTypeOf<string | undefined>()
})

it('wants the mandatory fields of a wire, each of its type [§2.3]', () => {
  const right = {
    accountNumber: '2000000006',
    businessFunctionCode: 'CTR',
    receiverRoutingNumber: '011000138',
    beneficiary: { idCode: 'D', identifier: '12345678', name: 'Supplier' },
    amount: 10_000,
  }
  const { amount: _, ...withoutAmount } = right
  bank.wires.create(right)
  bank.wires.create(right, { idempotencyKey: 'invoice-17' })

  // @ts-expect-error the amount is missing
  bank.wires.create(withoutAmount)
  // @ts-expect-error an amount is a number, in minor units
  bank.wires.create({ ...right, amount: '100.00' })
  // @ts-expect-error no such field
  bank.wires.create({ ...right, amuont: 1 })
  // @ts-expect-error a beneficiary has a name
  bank.wires.create({ ...right, beneficiary: { idCode: 'D', identifier: '12345678' } })
  // @ts-expect-error the key is a text
  bank.wires.create(right, { idempotencyKey: 17 })
  // @ts-expect-error an inbound wire needs who sends it
  bank.wires.simulateInbound(right)
})
