/** Asking for wires, reading them, and withdrawing what need not go out. (§2.3–2.5) */
import { fieldsOf } from '../../../core/kernel/json.ts'
import { type Fields, idIn } from '../../service/fields.ts'
import { Inconclusive, ifConclusive, Trouble } from '../../service/inconclusive.ts'
import { make, track, untrack } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'
import { spanText } from '../../service/span-text.ts'
import type { Answer } from '../../service/traffic.ts'
import { isAccepted, refusalText } from '../asking.ts'

/** A payment record, or what looks like one. */
export type Wire = Fields & { readonly id: string }

const ENDED: readonly unknown[] = ['Completed', 'Rejected', 'Canceled']

export const isEnded = ({ status }: Fields): boolean => ENDED.includes(status)

/** The record in an answer's body; undefined where it has no id. */
export function wireIn(body: unknown): Wire | undefined {
  const id = idIn(body)
  return id === undefined ? undefined : { ...fieldsOf(body), id }
}

/** Asks for a wire; undefined where it was refused. */
const asking =
  (kind: 'wire' | 'simulation', words: string) =>
  async (service: Service, request: Fields): Promise<Wire | undefined> => {
    const answer = await make(service, kind, request)
    if (!isAccepted(answer, words)) {
      service.refusal = refusalText(answer)
      return undefined
    }
    const record = wireIn(answer.body)
    if (record === undefined) throw new Inconclusive(`the answer to ${words} has no id`)
    return record
  }

export const originate = asking('wire', 'a request for a wire')
export const simulate = asking('simulation', 'a simulation of an inbound wire')

/** A wire that must be accepted, as others are changes of it. @throws {Inconclusive} where it is refused: then their refusals show nothing */
export async function surely(service: Service, making: Promise<Wire | undefined>, words: string): Promise<Wire> {
  const wire = await making
  if (wire === undefined) throw new Inconclusive(`${words} was refused: ${service.refusal}`)
  return wire
}

/** A wire as it is now. @throws {Inconclusive} where it cannot be read */
export async function readWire(service: Service, id: string): Promise<Wire> {
  const record = wireIn(await service.read('getWire', { id }))
  if (record === undefined) throw new Inconclusive('a wire that is read has no id')
  return record
}

/** Withdraws a wire, where that can still be done. */
export async function withdraw(service: Service, id: string): Promise<Answer> {
  const answer = await service.ask('cancelWire', { parameters: { id } })
  if (answer.isDone) untrack(service, id)
  return answer
}

/** A wire as it was when it was at last as wanted. */
interface Found {
  readonly record: Wire
  /** The last look at which it was not yet so, and the first at which it was, in milliseconds since the first look. */
  readonly before: number
  readonly at: number
}

/**
 * Reads a wire at growing intervals until it is as wanted, or `longest` milliseconds have gone by.
 *
 * @throws {Inconclusive} where the question may wait no longer
 */
export async function readUntil(
  service: Service,
  id: string,
  isWanted: (record: Wire) => boolean,
  longest = Number.POSITIVE_INFINITY,
): Promise<Found> {
  const start = service.now()
  let found: Found | undefined
  const look = async () => {
    const record = await readWire(service, id)
    found = { record, before: found?.at ?? 0, at: service.now() - start }
    return isWanted(record) ? found : undefined
  }
  await service.until(look, { most: longest }).catch((error: unknown) => {
    if (found === undefined || error instanceof Trouble || !(error instanceof Inconclusive)) throw error
    throw new Inconclusive(`after ${spanText(found.at)} it is still ${String(found.record['status'])}`)
  })
  return found as Found
}

/** What became of a wire, once it is as wanted. @throws {Inconclusive} as `readUntil` */
export async function outcomeOf(service: Service, id: string, isWanted: (record: Wire) => boolean) {
  const { record } = await readUntil(service, id, isWanted)
  const { status, postingCode } = record
  return { status, postingCode, seen: `it is ${String(status)} with postingCode ${String(postingCode)}` }
}

/** At the end: withdraws the wires that have not gone out, and takes wires that ended within the bank off the list of what is left. */
export async function endWires(service: Service): Promise<void> {
  const { left, made: all } = service.session
  const own = new Set(left.flatMap(({ kind, id }) => (kind === 'wire' && all.has(id) ? [id] : [])))
  if (own.size === 0) return
  for await (const page of service.pages('listWires')) {
    for (const record of page) {
      const { id } = wireIn(record) ?? { id: '' }
      if (own.delete(id)) await endWire(service, { ...record, id })
    }
    if (own.size === 0) return
  }
}

async function endWire(service: Service, record: Wire): Promise<void> {
  const { id, status, direction, amount } = record
  const hasPaid = status === 'Completed' && typeof amount === 'number' && amount > 0
  if (isEnded(record)) untrack(service, id)
  if (hasPaid) track(service, 'paid wire', id)
  else if (direction !== 'Inbound' && !isEnded(record)) await withdraw(service, id).catch(ifConclusive)
}
