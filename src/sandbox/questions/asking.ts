/** Reads whether a service accepted a request. */
import { Inconclusive } from '../service/inconclusive.ts'
import type { Answer } from '../service/traffic.ts'

export const NO_ID = '00000000-0000-4000-8000-000000000000'

/** Whether a call was refused because of its content. */
export const isRefused = ({ status }: Answer): boolean => status === 400 || status === 409 || status === 422

/** Statuses whose cause is not the content of the request, but a missing permission or too many requests, for example. */
const NOT_OF_THE_REQUEST: readonly number[] = [401, 403, 405, 408, 429]

/** @throws {Inconclusive} if the cause of the status is not the content of the request */
export function isAccepted({ isDone, status }: Answer, what: string): boolean {
  if (isDone) return true
  if (status < 400 || status >= 500 || NOT_OF_THE_REQUEST.includes(status)) {
    throw new Inconclusive(`${what} was answered ${status}`)
  }
  return false
}
