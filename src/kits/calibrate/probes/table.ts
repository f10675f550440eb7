/** THE TABLE of probes, in the order in which they run: what only reads first, then what creates, then what moves money. */

import type { Probe } from '../probe.ts'
import { scopes } from '../scope.ts'
import { bodyProbes } from './bodies.ts'
import { callProbes } from './calls.ts'
import { idempotencyProbes } from './idempotency.ts'
import { limitProbes } from './limits.ts'
import { tokenProbes } from './tokens.ts'

const inAnyOrder: readonly Probe[] = [
  ...tokenProbes,
  ...callProbes,
  ...limitProbes,
  ...bodyProbes,
  ...idempotencyProbes,
]

export const probes: readonly Probe[] = scopes.flatMap((scope) => inAnyOrder.filter((probe) => probe.scope === scope))
