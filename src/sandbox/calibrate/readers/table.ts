/** THE TABLE of readers: what exchanges show that were made for something else, or that somebody recorded. */
import type { Reader } from '../reader.ts'
import { callReaders } from './calls.ts'
import { errorReaders } from './errors.ts'
import { loanReaders } from './loans.ts'
import { recordReaders } from './records.ts'
import { wireDayReaders } from './wire-days.ts'
import { wireNetworkReaders } from './wire-network.ts'
import { wireReaders } from './wires.ts'

export const readers: readonly Reader[] = [
  ...callReaders,
  ...errorReaders,
  ...loanReaders,
  ...recordReaders,
  ...wireReaders,
  ...wireNetworkReaders,
  ...wireDayReaders,
]
