/** Refusals of the server itself, as opposed to rejections of its banks: a status, a code, and a message. (§7) */

import { isDefectError, isRejectionError, isUsageError, textOfThrown } from '../core/errors.ts'
import type { Problem } from '../core/rejection.ts'

export const refusals = {
  bank_not_found: 404,
  /** The path names one bank, and the header another. */
  bank_is_ambiguous: 400,
  credentials_are_gone: 401,
  too_many_banks: 409,
  snapshot_not_found: 404,
  first_bank_stays: 409,
  call_not_found: 404,
  method_is_not_allowed: 405,
  body_is_too_long: 413,
  body_is_too_deep: 400,
  body_is_not_json: 400,
  request_is_invalid: 400,
  host_is_foreign: 403,
  origin_is_foreign: 403,
  control_token_is_needed: 401,
  server_is_closed: 503,
  /** The change was made, but could not be written to the state file. */
  not_kept: 503,
  defect: 500,
} as const

export type RefusalCode = keyof typeof refusals

export class Refusal extends Error {
  readonly status: number

  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly problems: readonly Problem[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.status = refusals[code]
  }
}

export function jsonResponse(
  value: unknown,
  { headers, ...init }: { status?: number; headers?: Record<string, string> } = {},
) {
  return new Response(JSON.stringify(value), {
    ...init,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
}

export function refusedBy(error: unknown, moreHeaders: Readonly<Record<string, string>> = {}): Response {
  const { status, code, message, problems, headers } = refusalOf(error)
  return jsonResponse({ error: { code, message, problems } }, { status, headers: { ...moreHeaders, ...headers } })
}

/** What a client gets to know of an error. */
export function refusalOf(error: unknown) {
  if (error instanceof Refusal) return error
  if (isRejectionError(error)) {
    const { status, code, message, details: problems } = error
    return { status, code, message, problems, headers: {} }
  }
  if (isUsageError(error)) return new Refusal('request_is_invalid', error.message, error.details)
  return new Refusal(
    'defect',
    isDefectError(error)
      ? error.message
      : `Failed to answer: ${textOfThrown(error)}. This is a defect of vostro. Please report it.`,
  )
}
