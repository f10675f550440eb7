/** The grader of each task. */
import type { Grader } from './grader.ts'
import { handleHolds } from './handle-holds.ts'
import { inboundWires } from './inbound-wires.ts'
import { payInvoices } from './pay-invoices.ts'
import { reconcile } from './reconcile.ts'
import { refundRejections } from './refund-rejections.ts'
import { sweepSubledgers } from './sweep-subledgers.ts'

export const graders: Readonly<Record<string, Grader>> = {
  'pay-invoices': payInvoices,
  'inbound-wires': inboundWires,
  reconcile,
  'refund-rejections': refundRejections,
  'handle-holds': handleHolds,
  'sweep-subledgers': sweepSubledgers,
}
