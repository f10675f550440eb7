/**
 * Happenings as they are kept for good: the names of their facts once for all of a kind, an id as the slot that it stands for. They
 * are what a bank that runs for a year has most of. Reading makes them as they were.
 */
import type { Happening } from './happening.ts'
import { slotOfUuid, uuidOf } from './kernel/identity.ts'
import { streams } from './streams.ts'
import { aboutOf, resourcesOf } from './webhooks/resources.ts'
import type { About } from './webhooks/state.ts'

/** The facts of one kind of happening: what it is, and the names of its facts in their order. */
type Shape = readonly string[]

/** How a fact is kept, and made again. */
interface Coder {
  readonly keep: (seed: number, fact: unknown) => unknown
  readonly read: (seed: number, kept: unknown) => unknown
}

const idOf = (stream: number): Coder => ({
  keep: (seed, id) => {
    const slot = slotOfUuid(seed, stream, id as string)
    return slot !== undefined && uuidOf(seed, stream, slot) === id ? slot : id
  },
  read: (seed, kept) => (typeof kept === 'number' ? uuidOf(seed, stream, kept) : kept),
})

/** The facts that are kept otherwise than they are told. */
const coders: Readonly<Record<string, Coder>> = {
  paymentId: idOf(streams.payment),
  transactionId: idOf(streams.transaction),
  eventId: idOf(streams.event),
  pushId: idOf(streams.push),
  batchId: idOf(streams.batch),
  resources: {
    keep: (seed, resources) => aboutOf(seed, resources as readonly string[]),
    read: (seed, kept) => resourcesOf(seed, kept as About),
  },
}

/** The shapes that have been met, one object each, with how each of their facts is kept. They change nothing but the memory taken. */
const shapes = new Map<string, Shape[]>()
const codersOf = new WeakMap<Shape, readonly (Coder | undefined)[]>()

/**
 * Adds happenings to a kept list, the first of which happens at `at`. Of each: its shape, then its facts; before one that happens
 * later than the last its time.
 */
export function keepHappenings(seed: number, at: string, happenings: readonly Happening[], kept: unknown[]): void {
  let time = at
  for (const happening of happenings) {
    const shape = shapeOf(happening)
    if (happening.at !== time) kept.push(happening.at)
    time = happening.at
    const own = codersOf.get(shape) as readonly (Coder | undefined)[]
    kept.push(shape)
    for (let index = 1; index < shape.length; index++) {
      const fact = (happening as unknown as Record<string, unknown>)[shape[index] as string]
      const coder = own[index]
      kept.push(coder ? coder.keep(seed, fact) : fact)
    }
  }
}

/** The happenings of a kept list from an index on, or the last of them: new objects, which may be changed. */
export function happeningsIn(
  seed: number,
  kept: readonly unknown[],
  { from, at, most = Number.POSITIVE_INFINITY }: { from: number; at: string; most?: number | undefined },
): Happening[] {
  const starts: number[] = []
  const times: string[] = []
  let time = at
  for (let index = from; index < kept.length; ) {
    const there = kept[index] as Shape | string
    if (typeof there === 'string') time = there
    else {
      starts.push(index)
      times.push(time)
    }
    index += typeof there === 'string' ? 1 : there.length
  }
  const first = Math.max(0, starts.length - most)
  return starts.slice(first).map((start, place) => readHappening(seed, kept, start, times[first + place] as string))
}

/**
 * A kept list that JSON.parse read, with the shapes that there are.
 *
 * @throws {TypeError} where it is none
 */
export function reviveHappenings(kept: unknown[], from: number): void {
  for (let index = from; index < kept.length; ) {
    const names: unknown = kept[index]
    if (typeof names === 'string') {
      index++
      continue
    }
    const isShape = Array.isArray(names) && names.length > 0 && names.every((name) => typeof name === 'string')
    if (!isShape || index + names.length > kept.length) throw new TypeError('what happened is cut off')
    const shape = sharedShape(names)
    kept[index] = shape
    index += shape.length
  }
}

function readHappening(seed: number, kept: readonly unknown[], start: number, at: string): Happening {
  const shape = kept[start] as Shape
  const own = codersOf.get(shape) as readonly (Coder | undefined)[]
  const happening: Record<string, unknown> = { what: shape[0] }
  for (let index = 1; index < shape.length; index++) {
    const value = kept[start + index]
    const coder = own[index]
    if (coder) happening[shape[index] as string] = coder.read(seed, value)
    else happening[shape[index] as string] = typeof value === 'object' ? structuredClone(value) : value
  }
  happening['at'] = at
  return happening as unknown as Happening
}

function shapeOf(happening: Happening): Shape {
  const known = shapes.get(happening.what)?.find((shape) => fits(happening, shape))
  if (known) return known
  const names = Object.keys(happening).filter((name) => name !== 'what' && name !== 'at')
  return sharedShape([happening.what, ...names])
}

function fits(happening: Happening, shape: Shape): boolean {
  let index = 1
  for (const name in happening) {
    if (name !== 'what' && name !== 'at' && shape[index++] !== name) return false
  }
  return index === shape.length
}

/** The one object for shapes of these names. */
function sharedShape(names: readonly string[]): Shape {
  const what = names[0] as string
  const alike = shapes.get(what) ?? []
  const known = alike.find(
    (shape) => shape.length === names.length && shape.every((name, index) => name === names[index]),
  )
  if (known) return known
  const shape = [...names]
  codersOf.set(
    shape,
    shape.map((name) => (Object.hasOwn(coders, name) ? coders[name] : undefined)),
  )
  shapes.set(what, [...alike, shape])
  return shape
}
