/** All streams: one number for each kind of id (see kernel/identity.ts). Folders list theirs in state.ts; a test checks that all differ. */
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
