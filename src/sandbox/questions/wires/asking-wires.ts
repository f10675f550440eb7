/** Requests wires, reads them, and withdraws those that need not go out. (§2.3–2.5) */
import { fieldsOf } from '../../../core/kernel/json.ts'
import { refusalText } from '../../recordings/refusal-text.ts'
import { type Fields, idIn } from '../../service/fields.ts'
import { Inconclusive, ifConclusive, spanText, Trouble } from '../../service/inconclusive.ts'
import { make, track, untrack } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'
import type { Answer } from '../../service/traffic.ts'
import { isAccepted } from '../asking.ts'

/** A payment record, of which only the id is checked. */
export type Wire = Fields & { readonly id: string }

const ENDED: readonly unknown[] = ['Completed', 'Rejected', 'Canceled']

export const isEnded = ({ status }: Fields): boolean => ENDED.includes(status)

export function wireIn(body: unknown): Wire | undefined {
  const id = idIn(body)
  return id === undefined ? undefined : { ...fieldsOf(body), id }
}

/** Makes a function that returns undefined if its request is refused. */
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

/** @throws {Inconclusive} if the wire is refused, because then a refused variant shows nothing */
export async function surely(service: Service, request: Fields, words: string, send = originate): Promise<Wire> {
  const wire = await send(service, request)
  if (wire === undefined) throw new Inconclusive(`${words} was refused: ${service.refusal}`)
  return wire
}

/** @throws {Inconclusive} if the wire cannot be read */
export async function readWire(service: Service, id: string): Promise<Wire> {
  const record = wireIn(await service.read('getWire', { id }))
  if (record === undefined) throw new Inconclusive('a wire that is read has no id')
  return record
}

export async function withdraw(service: Service, id: string): Promise<Answer> {
  const answer = await service.ask('cancelWire', { parameters: { id } })
  if (answer.isDone) untrack(service, id)
  return answer
}

/** The last look at a wire. */
interface Found {
  readonly record: Wire
  /** The times of this look, `at`, and of the one before it, `before`, in milliseconds since the first look. */
  readonly before: number
  readonly at: number
}

/** Reads a wire until `isWanted`, or for `longest` milliseconds. @throws {Inconclusive} if the question may wait no longer */
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
    throw new Inconclusive(`after ${spanText(found.at)} the wire is still ${String(found.record['status'])}`)
  })
  return found as Found
}

/** The status and posting code of a wire once `isWanted` is true. @throws {Inconclusive} as `readUntil` */
export async function outcomeOf(service: Service, id: string, isWanted: (record: Wire) => boolean) {
  const { record } = await readUntil(service, id, isWanted)
  const { status, postingCode } = record
  return { status, postingCode, seen: `the wire is ${String(status)} with postingCode ${String(postingCode)}` }
}

/** Withdraws the wires that have not gone out, and removes from the leftovers those that moved no money. */
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
