/** Says which calls a fault can strike. A call that the fault could not change is not counted for `nth`, and is not struck. (§7) */
import { type CallsOfFault, type FaultKind, faultKinds } from '../core/faults/fault-kinds.ts'
import { keysOf } from '../core/kernel/keys.ts'
import type { EndpointRow } from './endpoint.ts'
import { type EndpointName, endpoints } from './endpoints.ts'
import { kindOf } from './operations.ts'

const calls: { readonly [Of in CallsOfFault]: { fits: (row: EndpointRow) => boolean; words: string } } = {
  withToken: { fits: ({ isSecured }) => isSecured, words: 'take a token' },
  reading: { fits: ({ operation }) => kindOf(operation) === 'inquiry', words: 'only read' },
  changing: {
    fits: ({ isSecured, operation }) => isSecured && kindOf(operation) === 'operation',
    words: 'can cause pushes',
  },
}

export function canStrike(kind: FaultKind, endpoint: EndpointName): boolean {
  return callsThatCan(kind)?.names.includes(endpoint) ?? true
}

/** Undefined if the fault can strike every call. */
export function callsThatCan(kind: FaultKind): { words: string; names: readonly EndpointName[] } | undefined {
  const row = faultKinds[kind]
  if (row.strikes !== 'request' || row.calls === undefined) return undefined
  const { fits, words } = calls[row.calls]
  return { words, names: keysOf(endpoints).filter((name) => fits(endpoints[name])) }
}
