/** Whether a request was accepted or refused: what an answer must be to say so. */
import { listIn } from '../service/fields.ts'
import { Inconclusive } from '../service/inconclusive.ts'
import type { Service } from '../service/service.ts'
import type { Answer } from '../service/traffic.ts'

/** Whether a call was refused for what it asked. */
export const isRefused = ({ status }: Answer): boolean => status === 400 || status === 409 || status === 422

/** Whether an answer is a list. */
export const isListed = ({ isDone, body }: Answer): boolean => isDone && listIn(body) !== undefined

/** Lists wires. @throws {Inconclusive} where they are not listed: another answer would show nothing then */
export async function listing(service: Service): Promise<Answer> {
  const answer = await service.ask('listWires')
  if (!isListed(answer)) for await (const _ of service.pages('listWires')) break
  return answer
}

/** Answers with these say nothing of what was asked: it may not be asked at all, or not now. */
const NOT_OF_THE_REQUEST: readonly number[] = [401, 403, 405, 408, 429]

/**
 * Whether a request was accepted.
 *
 * @throws {Inconclusive} where the answer does not say so of the request itself
 */
export function isAccepted({ isDone, status }: Answer, what: string): boolean {
  if (isDone) return true
  if (status < 400 || status >= 500 || NOT_OF_THE_REQUEST.includes(status)) {
    throw new Inconclusive(`${what} was answered ${status}`)
  }
  return false
}
