/**
 * Finds the row of a table for a method and a path. If there is none, finds the rows with this path for other methods, or the row with the
 * nearest path. The bank's services and the control API use it. (§4)
 */
import { distance } from 'fastest-levenshtein'
import { decoded } from '../../core/kernel/attempt.ts'

/** A path of a table, such as `wires/v1/payments/{id}`, with the row that it leads to. */
export interface Template<Row> {
  readonly row: Row
  readonly method: string
  readonly segments: readonly string[]
  /** The segments in lower case; null for a parameter, which matches any value. */
  readonly literals: readonly (string | null)[]
  readonly parameterCount: number
}

export function templateOf<Row>(row: Row, method: string, path: string): Template<Row> {
  const segments = split(path)
  const literals = segments.map((segment) => (isParameter(segment) ? null : segment.toLowerCase()))
  return { row, method, segments, literals, parameterCount: segments.filter(isParameter).length }
}

export interface Searched<Row> {
  readonly templates: readonly Template<Row>[]
  readonly path: string
  /** True if upper case does not match lower case, and a parameter must not be empty. */
  readonly isStrict?: boolean
}

/** `parameters` are decoded. `isExact`: the path is written exactly as in the table. */
export interface PathMatch<Row> {
  readonly row: Row
  readonly parameters: Readonly<Record<string, string>>
  readonly isExact: boolean
}

/** `samePath` has the rows with this path for other methods; if there are none, `nearest` is the most similar row. */
export interface PathMiss<Row> {
  readonly samePath: readonly Row[]
  readonly allowed: readonly string[]
  readonly nearest: Row | undefined
}

export function matchPath<Row>(method: string, searched: readonly Searched<Row>[]): PathMatch<Row> | PathMiss<Row> {
  const queries = searched.map(pathQueryOf)
  let samePath: TemplateMatch<Row>[] = []
  let fewest = Number.POSITIVE_INFINITY
  for (const each of queries) {
    for (const template of each.templates) {
      if (template.parameterCount > fewest || !matches(template, each)) continue
      // A literal segment wins over a parameter: in `payments/simulations`, the last segment is not the id of a payment.
      if (template.parameterCount < fewest) samePath = []
      fewest = template.parameterCount
      samePath.push({ template, query: each })
    }
  }
  const found = samePath.find(({ template }) => template.method === method)
  if (found) return matchOf(found)
  const allowed = [...new Set(samePath.map(({ template }) => template.method))]
  const nearest = samePath.length > 0 ? undefined : nearestTo(method, queries)
  return { samePath: samePath.map(({ template }) => template.row), allowed, nearest }
}

interface PathQuery<Row> extends Searched<Row> {
  readonly segments: readonly string[]
  readonly lowered: readonly string[]
}

interface TemplateMatch<Row> {
  readonly template: Template<Row>
  readonly query: PathQuery<Row>
}

function pathQueryOf<Row>({ templates, path, isStrict = false }: Searched<Row>): PathQuery<Row> {
  const [segments, lower] = [split(path), path.toLowerCase()]
  // Servers take `%77ires` for `wires` (RFC 3986 §6.2.2.2).
  const lowered = lower.includes('%') ? split(path).map((segment) => decoded(segment).toLowerCase()) : split(lower)
  return { templates, path, isStrict, segments, lowered: lower === path && !lower.includes('%') ? segments : lowered }
}

function matches<Row>(
  { segments: known, literals }: Template<Row>,
  { segments, lowered, isStrict }: PathQuery<Row>,
): boolean {
  if (literals.length !== lowered.length) return false
  // Each call is compared with every path of the table. This is a loop, because a closure for each path takes twice as long.
  for (let index = 0; index < literals.length; index++) {
    const literal = literals[index]
    if (literal === null) {
      if (isStrict && segments[index] === '') return false
    } else if (isStrict ? known[index] !== segments[index] : literal !== lowered[index]) return false
  }
  return true
}

function matchOf<Row>({ template, query: { path, segments } }: TemplateMatch<Row>): PathMatch<Row> {
  const parameters: Record<string, string> = {}
  let isExact = !path.endsWith('/')
  for (let index = 0; index < segments.length; index++) {
    const [known, given] = [template.segments[index] as string, segments[index] as string]
    if (template.literals[index] === null) parameters[known.slice(1, -1)] = decoded(given)
    else if (known !== given) isExact = false
  }
  return { row: template.row, parameters, isExact }
}

/** The row whose path differs least; among equals, the row with the requested method. */
function nearestTo<Row>(method: string, queries: readonly PathQuery<Row>[]): Row | undefined {
  const measured = queries.flatMap(({ templates, segments }) => {
    const letterCount = segments.reduce((letters, { length }) => letters + length, 0)
    return templates.map((template) => ({
      row: template.row,
      away: howFar(template.segments, segments, letterCount) + (template.method === method ? 0 : 0.5),
    }))
  })
  return measured.sort((first, second) => first.away - second.away)[0]?.row
}

/** The letters of a segment that are compared: no segment of a table is longer, and a comparison takes time that grows with their square. */
const LONGEST_SEGMENT = 50

/** The number of letters by which a path differs from a template, segment by segment. A parameter matches any value. */
function howFar(template: readonly string[], asked: readonly string[], letterCount: number): number {
  // Each letter that is compared with nothing is a difference, also in segments that the template does not have.
  let sum = letterCount
  for (const [index, segment] of template.entries()) {
    const other = asked[index] ?? ''
    const isAny = isParameter(segment) && other !== ''
    const compared = isAny ? other : other.slice(0, LONGEST_SEGMENT).toLowerCase()
    sum += (isAny ? 0 : distance(segment.toLowerCase(), compared)) - compared.length
  }
  return sum
}

const isParameter = (segment: string): boolean => segment.startsWith('{')

function split(path: string): string[] {
  return withoutLastSlashes(path).split('/')
}

const SLASH = 0x2f

/** Removes the slashes at the end. A regular expression would start again at each earlier slash, and so take quadratic time. */
export function withoutLastSlashes(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === SLASH) end--
  return text.slice(0, end)
}

export function withoutFirstSlashes(text: string): string {
  let start = 0
  while (text.charCodeAt(start) === SLASH) start++
  return text.slice(start)
}
