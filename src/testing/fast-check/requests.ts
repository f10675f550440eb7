/** Arbitrary requests that the bank accepts: with the partner's accounts and valid values. They shrink to a few fields. (§2) */
import * as fc from 'fast-check'
import type { PartnerView } from '../../bank/api/partner-view.ts'
import { everyPage } from '../../bank/invariants/every-page.ts'
import { isText, type OptionRules } from '../../contract/options.ts'
import type { RestrictionRequest } from '../../core/accounts/restriction.ts'
import type { TransactionRequest, TransferRequest } from '../../core/ledger/post.ts'
import { accountTypes, rails, transactionCodes, transactionTypes } from '../../core/ledger/rail.ts'
import type { InboundWireRequest, WirePaymentRequest } from '../../core/wires/wire.ts'
import { accountsOf, amounts, anyOf, isArbitrary, names, optionsOf, parties, routingNumbers, texts } from './numbers.ts'

/** Arbitraries to draw fields of requests from. */
export interface RequestOptions {
  /** By default the accounts that the partner has now; `accountNumbers(bank)` adds unknown ones. */
  accountNumber?: fc.Arbitrary<string>
  /** Amounts in minor units; by default `amounts()`, 0.01 to 100,000.00. */
  amount?: fc.Arbitrary<number>
}

const requestRules: OptionRules<RequestOptions> = { accountNumber: isArbitrary, amount: isArbitrary }

function drawnFrom(name: string, of: PartnerView, options: RequestOptions): Required<RequestOptions> {
  const { accountNumber = anyOf(accountsOf(of)), amount = amounts() } = optionsOf(name, options, requestRules)
  return { accountNumber, amount }
}

/**
 * Requests for outbound wires (§2.3), for `bank.wires.create` or as a JSON body. They have no clientIdentifier, so each is a payment
 * of its own. They shrink to the fields that the specification's examples have, and to 0.01 from the master account.
 *
 * @param of - the bank, or one partner of it: `bank.as(id)`
 * @param options - `accountNumber` and `amount`: arbitraries to draw from
 * @example
 * ```ts
 * fc.assert(fc.property(wireRequests(bank), (request) => bank.wires.create(request).status === 'Created'))
 * ```
 */
export function wireRequests(of: PartnerView, options: RequestOptions = {}): fc.Arbitrary<WirePaymentRequest> {
  const { accountNumber, amount } = drawnFrom('wireRequests', of, options)
  const line = texts(35)
  const fields = record(
    {
      accountNumber,
      businessFunctionCode,
      receiverRoutingNumber: routingNumbers(),
      beneficiary: parties(),
      amount,
    },
    {
      beneficiaryFi: parties({ idCode: 'F' }),
      intermediaryFi: parties({ idCode: 'F' }),
      beneficiaryReference: texts(16),
      originatorToBeneficiary1: line,
      originatorToBeneficiary2: line,
      originatorToBeneficiary3: line,
      originatorToBeneficiary4: line,
      payer: names(),
      purpose: texts(80),
    },
  )
  // If there is an originator, it must be the account that pays.
  return fields.map(({ payer, ...request }) => {
    if (payer === undefined) return request
    return { ...request, originator: { idCode: 'D', identifier: request.accountNumber, name: payer } }
  })
}

/**
 * Requests for inbound wires (§2.5), for `bank.wires.simulateInbound`.
 *
 * @param of - the bank, or one partner of it
 * @param options - `accountNumber` and `amount`: arbitraries to draw from
 * @example
 * ```ts
 * fc.assert(fc.property(inboundWires(bank), (request) => bank.wires.simulateInbound(request).direction === 'Inbound'))
 * ```
 */
export function inboundWires(of: PartnerView, options: RequestOptions = {}): fc.Arbitrary<InboundWireRequest> {
  const { accountNumber, amount } = drawnFrom('inboundWires', of, options)
  return fc.tuple(accountNumber, inboundFields(amount)).map(([accountNumber, fields]) => ({ accountNumber, ...fields }))
}

export function inboundFields(amount: fc.Arbitrary<number>): fc.Arbitrary<Omit<InboundWireRequest, 'accountNumber'>> {
  return record(
    {
      originator: parties(),
      businessFunctionCode,
      senderRoutingNumber: routingNumbers(),
      senderDiName: names(),
      originatorFi: parties({ idCode: 'F' }),
      amount,
    },
    { beneficiaryReference: texts(16) },
  )
}

