/** What the bank's operations team does. No call of the API is known. (§1, §3) */
import { releaseBatch } from '../core/wires/batch.ts'
import { approveWire, holdWire, refuseWire, reverseWire } from '../core/wires/desk.ts'
import { operation } from './operation.ts'

/** What can be done here, in the order in which a reader looks for it. */
export const deskOperations = {
  'desk.hold': operation(holdWire, { verb: 'hold the wire', section: '§3' }),
  'desk.approve': operation(approveWire, { verb: 'approve the wire', section: '§3' }),
  'desk.reject': operation(refuseWire, { verb: 'reject the wire', section: '§3' }),
  'desk.reverse': operation(reverseWire, { verb: 'reverse the wire', section: '§3' }),
  'desk.releaseBatch': operation(releaseBatch, { verb: 'release a batch', section: '§3' }),
} as const
