/**
 * A snapshot as lines, for a bank whose JSON would be longer than a JavaScript string can be. Each line is JSON: its number, a checksum of
 * all lines up to it, and a part of the state. A line has some 64 kB at most, unless one text in it is longer.
 *
 *     [1,"5f0c3a91",{"vostro":"snapshot","form":1}]
 *     [2,"0b77d2e4",{"list":0,"items":[…]}]        some items of a list (of a table, an index, a schedule)
 *     [9,"c01f5e6a",{"list":4,"items":[…],"inner":[[[0,"wires"],3]]}]   the field "wires" of item 0 is list 3
 *     [12,"e5d94b02",{"end":{…},"inner":[…]}]      the state, whose lists are in the lines before
 *
 * A table whose oldest records are gone is written as `{ first, records }`: the slot (index) of its first record, and a list.
 *
 * Equal states give equal lines. A snapshot as one JSON text has a single checksum instead (`checksumOf`).
 */

import { UsageError } from '../../../core/errors.ts'
import { hashText, hex32 } from '../../../core/kernel/identity.ts'
import { KeyIndex } from '../../../core/kernel/key-index.ts'
import { Schedule } from '../../../core/kernel/schedule.ts'
import { Table } from '../../../core/kernel/table.ts'

/** The first line. Its `form` changes with the form of the lines. */
const HEAD = '{"vostro":"snapshot","form":1}'

/** A line ends after the item with which it reaches this number of characters. */
const FULL = 60_000

/** An array with more items than this is written as a list of its own. */
const LONG = 100

/** The place of a list in a value, and the list's number. */
type Inner = [path: (string | number)[], list: number]

export function* linesOf(state: object): Generator<string> {
  const writer = new Writer()
  yield writer.line(HEAD)
  const inner: Inner[] = []
  const end = yield* writer.bare(state, [], inner)
  yield writer.line(payloadOf(`"end":${JSON.stringify(end)}`, inner))
}

class Writer {
  private count = 0
  private sum = 0
  private lists = 0

  line(payload: string): string {
    this.count++
    this.sum = hashText(payload, this.sum)
    return `[${this.count},"${hex32(this.sum)}",${payload}]`
  }

  /** Returns a value without its lists. Yields the lines of these lists first, and adds their places in the value to `inner`. */
  *bare(value: unknown, path: (string | number)[], inner: Inner[]): Generator<string, unknown> {
    if (typeof value !== 'object' || value === null) return value
    if (isList(value)) {
      inner.push([path, yield* this.list(value)])
      return null
    }
    if (isCut(value)) {
      inner.push([[...path, 'records'], yield* this.list(value)])
      return { first: value.first, records: null }
    }
    if (!holdsList(value)) return value
    const copy: unknown[] | Record<string, unknown> = Array.isArray(value) ? [] : {}
    for (const [name, field] of Object.entries(value)) {
      const key = Array.isArray(value) ? Number(name) : name
      Object.assign(copy, { [key]: yield* this.bare(field, [...path, key], inner) })
    }
    return copy
  }

  private *list(items: Iterable<unknown>): Generator<string, number> {
    const list = this.lists++
    let texts: string[] = []
    let inner: Inner[] = []
    let length = 0
    const chunk = () => this.line(payloadOf(`"list":${list},"items":[${texts.join()}]`, inner))
    for (const item of items) {
      const text = JSON.stringify(yield* this.bare(item, [texts.length], inner)) ?? 'null'
      texts.push(text)
      length += text.length
      if (length < FULL) continue
      yield chunk()
      texts = []
      inner = []
      length = 0
    }
    yield chunk()
    return list
  }
}

function payloadOf(text: string, inner: readonly Inner[]): string {
  return inner.length === 0 ? `{${text}}` : `{${text},"inner":${JSON.stringify(inner)}}`
}

function isList(value: object): value is Iterable<unknown> {
  if (Array.isArray(value)) return value.length > LONG
  return (value instanceof Table && !isCut(value)) || value instanceof KeyIndex || value instanceof Schedule
}

function isCut(value: object): value is Table<unknown> {
  return value instanceof Table && value.first > 0
}

function holdsList(value: object): boolean {
  for (const field of Object.values(value)) {
    if (typeof field === 'object' && field !== null && (isList(field) || isCut(field) || holdsList(field))) return true
  }
  return false
}

