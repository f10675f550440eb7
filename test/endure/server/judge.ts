/** What is wrong with an answer to a broken request: its status, its shape, and what it tells of a bank that is none of its business. */
import type * as z from 'zod/mini'
import { bankingError, loanError, oauthError } from '../../../src/contract/error.ts'
import { placeOf } from '../../../src/server/addresses.ts'
import { controlError } from '../../../src/server/control/schemas.ts'
import { expectAsDeclared } from '../../server/declared.ts'
import type { Broken } from './broken-requests.ts'
import type { FencedBank } from './fenced-banks.ts'

/** An answer as any client has it. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** No service knows which banks there are, and which pages may call: the server says so. */
const ofNoService: readonly unknown[] = ['bank_not_found', 'bank_is_ambiguous', 'origin_is_foreign']

type ControlError = { readonly error?: { readonly code?: unknown } }

export type Api = 'bank' | 'control'

export const apiOf = (url: string): Api => (placeOf(new URL(url).pathname).part === 'services' ? 'bank' : 'control')

/**
 * The banks whose business a request is: that of the path, or else that of the header, or else those that its credentials may name, or
 * the first one.
 */
export function meantBy(banks: readonly FencedBank[], url: string, { headers, body }: Broken): readonly FencedBank[] {
  const { bankId, part } = placeOf(new URL(url).pathname)
  const named = (bankId ?? new Headers(headers).get('vostro-bank')?.trim())?.toLowerCase()
  const said = `${new Headers(headers).get('authorization')} ${body}`.toLowerCase()
  return banks.filter(({ id, isMain }) => {
    if (named) return id === named
    return isMain || (part === 'services' && said.includes(id))
  })
}

/** What is wrong; undefined where nothing is. */
export function wrongWith(
  sent: Broken,
  url: string,
  answer: Answer,
  foreign: readonly FencedBank[],
): string | undefined {
  const { status, headers, text } = answer
  const all = `${text}\n${JSON.stringify([...headers])}`
  const leak = foreign.flatMap(({ marks }) => marks).find((mark) => all.includes(mark))
  if (leak !== undefined) return `answered ${status} with "${leak}" of another bank`
  if (status < 200 || status >= 500) return `answered ${status} ${text}`
  const isJson = headers.get('content-type')?.startsWith('application/json') === true && text !== ''
  let body: unknown = text
  try {
    if (isJson) body = JSON.parse(text)
  } catch {
    return `answered ${status} with JSON that is none: ${text}`
  }
  if (status >= 400) {
    const isControl = apiOf(url) === 'control' || ofNoService.includes((body as ControlError).error?.code)
    const known: readonly z.ZodMiniType[] = isControl ? [controlError] : [bankingError, oauthError, loanError]
    // Whoever asks for the head alone has no body to look at, but what there is is right.
    const isRight = (sent.method === 'HEAD' && text === '') || known.some((schema) => schema.safeParse(body).success)
    return isRight ? undefined : `answered ${status} with ${text}`
  }
  try {
    expectAsDeclared(new Request(url, { method: sent.method }), { status, body, headers })
    return undefined
  } catch (error) {
    return `answered ${status}, not as declared: ${String(error)}`
  }
}

/** How many answers there were, by API and status. */
export class Tally {
  readonly #counts = new Map<string, number>()

  add(api: Api | 'raw', status: number | string): void {
    const key = `${api} ${status}`
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0)
  }

  toString(): string {
    return [...this.#counts]
      .toSorted()
      .map(([key, count]) => `${key}: ${count}`)
      .join(', ')
  }
}

/** A request in few words. */
export function inWords({ method, headers, body }: Broken, url: string): string {
  return `${method} ${JSON.stringify(url.slice(0, 300))} ${JSON.stringify(headers).slice(0, 600)} ${JSON.stringify(body?.slice(0, 600))}`
}
