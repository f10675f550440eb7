/** Wires as the API takes and shows them: the two requests and the payment record. (§2.2–2.5) */

import type { Open } from '../kernel/known.ts'
import type { Money } from '../kernel/money.ts'
import type { PostingCode } from '../ledger/posting-codes.ts'
import type { BusinessFunctionCode, PaymentType } from './business-function-code.ts'
import type { WireStatus } from './wire-status.ts'

/** Whether the money has moved. */
type PostingStatus = (typeof postingStatuses)[number]
export const postingStatuses = ['Pending', 'Posted'] as const

/** A party of a wire: a deposit account (`D`) or a financial institution (`F`). §2.2 */
export interface Party {
  idCode: Open<'D' | 'F'>
  /** An account number for `D`, a routing number for `F`. */
  identifier: string
  name: string
  address1?: string | undefined
  address2?: string | undefined
  address3?: string | undefined
}

/** A party of a wire whose name may be missing: idCode and identifier are enough. §2.3 */
export type UnnamedParty = Omit<Party, 'name'> & { name?: string | undefined }

/** The request that originates an outbound wire (§2.3). */
export interface WirePaymentRequest {
  /** The account or subledger from which the wire is paid. */
  accountNumber: string
  /** Such as `CTR`, a customer transfer. `DRB` and `DRC` ask for money and move none. */
  businessFunctionCode: BusinessFunctionCode
  /** Nine digits. */
  receiverRoutingNumber: string
  /** If this party has no name, the record has `Institution` and the routing number. */
  beneficiaryFi?: UnnamedParty | undefined
  intermediaryFi?: UnnamedParty | undefined
  beneficiary: Party
  beneficiaryReference?: string | undefined
  originatorToBeneficiary1?: string | undefined
  originatorToBeneficiary2?: string | undefined
  originatorToBeneficiary3?: string | undefined
  originatorToBeneficiary4?: string | undefined
  /** If this party has no name, the record has the title of the account. */
  originator?: UnnamedParty | undefined
  /** Minor units: 10000 is 100.00. */
  amount: Money
  purpose?: string | undefined
  clientIdentifier?: string | undefined
}

/** The request that simulates an inbound wire (§2.5). */
export interface InboundWireRequest {
  /** The receiving account or subledger. */
  accountNumber: string
  originator: Party
  businessFunctionCode: BusinessFunctionCode
  senderRoutingNumber: string
  senderDiName: string
  originatorFi: Party
  beneficiaryReference?: string | undefined
  /** Minor units. */
  amount: Money
}

/** A wire request with the code of a service message, which is only text: it moves no money, and needs no amount (§2.3). */
export type ServiceMessage<Request extends WirePaymentRequest | InboundWireRequest> = Omit<
  Request,
  'businessFunctionCode' | 'amount'
> & { businessFunctionCode: 'SVC'; amount?: Money | undefined }

/** A request whose amount is not yet checked against its code. */
export type Unchecked<Request extends WirePaymentRequest | InboundWireRequest> = Omit<Request, 'amount'> & {
  amount?: Money | undefined
}

/** A wire payment as the API shows it; a field that is optional here appears as the payment progresses (§2.4). */
export interface WirePayment {
  /** UUID. */
  id: string
  accountNumber: string
  /** UUID; present once the wire is posted. */
  coreTransactionId?: string
  referenceId: string
  /** UUID; present once the wire is released in a batch. */
  fedBatchId?: string
  /** Position in the batch, from 1. */
  fedBatchSequence?: number
  direction: 'Outbound' | 'Inbound'
  /** The type that follows from the business function code, such as `Transfer`. */
  paymentType: PaymentType
  source: string
  status: WireStatus
  posting: PostingStatus
  /** Minor units; 0 for a service message without an amount. */
  amount: Money
  currency: 'usd'
  purpose?: string
  /** Date, source and sequence number, once the network has accepted the wire. */
  imad?: string
  omad?: string
  businessFunctionCode: BusinessFunctionCode
  typeCode: string
  senderRoutingNumber: string
  senderName: string
  senderReference: string
  receiverRoutingNumber: string
  receiverName: string
  originatingFi: Party
  originator: Party
  beneficiaryFi: Party
  beneficiary: Party
  beneficiaryReference?: string
  /** `MMDD` */
  receiptDate?: string
  /** `HHMM` */
  receiptTime?: string
  wasReversed: boolean
  isInternational: boolean
  createdAt: string
  processedAt?: string
  completedAt?: string
  postedAt?: string
  lastModifiedAt?: string
  /** Midnight of the day on which the payment takes effect. */
  effectiveDate: string
  originalPaymentId: string
  partnerId: string
  productId: string
  postingCode?: PostingCode
}