/** Reads lines, and makes the state from them as JSON.parse would: with plain arrays in place of tables. */
export class LineReader {
  private count = 0
  private sum = 0
  private readonly lists = new Map<number, unknown[]>()
  private end: unknown

  take(line: string): void {
    // A text that is split at line ends has an empty part after its last line.
    if (line === '' && this.end !== undefined) return
    const number = this.count + 1
    if (this.end !== undefined) throw refused(number, 'comes after the last line of the snapshot')
    const [, own, sum, payload] = /^\[(\d+),"([0-9a-f]{8})",(.*)\]\r?$/s.exec(String(line)) ?? []
    if (payload === undefined) throw refused(number, 'is no line of a snapshot')
    if (Number(own) !== number)
      throw refused(number, `is line ${own} of the snapshot: lines are missing, or out of order`)
    if (number === 1 && payload !== HEAD) throw refused(number, `is ${payload.slice(0, 80)}, but should be ${HEAD}`)
    const next = hashText(payload, this.sum)
    if (hex32(next) !== sum) throw refused(number, 'is damaged: it does not fit its checksum')
    this.count = number
    this.sum = next
    if (number > 1) this.read(number, payload)
  }

  get isDone(): boolean {
    return this.end !== undefined
  }

  result(): unknown {
    if (this.end !== undefined) return this.end
    throw refused(this.count + 1, 'is missing: the snapshot ends before its last line')
  }

  private read(number: number, payload: string): void {
    try {
      const { list, items, end, inner = [] } = JSON.parse(payload)
      for (const [path, from] of inner) this.place(end ?? items, path, from)
      if (end === undefined) this.keep(list, items)
      else this.end = end
    } catch (error) {
      throw refused(number, `cannot be read (${(error as Error).message})`)
    }
  }

  private keep(list: number, items: unknown[]): void {
    const kept = this.lists.get(list)
    if (kept === undefined) this.lists.set(list, items)
    else for (const item of items) kept.push(item)
  }

  private place(value: unknown, path: readonly (string | number)[], from: number): void {
    let at = value as Record<string | number, unknown>
    for (const step of path.slice(0, -1)) at = (Object.hasOwn(at, step) ? at[step] : undefined) as typeof at
    const list = this.lists.get(from)
    if (list === undefined) throw new Error(`list ${from} is not there`)
    Object.defineProperty(at, path.at(-1) as string, {
      value: list,
      enumerable: true,
      writable: true,
      configurable: true,
    })
    this.lists.delete(from)
  }
}

function refused(line: number, fact: string): UsageError {
  return new UsageError(
    `Failed to restore a snapshot: line ${line} ${fact}. Give every line of bank.snapshot().lines(), in order. (§3)`,
  )
}

/** How many items of a list are hashed as one text. More would make some texts too long, and fewer would be slow. */
const AT_ONCE = 100

/** Records at this depth are hashed as one text. Records above it are hashed field by field, so that their long lists are split. */
const DEEP = 5

/**
 * Eight hexadecimal digits that show whether the text was changed: a change of one letter always shows, a larger one nearly always. They do
 * not prove who wrote the snapshot. A state and its parsed JSON have the same checksum.
 */
export function checksumOf(content: object): string {
  return hex32(sumOf(content, 0, 0))
}

function sumOf(value: unknown, before: number, depth: number): number {
  const plain = asWritten(value)
  if (Array.isArray(plain)) return sumOfList(plain, before)
  if (typeof plain !== 'object' || plain === null || depth === DEEP) return hashText(jsonText(plain), before)
  let sum = hashText('{', before)
  for (const [name, field] of Object.entries(plain)) {
    if (field !== undefined) sum = sumOf(field, hashText(jsonText(name), sum), depth + 1)
  }
  return hashText('}', sum)
}

function sumOfList(list: readonly unknown[], before: number): number {
  let sum = hashText(`[${list.length}`, before)
  for (let from = 0; from < list.length; from += AT_ONCE)
    sum = hashText(jsonText(list.slice(from, from + AT_ONCE)), sum)
  return sum
}

/** A table, an index or a schedule as JSON has it; anything else as it is. */
function asWritten(value: unknown): unknown {
  const { toJSON } = (value ?? {}) as { toJSON?: unknown }
  return typeof toJSON === 'function' ? toJSON.call(value) : value
}

function jsonText(value: unknown): string {
  return JSON.stringify(value) ?? ''
}
