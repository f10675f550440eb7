/** What the server itself refuses, beside what its banks do: a status, a state of affairs, and what to do. (§7) */

import { textOfThrown } from '../bank/shell/state/handler-errors.ts'
import { isDefectError, isRejectionError, isUsageError } from '../core/errors.ts'
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

/** An answer of JSON. */
export function json(value: unknown, { headers, ...init }: { status?: number; headers?: Record<string, string> } = {}) {
  return new Response(JSON.stringify(value), {
    ...init,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
}

/** The answer to a request that is refused, or failed. */
export function refusedBy(error: unknown, others: Readonly<Record<string, string>> = {}): Response {
  const { status, code, message, problems, headers } = refusalOf(error)
  return json({ error: { code, message, problems } }, { status, headers: { ...others, ...headers } })
}

/** The message of an error, for the client. */
interface Said {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly problems: readonly Problem[]
  readonly headers?: Readonly<Record<string, string>>
}

/** What a client is told of an error. */
export function refusalOf(error: unknown): Said {
  if (error instanceof Refusal) return error
  if (isRejectionError(error)) {
    const { status, code, message, details: problems } = error
    return { status, code, message, problems }
  }
  if (isUsageError(error)) {
    const { message, details: problems } = error
    return { status: 400, code: 'request_is_invalid', message, problems }
  }
  const message = isDefectError(error)
    ? error.message
    : `Failed to answer: ${textOfThrown(error)}. This is a defect of vostro. Please report it. (§4)`
  return { status: 500, code: 'defect', message, problems: [] }
}