/**
 * Restrictions (§2.8) with any mix of criteria, for `bank.restrictions.create({ accountNumber, ...restriction })`. A criterion that is
 * left out or null matches anything. The restrictions shrink to `{ appliesTo: 'All' }`, which freezes the account.
 *
 * @param of - the bank, or one partner of it
 * @param options - `masterAccountNumber`: the account to be restricted, by default the partner's first; `amount`: the thresholds
 * @example
 * ```ts
 * const { accountNumber } = bank.masterAccount
 * fc.assert(fc.property(restrictionRequests(bank), (request) => bank.restrictions.create({ accountNumber, ...request }).type === 'Partner'))
 * ```
 */
export function restrictionRequests(
  of: PartnerView,
  options: { masterAccountNumber?: string; amount?: fc.Arbitrary<number> } = {},
): fc.Arbitrary<RestrictionRequest> {
  const rules = { masterAccountNumber: isText, amount: isArbitrary }
  const { masterAccountNumber = of.masterAccount.accountNumber, amount = amounts() } = optionsOf(
    'restrictionRequests',
    options,
    rules,
  )
  const subledgers = everyPage((page) => of.subledgers.list({ masterAccountNumber, ...page }))
  return criteria([masterAccountNumber, ...subledgers.map(({ accountNumber }) => accountNumber)], amount)
}

/** Restrictions for the whole account, or for a subledger with one of these numbers. */
export function criteria(numbers: readonly string[], amount: fc.Arbitrary<number>): fc.Arbitrary<RestrictionRequest> {
  const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
  return record(
    { appliesTo: fc.constantFrom('All' as const, 'Account' as const, 'SubAccounts' as const) },
    {
      subAccountNumber: numbers.length === 0 ? fc.constant(null) : orNull(anyOf(numbers)),
      rail: orNull(fc.constantFrom(...rails)),
      transactionType: orNull(fc.constantFrom(...transactionTypes)),
      otherAccountType: orNull(fc.constantFrom(...accountTypes)),
      amountThreshold: orNull(amount),
      transactionCode: orNull(fc.constantFrom(...transactionCodes)),
      reason: fc.constantFrom('Fraud', 'Court order', 'Review'),
      notes: texts(80),
    },
  )
}

/**
 * Transactions on any rail (§2.8), for `bank.transactions.post`.
 *
 * @param of - the bank, or one partner of it
 * @param options - `accountNumber` and `amount`: arbitraries to draw from
 * @example
 * ```ts
 * fc.assert(fc.property(transactionRequests(bank), (request) => bank.transactions.post(request).amount === request.amount))
 * ```
 */
export function transactionRequests(of: PartnerView, options: RequestOptions = {}): fc.Arbitrary<TransactionRequest> {
  const { accountNumber, amount } = drawnFrom('transactionRequests', of, options)
  return record(
    {
      accountNumber,
      rail: fc.constantFrom(...rails, 'Internal' as const),
      transactionType: fc.constantFrom(...transactionTypes),
      transactionCode: fc.constantFrom(...transactionCodes),
      amount,
    },
    { otherAccountNumber: accountNumber, description: texts(80) },
  )
}

/** Book transfers between accounts of the partner (§2.9), for `bank.transactions.transfer`. Both sides may be the same account. */
export function transferRequests(of: PartnerView, options: RequestOptions = {}): fc.Arbitrary<TransferRequest> {
  const { accountNumber, amount } = drawnFrom('transferRequests', of, options)
  return record(
    { debitAccountNumber: accountNumber, creditAccountNumber: accountNumber, amount },
    { description: texts(80) },
  )
}

const businessFunctionCode = fc.constantFrom('CTR', 'CTP', 'BTR', 'DRW')

type Arbitraries<Fields> = { [Field in keyof Fields]: fc.Arbitrary<Fields[Field]> }

function record<Required, Optional>(required: Arbitraries<Required>, optional: Arbitraries<Optional>) {
  const requiredKeys = Object.keys(required) as never[]
  // Without `noNullPrototype`, fast-check 3 or 4 would make objects without a prototype.
  return fc.record({ ...required, ...optional }, { requiredKeys, noNullPrototype: true }) as fc.Arbitrary<
    Required & Partial<Optional>
  >
}
