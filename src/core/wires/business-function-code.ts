/** Business function codes: most messages send money, a drawdown request asks for money, a service message is text. (§2.3, §2.4) */

import { keysOf } from '../kernel/keys.ts'
import type { Open } from '../kernel/known.ts'

/** The kind of payment that a record shows (§2.4). */
export type PaymentType = (typeof paymentTypes)[number]
export const paymentTypes = ['Transfer', 'Drawdown', 'DrawdownResponse', 'ServiceMessage', 'Reversal'] as const

interface CodeRow {
  readonly paymentType: PaymentType
  /** The type and subtype of the message: `1000` is type 10, a funds transfer, and subtype 00. */
  readonly typeCode: string
  readonly movesMoney: boolean
  readonly needsAmount: boolean
}

const transfer = { paymentType: 'Transfer', movesMoney: true, needsAmount: true } as const
const drawdownRequest = { paymentType: 'Drawdown', movesMoney: false, needsAmount: true } as const

const rows = {
  /** Bank transfer: the beneficiary is a bank. */
  BTR: { ...transfer, typeCode: '1000' },
  /** Check, settled the same day. */
  CKS: { ...transfer, typeCode: '1600' },
  /** Customer transfer plus. */
  CTP: { ...transfer, typeCode: '1000' },
  /** Customer transfer: the beneficiary is not a bank. */
  CTR: { ...transfer, typeCode: '1000' },
  /** Deposit to the sender's account. */
  DEP: { ...transfer, typeCode: '1600' },
  /** Bank drawdown request. */
  DRB: { ...drawdownRequest, typeCode: '1631' },
  /** Customer drawdown request. */
  DRC: { ...drawdownRequest, typeCode: '1031' },
  /** The payment that answers a drawdown request. */
  DRW: { ...transfer, paymentType: 'DrawdownResponse', typeCode: '1032' },
  /** Fed funds returned. */
  FFR: { ...transfer, typeCode: '1600' },
  /** Fed funds sold. */
  FFS: { ...transfer, typeCode: '1600' },
  /** Service message. */
  SVC: { paymentType: 'ServiceMessage', typeCode: '1001', movesMoney: false, needsAmount: false },
} as const satisfies { readonly [code: string]: CodeRow }

/** A business function code. The bank accepts others if the assumption `wires.businessFunctionCodes` allows them. */
export type BusinessFunctionCode = Open<keyof typeof rows>

export const businessFunctionCodes: readonly string[] = keysOf(rows)

/** An unknown code, if it is allowed, means a transfer. */
export function meaningOf(code: string): CodeRow {
  return Object.hasOwn(rows, code) ? rows[code as keyof typeof rows] : rows.CTR
}
