/** What the bank's operations team does. No call of the API is known. (§1, §3) */
import { releaseBatch } from '../core/wires/batch.ts'
import { approveWire, holdWire, rejectByDesk, reverseWire } from '../core/wires/desk.ts'
import { operation } from './operation.ts'

// biome-ignore format: read it as a table
export const deskOperations = {
  'desk.hold': operation(holdWire, 'hold the wire', '§3'),
  'desk.approve': operation(approveWire, 'approve the wire', '§3'),
  'desk.reject': operation(rejectByDesk, 'reject the wire', '§3'),
  'desk.reverse': operation(reverseWire, 'reverse the wire', '§3'),
  'desk.releaseBatch': operation(releaseBatch, 'release a batch', '§3'),
} as const
