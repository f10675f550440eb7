/**
 * The checksum of a snapshot: of what JSON keeps of it, so that a text in which anything was changed is refused. It is the same for a
 * state with its tables, and for what JSON.parse gave of their text. It says nothing of who wrote it.
 */
import { hashText, hex32 } from '../../../core/kernel/identity.ts'

/** So many items of a list go into one text: enough to be quick, and few enough for a text of any list. */
const AT_ONCE = 100

/** Records so far down are texts as a whole; what lies above is gone through, so that long lists in it are found. */
const DEEP = 5

/** Eight hexadecimal digits; every change of one letter gives others, and every other change in all likelihood. */
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

/** The list or record that JSON has of a table, an index, a schedule. */
function asWritten(value: unknown): unknown {
  const { toJSON } = (value ?? {}) as { toJSON?: unknown }
  return typeof toJSON === 'function' ? toJSON.call(value) : value
}

function jsonText(value: unknown): string {
  return JSON.stringify(value) ?? ''
}
