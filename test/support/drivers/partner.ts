/** A partner's side of the bank: the calls of the specification, whichever way they go. A story is told once, and runs both ways. */
import type {
  InboundWireRequest,
  LoanSummary,
  LoanSummaryQuery,
  Page,
  Registration,
  Restriction,
  RestrictionRequest,
  Subledger,
  SubledgerQuery,
  SubledgerRequest,
  WirePayment,
  WirePaymentRequest,
} from 'vostro'

export interface Partner {
  /** The token that calls of the banking API carry; a new one only where there is none that is good. */
  token(): Promise<string>
  createWire(request: WirePaymentRequest, options?: { idempotencyKey: string }): Promise<WirePayment>
  getWire(id: string): Promise<WirePayment>
  simulateInbound(request: InboundWireRequest): Promise<WirePayment>
  /** Registers the partner for an event, to be pushed to `https://partner.example/hooks`. */
  registerWebhook(eventName: string): Promise<Registration>
  createSubledger(request: SubledgerRequest): Promise<Subledger>
  listSubledgers(query?: SubledgerQuery): Promise<Page<Subledger>>
  createRestriction(accountNumber: string, request: RestrictionRequest): Promise<Restriction>
  loanSummary(query?: LoanSummaryQuery): Promise<LoanSummary>
  loanEvents(): Promise<string[]>
}

/** Where a partner wants its pushes. */
export const CALLBACK_URL = 'https://partner.example/hooks'
