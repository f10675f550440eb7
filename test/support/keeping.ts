/** A bank as a process has it: it keeps the newest facts alone. */
import type { Bank } from 'vostro'
// The source itself: a bank of a test keeps everything.
import { portOf } from '../../src/bank/port.ts'

export function keeping(bank: Bank, keep: number | undefined): Bank {
  portOf(bank).keep = keep
  return bank
}
