/** THE TABLE of probes, in the order in which they run: what only reads first, then what creates, then what moves money. */

import type { Probe } from '../probe.ts'
import { scopes } from '../scope.ts'
import { tokenProbes } from './tokens.ts'

const inAnyOrder: readonly Probe[] = [...tokenProbes]

export const probes: readonly Probe[] = scopes.flatMap((scope) => inAnyOrder.filter((probe) => probe.scope === scope))
