/** The probes of wires, in the order in which they run: each of the later ones knows what the earlier ones found. */
import type { Probe } from '../../probe.ts'
import { batchTimeProbes } from './batch-times.ts'
import { batchedProbes } from './batched.ts'
import { codeProbes } from './codes.ts'
import { dayProbes } from './days.ts'
import { endingProbes } from './endings.ts'
import { fieldProbes } from './fields.ts'
import { holderProbes } from './holder.ts'
import { inboundProbes } from './inbound.ts'
import { lifeProbes } from './life.ts'
import { releaseProbes } from './release.ts'

export const wireProbes: readonly Probe[] = [
  ...fieldProbes,
  ...codeProbes,
  ...holderProbes,
  ...inboundProbes,
  ...lifeProbes,
  ...endingProbes,
  ...releaseProbes,
  ...dayProbes,
  ...batchedProbes,
  ...batchTimeProbes,
]
