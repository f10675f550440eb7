/** Finds the row of a control call by its method and path, or makes a refusal that names the nearest call. (§4) */

import { matchPath, templateOf } from '../../bank/http/match-path.ts'
import { Refusal } from '../refusal.ts'
import { controlCalls } from './control-calls.ts'
import type { ControlRow } from './row.ts'

export interface ControlMatch {
  readonly row: ControlRow
  /** The parameters of the path. */
  readonly path: Readonly<Record<string, string>>
}

const templates = Object.values(controlCalls).map((row) => templateOf(row, row.method, row.path))

/** Calls about the server (`isOfServer`) are found only if the path names no bank. */
export function controlMatch(method: string, rest: string, isBankNamed: boolean): ControlMatch | Refusal {
  const known = isBankNamed ? templates.filter(({ row }) => !row.isOfServer) : templates
  const found = matchPath(method, [{ templates: known, path: rest, isStrict: true }])
  if ('row' in found) return { row: found.row, path: found.parameters }
  const failed = `Failed to call "${method} ${rest}" of the control API`
  const { allowed, nearest: row } = found
  if (!row) {
    return new Refusal(
      'method_is_not_allowed',
      `${failed}: this path is served for ${allowed.join(' and ')} only. Use that method. (§4)`,
      [],
      { allow: allowed.join(', ') },
    )
  }
  return new Refusal(
    'call_not_found',
    `${failed}: there is no such call. The nearest is ${row.method} ${row.path === '' ? '/' : row.path}. (§4)`,
  )
}
