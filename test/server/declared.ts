/** Every answer of the control API that a test gets is held against what the table of its calls declares. (§4) */
import { expect } from 'vitest'
import { differencesOf } from '../../src/sandbox/recordings/contract-check.ts'
import { placeOf } from '../../src/server/addresses.ts'
import { controlMatch } from '../../src/server/control/answer.ts'
import { typesBesideJson } from '../../src/server/control/row.ts'
import { controlError } from '../../src/server/control/schemas.ts'
import { Refusal } from '../../src/server/refusal.ts'

/** An answer, read. */
interface Read {
  readonly status: number
  readonly body: unknown
  readonly headers: Headers
}

/** Fails where an answer of the control API is not as declared; others are none of its business. */
export function expectAsDeclared({ method, url }: Request, { status, body, headers }: Read): void {
  const { part, rest, bankId } = placeOf(new URL(url).pathname)
  if (part !== 'control' || method === 'OPTIONS' || method === 'HEAD') return
  if (status >= 400) {
    expect(differencesOf(controlError, body)).toEqual([])
    return
  }
  const match = controlMatch(method, rest, bankId !== undefined)
  if (match instanceof Refusal) throw match
  const { path: name, answer } = match.row
  const type = headers.get('content-type')?.replace(/;.*/, '') ?? null
  const isSchema = typeof answer === 'object' && answer !== null
  const declared = answer === null ? null : isSchema ? 'application/json' : typesBesideJson[answer]
  expect([name, status, type]).toEqual([name, answer === null ? 204 : 200, declared])
  if (isSchema) expect([name, ...differencesOf(answer, body)]).toEqual([name])
}
