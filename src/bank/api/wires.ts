import type { Given } from '../../contract/absent.ts'
import { plainInput } from '../../contract/plain.ts'
import { createWireOptions } from '../../contract/wire-payment.ts'
import type { Page, PageQuery } from '../../core/page.ts'
import { plausibleInbound, plausibleWire } from '../../core/wires/plausible-wire.ts'
import type { InboundWireRequest, ServiceMessage, WirePayment, WirePaymentRequest } from '../../core/wires/wire.ts'
import { type Access, call, check, requiredText } from './checked-call.ts'
import { type ExpectedWire, expected, type PartOf, type WhichPayment } from './outcomes.ts'

/** Wire payments, out and in (§2.3–2.5, §3). Amounts in minor units. */
export interface Wires {
  /**
   * Originates an outbound wire, whose first status is `Created`. As the clock advances, the wire is reviewed, becomes `Pending`, and is
   * `Completed` with the next batch. Too little money or a restriction is no error here: the wire ends in `Rejected` with its posting code.
   *
   * @param request - the payment request (§2.3); `amount` in minor units, 10000 is 100.00
   * @param options - `idempotencyKey`: a repeat with the same key and request returns the first answer and moves no money
   * @returns the payment record as it is at creation
   * @throws {UsageError} if a field is of the wrong shape, with every problem listed
   * @throws {RejectionError} `account_not_found`, `amount_is_out_of_range`, `idempotency_key_has_another_body`,
   *   `idempotency_key_is_too_long`
   * @example
   * ```ts
   * const wire = bank.wires.create({
   *   accountNumber: bank.masterAccount.accountNumber,
   *   businessFunctionCode: 'CTR',
   *   receiverRoutingNumber: '011000138',
   *   beneficiary: { idCode: 'D', identifier: '12345678', name: 'Supplier' },
   *   amount: 10_000,
   * })
   * bank.clock.advanceToNextBatch()
   * bank.wires.get(wire.id).status // 'Completed'
   * ```
   */
  create(
    request: Given<WirePaymentRequest | ServiceMessage<WirePaymentRequest>>,
    options?: { idempotencyKey?: string | undefined },
  ): WirePayment
  /**
   * Simulates an inbound wire to an account or subledger. At once, the wire is put on `Hold` and `Wire.Payment.Received` is emitted. A
   * minute later on the virtual clock, the wire is posted.
   *
   * @throws {UsageError} if a field is of the wrong shape
   * @throws {RejectionError} `account_not_found`, `amount_is_out_of_range`
   */
  simulateInbound(request: Given<InboundWireRequest | ServiceMessage<InboundWireRequest>>): WirePayment
  /**
   * Returns a plausible request without sending it: 12,500.00 from the master account to a supplier, unless `fields` say otherwise.
   *
   * @example
   * ```ts
   * bank.wires.create(bank.wires.plausible({ amount: 5 })).amount // 5
   * ```
   */
  plausible(fields?: Partial<WirePaymentRequest>): WirePaymentRequest
  /** Returns a plausible request for `simulateInbound`: 3,000.00 from a customer to the master account. */
  plausibleInbound(fields?: Partial<InboundWireRequest>): InboundWireRequest
  /** Reads a payment as it is now. @throws {RejectionError} `payment_not_found` */
  get(id: string): WirePayment
  /** A page of the partner's payments, in the order of their creation; `pageSize` from 1 to 50. */
  list(query?: PageQuery): Page<WirePayment>
  /**
   * Withdraws an outbound wire on `Hold` or `Pending`; its money is available again.
   *
   * @throws {RejectionError} `payment_not_found`, `payment_has_another_status`, `payment_has_another_direction`
   */
  cancel(id: string): WirePayment
  /**
   * Chooses the outcome of a future wire: the partner's first wire that matches ends with this outcome, even if it is created over HTTP.
   * Money, record and events agree with that outcome, and `bank.explain()` says that the test asked for it.
   *
   * @param match - fields of the request, and `direction`; by default any wire
   * @param which - `nth`: the n-th wire that matches, instead of the first; `every`: all that match
   * @example
   * ```ts
   * bank.wires.expect({ amount: 12_500 }).toEnd('Rejected', { postingCode: 'NSF' })
   * const wire = bank.wires.create(bank.wires.plausible({ amount: 12_500 }))
   * bank.clock.advanceToNextBatch()
   * bank.wires.get(wire.id).postingCode // 'NSF'
   * ```
   */
  expect(
    match?: PartOf<WirePaymentRequest & InboundWireRequest & Pick<WirePayment, 'direction'>>,
    which?: WhichPayment,
  ): ExpectedWire
}

const PLAUSIBLE = 'Failed to make a plausible wire'

export function wires(access: Access, masterAccountNumber: () => string): Wires {
  return {
    plausible: (fields) => ({ ...plausibleWire(masterAccountNumber()), ...plainInput(PLAUSIBLE, fields) }),
    plausibleInbound: (fields) => ({ ...plausibleInbound(masterAccountNumber()), ...plainInput(PLAUSIBLE, fields) }),
    create: (request, options) => {
      const info =
        options === undefined ? options : check(access, 'wires.create', options, { schema: createWireOptions })
      return call(access, 'wires.create', request, info)
    },
    simulateInbound: (request) => call(access, 'wires.simulateInbound', request),
    get: (id) => call(access, 'wires.get', { id: requiredText(id, 'payment id', 'wires.get') }),
    list: (query = {}) => call(access, 'wires.list', query),
    expect: (match = {}, which) => expected(access, 'wire', match, which),
    cancel: (id) => call(access, 'wires.cancel', { id: requiredText(id, 'payment id', 'wires.cancel') }),
  }
}
