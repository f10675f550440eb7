/** What the server itself refuses, beside what its banks do: a status, a state of affairs, and what to do. (§7) */
import type { Problem } from '../../core/rejection.ts'

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

export type RefusalCode =
  | 'bank_not_found'
  | 'credentials_are_gone'
  | 'too_many_banks'
  | 'snapshot_not_found'
  | 'first_bank_stays'
  | 'call_not_found'
  | 'method_is_not_allowed'
  | 'body_is_too_long'
  | 'body_is_too_deep'
  | 'body_is_not_json'
  | 'request_is_invalid'
  | 'host_is_foreign'
  | 'origin_is_foreign'
  | 'control_token_is_needed'
  | 'server_is_closed'
  | 'defect'
