/**
 * Compact forms, in which a bank stores what it has most of: each happening, and the answer to each call that may be repeated. Stored as
 * they are shown, happenings would make a completed wire take 1.6 times the memory, and answers 1.4 times. (docs/decisions/0011)
 *
 * The happenings of one kind share the names of their facts, and an id is stored as its slot.
 */
import type { Happening } from './happening.ts'
import { slotOfUuid, uuidOf } from './kernel/identity.ts'
import { remembered } from './kernel/remembered.ts'
import { streams } from './streams.ts'
import type { Reading } from './turn.ts'
import { aboutOf, resourcesOf } from './webhooks/resources.ts'
import type { About } from './webhooks/state.ts'
import { expectedDate } from './wires/batch.ts'
import { newWire } from './wires/new-wire.ts'
import { wireRecord } from './wires/wire-record.ts'

/** The shape of a happening: its kind, then the names of its facts in order. */
type Shape = readonly string[]

/** Converts a fact to its stored form (`keep`) and back (`read`). */
interface Coder {
  readonly keep: (seed: number, fact: unknown) => unknown
  readonly read: (seed: number, kept: unknown) => unknown
}

const isLowerCase = (text: string) => text === text.toLowerCase()

const idOf = (stream: number): Coder => ({
  keep: (seed, id) => (isLowerCase(id as string) ? slotOfUuid(seed, stream, id as string) : undefined) ?? id,
  read: (seed, kept) => (typeof kept === 'number' ? uuidOf(seed, stream, kept) : kept),
})

const resources: Coder = {
  keep: (seed, paths) => aboutOf(seed, paths as readonly string[]),
  read: (seed, kept) => resourcesOf(seed, kept as About),
}

/** The coders by the name of the fact; a fact without a coder is stored as it is. */
const coders: ReadonlyMap<string, Coder> = new Map([
  ['paymentId', idOf(streams.payment)],
  ['transactionId', idOf(streams.transaction)],
  ['eventId', idOf(streams.event)],
  ['pushId', idOf(streams.push)],
  ['batchId', idOf(streams.batch)],
  ['resources', resources],
])

/** Equal shapes are one object, which saves memory and changes nothing else. */
const sharedShape = remembered((names: string): Shape => names.split(' '))

/**
 * Appends happenings to the stored list `kept`: the shape of each, then the facts. If a happening is later than the one before it, its time
 * is stored first. Happenings before the first stored time have the time `at`.
 */
export function encodeHappenings(seed: number, at: string, happenings: readonly Happening[], kept: unknown[]): void {
  let time = at
  for (const happening of happenings) {
    const shape = shapeOf(happening)
    if (happening.at !== time) kept.push(happening.at)
    time = happening.at
    kept.push(shape)
    for (let index = 1; index < shape.length; index++) {
      const name = shape[index] as string
      const fact = (happening as unknown as Record<string, unknown>)[name]
      const coder = coders.get(name)
      kept.push(coder ? coder.keep(seed, fact) : fact)
    }
  }
}

/** Reads the part of a stored list that begins at index `from`: its last `most` happenings, as new objects that the caller may change. */
export function happeningsIn(
  seed: number,
  kept: readonly unknown[],
  { from, at, most = Number.POSITIVE_INFINITY }: { from: number; at: string; most?: number | undefined },
): Happening[] {
  const places: (readonly [start: number, at: string])[] = []
  let time = at
  for (let index = from; index < kept.length; ) {
    const there = kept[index] as Shape | string
    if (typeof there === 'string') time = there
    else places.push([index, time])
    index += typeof there === 'string' ? 1 : there.length
  }
  const last = places.slice(Math.max(0, places.length - most))
  return last.map(([start, time]) => readHappening(seed, kept, start, time))
}

/** Puts the shared shapes into a stored list that JSON.parse read. Throws a TypeError if the list is damaged. */
export function reviveHappenings(kept: unknown[], from: number): void {
  for (let index = from; index < kept.length; ) {
    const names: unknown = kept[index]
    if (typeof names === 'string') {
      index++
      continue
    }
    const isShape = Array.isArray(names) && names.length > 0 && names.every((name) => /^[\w.]+$/.test(String(name)))
    if (!isShape || index + names.length > kept.length) throw new TypeError('the list of happenings is cut off')
    const shape = sharedShape(names.join(' '))
    kept[index] = shape
    index += shape.length
  }
}

function readHappening(seed: number, kept: readonly unknown[], start: number, at: string): Happening {
  const shape = kept[start] as Shape
  const happening: Record<string, unknown> = { what: shape[0] }
  for (let index = 1; index < shape.length; index++) {
    const name = shape[index] as string
    const value = kept[start + index]
    const coder = coders.get(name)
    if (coder) happening[name] = coder.read(seed, value)
    else happening[name] = Array.isArray(value) ? [...value] : value
  }
  happening['at'] = at
  return happening as unknown as Happening
}

function shapeOf(happening: Happening): Shape {
  const names = Object.keys(happening).filter((name) => name !== 'what' && name !== 'at')
  return sharedShape([happening.what, ...names].join(' '))
}

/** How the answers of an operation are stored for repeats. */
export interface ShortForm {
  /** What is stored of the answer that was just given. */
  readonly keep: (reading: Reading) => unknown
  /** Makes the answer again. */
  readonly recall: (reading: Reading, kept: never) => unknown
  /** The body of the request, which need not be stored a second time. */
  readonly body: (reading: Reading, kept: never) => unknown
}

/** A wire, whose order never changes, and the title that its account had when it was created. */
interface FirstAnswer {
  readonly wire: number
  readonly title: string
}

/** By operation. The answers of all other operations are stored as they are. (§4 call 2) */
export const shortForms: { readonly [operation: string]: ShortForm } = {
  'wires.create': {
    // The answer is always about the newest wire.
    keep: ({ world }): FirstAnswer => {
      const wire = world.wires.payments.size - 1
      const { subledger } = world.wires.payments.at(wire).order
      return { wire, title: world.accounts.subledgers.at(subledger).title }
    },
    recall: (reading, { wire, title }: FirstAnswer) => {
      const { order } = reading.world.wires.payments.at(wire)
      const effectiveAt = expectedDate(reading, order.createdAt)
      return wireRecord(reading, wire, { wire: newWire(order, { status: 'Created', effectiveAt }), title })
    },
    body: ({ world }, { wire }: FirstAnswer) => world.wires.payments.at(wire).order.request,
  },
}
