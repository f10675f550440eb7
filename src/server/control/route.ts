/** From a method and a path to a row of the table of control calls, or to a refusal that names the nearest. (§4) */

import { distance } from 'fastest-levenshtein'
import { withoutLastSlashes } from '../../bank/http/slashes.ts'
import { decoded } from '../../core/kernel/decoded.ts'
import { Refusal } from '../refusal.ts'
import type { ControlRow } from './row.ts'
import { controlCalls } from './table.ts'

export interface ControlMatch {
  readonly name: string
  readonly row: ControlRow
  /** The parameters of the path. */
  readonly path: Readonly<Record<string, string>>
}

interface Template {
  readonly name: string
  readonly row: ControlRow
  readonly segments: readonly string[]
}

const isParameter = (segment: string): boolean => segment.startsWith('{')
const split = (path: string): string[] => withoutLastSlashes(path).split('/')

const templates: readonly Template[] = Object.entries(controlCalls).map(([name, row]) => ({
  name,
  row,
  segments: split(row.path),
}))

/**
 * The row for a request, below the control API of a bank; calls of the server are found where no bank is named.
 *
 * @throws {Refusal} `call_not_found`, `method_is_not_allowed`
 */
export function controlMatch(method: string, rest: string, isBankNamed: boolean): ControlMatch {
  const asked = split(rest)
  const known = templates.filter(({ row }) => !(isBankNamed && row.isOfServer))
  const matching = known.filter(({ segments }) => isMatch(segments, asked))
  // A literal segment wins over a parameter: `/tokens/revoke` is no token.
  const fewest = Math.min(...matching.map(parametersOf))
  const samePath = matching.filter((template) => parametersOf(template) === fewest)
  const found = samePath.find(({ row }) => row.method === method)
  if (found) return { name: found.name, row: found.row, path: parametersIn(found.segments, asked) }
  if (samePath.length > 0) {
    const allowed = samePath.map(({ row }) => row.method)
    throw new Refusal(
      405,
      'method_is_not_allowed',
      `Failed to call "${method} ${rest}" of the control API: this path is served for ${allowed.join(' and ')} only. Use that method. (§4)`,
      [],
      { allow: allowed.join(', ') },
    )
  }
  const { row } = nearestTo(method, rest, known)
  throw new Refusal(
    404,
    'call_not_found',
    `Failed to call "${method} ${rest}" of the control API: there is no such call. The nearest is ${row.method} ${row.path === '' ? '/' : row.path}. (§4)`,
  )
}

function isMatch(segments: readonly string[], asked: readonly string[]): boolean {
  return (
    segments.length === asked.length &&
    segments.every((segment, index) => (isParameter(segment) ? asked[index] !== '' : segment === asked[index]))
  )
}

const parametersOf = ({ segments }: Template): number => segments.filter(isParameter).length

function parametersIn(segments: readonly string[], asked: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    segments.flatMap((segment, index) =>
      isParameter(segment) ? [[segment.slice(1, -1), decoded(asked[index] as string)]] : [],
    ),
  )
}

function nearestTo(method: string, rest: string, known: readonly Template[]): Template {
  // Nobody means a path by one that is much longer than any.
  const text = rest.slice(0, 100)
  const away = ({ row }: Template) => distance(row.path, text) + (row.method === method ? 0 : 0.5)
  return known.reduce((nearest, each) => (away(each) < away(nearest) ? each : nearest))
}
