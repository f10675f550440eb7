/** An unsolicited payment: it shifts the pages of a list. */
import type { Bank } from '../../bank/bank.ts'
import type { InboundWireRequest } from '../../core/wires/wire.ts'

const sender = { idCode: 'F', identifier: '021000021', name: 'Example Sending Bank' } as const

export function unaskedFor({ masterAccount }: Bank): InboundWireRequest {
  return {
    accountNumber: masterAccount.accountNumber,
    originator: { idCode: 'D', identifier: '1', name: 'A change of this run' },
    businessFunctionCode: 'CTR',
    senderRoutingNumber: sender.identifier,
    senderDiName: sender.name,
    originatorFi: sender,
    amount: 1,
  }
}
