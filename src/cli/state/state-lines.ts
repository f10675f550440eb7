/**
 * The lines of a state file. The first says how many bytes of the file are acknowledged. Each other line is a JSON array: a checksum of
 * the line and its number, its kind, the id of a bank, and its body. So a line that is damaged, missing or out of order is detected.
 *
 *     {"vostro":"state","kept":"0000000004711","form":2,"version":"1.0.0"}
 *     ["5f0c3a91","bank","main",{"snapshot":{…}}]   a bank as a whole: it was opened, reset or restored
 *     ["0b77d2e4","entry","main",[…]]                          an entry of the bank's journal
 *     ["77aa0c1e","close","b1",null]
 */
import { version } from '../../../package.json'
import { UsageError } from '../../core/errors.ts'
import { hashText, hex32 } from '../../core/kernel/identity.ts'

export type LineKind = 'bank' | 'entry' | 'close'

/** A line without its checksum. */
export type StateLine = readonly [kind: LineKind, bank: string, body: unknown]

const FORM = '2'
const FIRST = /^\{"vostro":"state","kept":"(\d{13})","form":(\d+),"version":"([\w.+-]+)"\}$/
/** Where the number `kept` stands in the first line. Only this number ever changes. */
export const KEPT_PLACE = '{"vostro":"state","kept":"'.length

export const keptText = (bytes: number): string => String(bytes).padStart(13, '0')

export const firstLine = (): string =>
  `{"vostro":"state","kept":"${keptText(0)}","form":${FORM},"version":"${version}"}\n`

export function textOfLine(number: number, kind: LineKind, bank: string, body: unknown): string {
  const payload = `"${kind}","${bank}",${JSON.stringify(body)}`
  return `["${sumOf(number, payload)}",${payload}]\n`
}

const sumOf = (number: number, payload: string): string => hex32(hashText(payload, number))

/** How many whole lines a file has, how many bytes these have, and how many of the bytes come before the first operation. */
export interface Content {
  lines: number
  size: number
  base: number
}

const LINE_END = 10

/**
 * Reads the content of a state file; `take` gets each line, and may throw. `dropped` is the number of bytes of an incomplete last line.
 *
 * @throws {UsageError} if it is no state file, if a line is damaged, or if acknowledged bytes are missing at its end
 */
export function readContent(
  content: Buffer,
  failed: string,
  take: (line: StateLine) => void,
): Content & { readonly dropped: number } {
  const size = content.lastIndexOf(LINE_END) + 1
  const first = content.toString('utf8', 0, content.indexOf(LINE_END))
  const [, kept, form, version] = FIRST.exec(first) ?? []
  if (form !== FORM) {
    const fact = form
      ? `has the form ${form}, and this version of vostro reads form ${FORM}`
      : 'is none of a state file'
    throw refused(failed, content.length === 0 ? 'it is empty' : `line 1 ${fact}`, BEGIN)
  }
  if (size < Number(kept)) {
    const fact = `${Number(kept)} of its bytes were acknowledged, and only ${size} are there in whole lines: its end is missing`
    const advice = `To go on without the rest, write "kept":"${keptText(size)}" into its first line.`
    throw refused(failed, fact, `Put the whole file back. ${advice}`)
  }
  let [end, base, lines] = [first.length + 1, first.length + 1, 1]
  while (end < size) {
    const next = content.indexOf(LINE_END, end)
    lines++
    try {
      const line = readLine(content.toString('utf8', end, next), lines)
      take(line)
      if (line[0] === 'bank' && base === end) base = next + 1
    } catch (error) {
      const fact = `line ${lines} ${(error as Error).message} (version ${version} of vostro wrote the file)`
      throw refused(failed, fact, BEGIN)
    }
    end = next + 1
  }
  return { lines, size, base, dropped: content.length - size }
}

const BEGIN = 'Put back the file with your banks, or delete it to begin with a new bank.'

function refused(failed: string, fact: string, advice: string): UsageError {
  return new UsageError(`${failed}: ${fact}. The file stays as it is. ${advice}`)
}

/** @throws {Error} with what is wrong with the line */
function readLine(text: string, number: number): StateLine {
  const [, sum, payload = ''] = /^\["([0-9a-f]{8})",(.*)\]$/s.exec(text) ?? []
  if (sum !== sumOf(number, payload)) throw new Error('is damaged, missing or out of order')
  return JSON.parse(`[${payload}]`)
}
