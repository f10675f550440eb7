/** What the server itself refuses, beside what its banks do: a status, a state of affairs, and what to do. (§7) */

import type { Problem } from '../core/rejection.ts'
import type { serverRefusals } from './control/schemas/answers.ts'

/** Why the server does not do what it is asked. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: RefusalCode,
    message: string,
    readonly problems: readonly Problem[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
  }
}

export type RefusalCode = (typeof serverRefusals)[number]
