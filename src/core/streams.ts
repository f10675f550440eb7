/**
 * The kinds of identity, each with a stream of its own to draw from: one more token in a test changes no later payment id. Each room
 * has its own; a test holds that no two have one number.
 */
import { accessStreams } from './access/room.ts'
import { accountStreams } from './accounts/room.ts'
import { faultStreams } from './faults/room.ts'
import { ledgerStreams } from './ledger/room.ts'
import { loanStreams } from './loans/room.ts'
import { webhookStreams } from './webhooks/room.ts'
import { wireStreams } from './wires/room.ts'

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
