/** Names that an editor completes, and bodies that are typed by their endpoint. Nothing here runs: `npx tsc` fails where one is another. */
import { expectTypeOf, it } from 'vitest'
import type {
  Bank,
  EventName,
  Fault,
  HttpExchange,
  Loan,
  LoanStatus,
  Notification,
  Party,
  Push,
  RegistrationRequest,
  RestrictionRequest,
  StruckCall,
  TransactionRequest,
  WirePaymentRequest,
} from 'vostro'
import { expect } from 'vostro/vitest'

declare const bank: Bank

/** What an editor offers of names that have room for others: the literals. */
type Known<Names> = Names extends string ? (string extends Names ? never : Names) : never

it('types the body of a request by its endpoint [§4]', () => {
  const [wire] = bank.requests.filter((request) => request.endpoint === 'createWire')
  expectTypeOf(wire?.body.amount).toEqualTypeOf<number | null | undefined>()
  expectTypeOf(wire?.body.beneficiary?.name).toEqualTypeOf<string | undefined>()
  const token = bank.requests.find((request) => request.endpoint === 'requestToken')
  expectTypeOf(token?.body.client_id).toEqualTypeOf<string | undefined>()
  for (const request of bank.requests) {
    if (request.endpoint === 'updateWebhook') expectTypeOf(request.body.eventName).toExtend<string | null | undefined>()
    if (request.endpoint === 'createRestriction')
      expectTypeOf(request.body.reason).toExtend<string | null | undefined>()
  }

  // @ts-expect-error a wire has no such field
  void wire?.body.amuont
  for (const request of bank.requests) {
    // @ts-expect-error the id stands in the path
    if (request.endpoint === 'updateWebhook') void request.body.id
    // @ts-expect-error no such call
    void (request.endpoint === 'createWires')
  }
})

it('leaves a body unknown where it is not said of which endpoint, or where that takes none [§4]', () => {
  expectTypeOf<HttpExchange['body']>().toEqualTypeOf<unknown>()
  for (const request of bank.requests) {
    if (request.endpoint === null || request.endpoint === 'getWire') expectTypeOf(request.body).toEqualTypeOf<unknown>()
  }
})

it('types what a fault is asked about by its endpoint, where it is taken apart too [§7]', () => {
  bank.faults.inject('lostAnswer', {
    when: ({ endpoint, body }) => endpoint === 'createWire' && body.amount === 10_000,
  })
  expectTypeOf<StruckCall['body']>().toEqualTypeOf<unknown>()

  // @ts-expect-error no such call
  bank.faults.inject('lostAnswer', { when: ({ endpoint }) => endpoint === 'createWires' })
})

it('completes the names of events, and takes others [§6]', () => {
  type Documented = 'Wire.Payment.Sent' | 'Core.Transaction.Completed' | 'LoanStatusUpdated'
  expectTypeOf<Documented>().toExtend<Known<EventName>>()
  expectTypeOf<'Wire.Payment.Snt'>().not.toExtend<Known<EventName>>()
  expectTypeOf<string>().toExtend<EventName>()
  expectTypeOf<Notification['eventName']>().toEqualTypeOf<EventName>()
  expectTypeOf<Push['eventName']>().toEqualTypeOf<EventName>()
  expectTypeOf<RegistrationRequest['eventName']>().toEqualTypeOf<EventName>()
  expectTypeOf<Fault['event']>().toEqualTypeOf<EventName | undefined>()
  expectTypeOf(expect(bank).toHaveEmitted).parameter(0).toEqualTypeOf<EventName>()
  expectTypeOf(bank.events[0]!.eventName).toEqualTypeOf<EventName>()
})

it('completes rails, codes and statuses, and takes others where the bank does [§2.8]', () => {
  expectTypeOf<'Ach' | 'Wire' | 'Internal'>().toExtend<Known<RestrictionRequest['rail']>>()
  expectTypeOf<'Fee' | 'Incoming ACH'>().toExtend<Known<TransactionRequest['transactionCode']>>()
  expectTypeOf<'CTR' | 'SVC'>().toExtend<Known<WirePaymentRequest['businessFunctionCode']>>()
  expectTypeOf<Known<Party['idCode']>>().toEqualTypeOf<'D' | 'F'>()
  expectTypeOf<Known<Loan['Status']>>().toEqualTypeOf<LoanStatus>()
  expectTypeOf<string>().toExtend<Loan['Status']>()

  // @ts-expect-error the bank posts on no other rail
  void ({ rail: 'Achh' } satisfies Partial<TransactionRequest>)
})
