/** The pure core, as a partner's compiler sees it. Nothing here runs: `npx tsc` fails where a type is another. */
import { expectTypeOf, it } from 'vitest'
import {
  type Batch,
  type Happening,
  type InquiryName,
  inquire,
  isRejection,
  type OperationName,
  type OperationOutput,
  type Page,
  type PostingCode,
  type Rejection,
  type Restriction,
  type Transition,
  transition,
  type WirePayment,
  type WirePaymentRequest,
  type World,
} from 'vostro'

declare const world: World
declare const happening: Happening
declare const request: WirePaymentRequest
const actor = { kind: 'partner', partner: 0 } as const

it('tells happenings apart by what they are [§3]', () => {
  if (happening.what === 'wire.rejected') {
    expectTypeOf(happening.paymentId).toEqualTypeOf<string>()
    expectTypeOf(happening.postingCode).toEqualTypeOf<PostingCode>()
  }
  if (happening.what === 'batch.released') {
    expectTypeOf(happening.wires).toEqualTypeOf<number>()
    // @ts-expect-error a batch is no payment
    void happening.paymentId
  }

  expectTypeOf(happening.at).toEqualTypeOf<string>()
  // @ts-expect-error not every happening is about a payment
  void happening.paymentId
  // @ts-expect-error nothing of the kind happens
  void (happening.what === 'wire.rejcted')
})

it('leaves none of the kinds of happening out of a switch over them [§3]', () => {
  type Loans = Extract<Happening, { what: `loan.${string}` }>['what']

  expectTypeOf<Loans>().toEqualTypeOf<
    | 'loan.added'
    | 'loan.changed'
    | 'loan.moved'
    | 'loan.parametersIgnored'
    | 'loan.railUpdated'
    | 'loan.railChanged'
    | 'loan.fundingAttempted'
  >()
  expectTypeOf<string>().not.toExtend<Happening['what']>()
})

it('gives with each operation what that one gives, or the "no" [§3]', () => {
  const created = transition(world, 'wires.create', request, actor)
  const released = transition(world, 'desk.releaseBatch', undefined as never, actor)
  if (isRejection(created) || isRejection(released)) return

  expectTypeOf(created).toEqualTypeOf<Transition<WirePayment>>()
  expectTypeOf(created.output).toEqualTypeOf<WirePayment>()
  expectTypeOf(created.happenings).toEqualTypeOf<readonly Happening[]>()
  expectTypeOf(created.world).toEqualTypeOf<World>()
  expectTypeOf(released.output).toEqualTypeOf<OperationOutput<'desk.releaseBatch'>>()
  expectTypeOf<OperationOutput<'desk.releaseBatch'>>().toEqualTypeOf<Batch | undefined>()
  expectTypeOf<OperationOutput<'restrictions.create'>>().toEqualTypeOf<Restriction>()
})

it('wants the "no" dealt with before the output is read [§7]', () => {
  const result = transition(world, 'wires.create', request, actor)

  expectTypeOf(result).toEqualTypeOf<Transition<WirePayment> | Rejection>()
  // @ts-expect-error it may be a refusal
  void result.output
})

it('wants the input of the operation that is named, and no other name [§3]', () => {
  // @ts-expect-error an id is no wire request
  transition(world, 'wires.create', { id: '' }, actor)
  // @ts-expect-error no such operation
  transition(world, 'wires.crate', request, actor)
  // @ts-expect-error what reads is no operation
  transition(world, 'wires.get', { id: '' }, actor)
  // @ts-expect-error no such actor
  transition(world, 'wires.create', request, { kind: 'nobody' })
  expectTypeOf<OperationName & InquiryName>().toEqualTypeOf<never>()
})

it('reads with each inquiry what that one reads [§4]', () => {
  const payment = inquire(world, 'wires.get', { id: '' }, actor)
  const payments = inquire(world, 'wires.list', {}, actor)

  expectTypeOf(payment).exclude<Rejection>().toEqualTypeOf<WirePayment>()
  expectTypeOf(payments).exclude<Rejection>().toEqualTypeOf<Page<WirePayment>>()
})

it('lets nobody change a world [§1]', () => {
  // @ts-expect-error a world is read
  world.now = 1
})
