/** What the probes of wires share: making messages and wires, reading them, and withdrawing what need not go out. */
import { HOUR, SECOND } from '../../../../core/kernel/time/instant.ts'
import { Inconclusive } from '../../../service/inconclusive.ts'
import type { Service } from '../../../service/service.ts'
import { spanText } from '../../../service/span-text.ts'
import type { Answer } from '../../../service/traffic.ts'
import { type WireRecord, wireIn } from '../../wire-records.ts'
import type { Fields } from '../field.ts'
import { make } from '../making.ts'
import { serviceMessage } from './requests.ts'

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

/** Asks for a wire; what comes of it is left behind until it is withdrawn. Undefined where it was refused. */
export async function originate(
  service: Service,
  request: Fields,
): Promise<(WireRecord & { readonly id: string }) | undefined> {
  const answer = await make(service, 'wire', request)
  if (!isAccepted(answer, 'a request for a wire')) return undefined
  const record = wireIn(answer.body)
  if (record === undefined) throw new Inconclusive('the answer to a request for a wire has no id')
  if (request['businessFunctionCode'] === 'SVC') {
    messages.set(service, [...(messages.get(service) ?? []), record.id])
  }
  return record
}

/** Sends a service message from the account. @throws {Inconclusive} where none is accepted */
export async function message(service: Service): Promise<WireRecord & { readonly id: string }> {
  const record = await originate(service, serviceMessage(service.accountNumber))
  if (record === undefined) throw new Inconclusive('no service message (businessFunctionCode SVC) is accepted')
  return record
}

/** A wire as it is now. @throws {Inconclusive} where it cannot be read */
export async function read(service: Service, id: string): Promise<WireRecord & { readonly id: string }> {
  const { status, body } = await service.ask('getWire', { parameters: { id } })
  const record = wireIn(body)
  if (record === undefined) throw new Inconclusive(`reading a wire was answered ${status}`)
  return record
}

/** Withdraws a wire, where that can still be done. */
export async function withdraw(service: Service, id: string): Promise<Answer> {
  const answer = await service.ask('cancelWire', { parameters: { id } })
  if (answer.isDone) service.untrack(id)
  return answer
}

/** When to look again at something that takes an unknown time: each pause is longer by half, past an hour by a tenth. */
function* growing(): Generator<number> {
  for (let age = SECOND; ; age = Math.ceil((age * (age < HOUR ? 1.5 : 1.1)) / SECOND) * SECOND) yield age
}

/** Waits until so many milliseconds after `start`. */
export const waitUntil = (service: Service, instant: number): Promise<void> =>
  service.wait(Math.max(instant - service.now(), 0))

/** A wire as it was when it was at last as wanted, and how long it was not. */
interface Found {
  readonly record: WireRecord & { readonly id: string }
  /** The last time when it was not yet so, and the time when it was, in milliseconds since it was first looked at. */
  readonly before: number
  readonly at: number
}

/**
 * Reads a wire at growing intervals until it is as wanted, or `longest` milliseconds have gone by.
 *
 * @throws {Inconclusive} where the probe may wait no longer
 */
export async function readUntil(
  service: Service,
  id: string,
  isWanted: (record: WireRecord) => boolean,
  longest = Number.POSITIVE_INFINITY,
): Promise<Found> {
  const start = service.now()
  let before = 0
  for (const age of growing()) {
    const record = await read(service, id)
    const at = service.now() - start
    if (isWanted(record) || at >= longest) return { record, before, at }
    before = at
    const pause = Math.min(age, longest) - at
    if (service.waitLeft <= 0) throw new Inconclusive(`after ${spanText(at)} it is still ${String(record['status'])}`)
    await service.wait(Math.max(Math.min(pause, service.waitLeft), 0))
  }
  throw new Inconclusive('nothing grows for ever')
}

const messages = new WeakMap<Service, string[]>()

/** Withdraws the messages that have not gone out. */
export async function withdrawMessages(service: Service): Promise<void> {
  for (const id of messages.get(service) ?? []) await withdraw(service, id)
  messages.delete(service)
}
