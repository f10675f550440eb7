/** The streams (kernel/identity.ts) of all folders. Each folder lists its own in state.ts; a test checks that all numbers differ. */
import { accessStreams } from './access/state.ts'
import { accountStreams } from './accounts/state.ts'
import { faultStreams } from './faults/state.ts'
import { ledgerStreams } from './ledger/state.ts'
import { loanStreams } from './loans/state.ts'
import { webhookStreams } from './webhooks/state.ts'
import { wireStreams } from './wires/state.ts'

export const streams = {
  request: 10,
  ...accessStreams,
  ...accountStreams,
  ...ledgerStreams,
  ...wireStreams,
  ...webhookStreams,
  ...faultStreams,
  ...loanStreams,
} as const
