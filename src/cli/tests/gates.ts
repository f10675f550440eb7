/**
 * Gates: the behaviour of the bank that the tests must meet. If they do not, the command fails. An axis is a group of behaviour, such as
 * `events`. A gate asks for one entry of an axis, or for a number of entries.
 */

import { keysOf } from '../../core/kernel/keys.ts'
import { didYouMean } from '../../core/kernel/nearest.ts'
import type { Problem } from '../../core/rejection.ts'
import { type AxisName, axes } from '../../suite/coverage/axes.ts'
import type { Met } from '../../suite/coverage/met.ts'
import { callError, type Invocation } from '../command.ts'

export interface Gate {
  /** In words: `events: Wire.Payment.Sent`. */
  readonly told: string
  readonly isPassed: (met: Met) => boolean
}

/** The gates of `--must` and `--least`. @throws {CallError} if an axis, or an entry of an axis, is unknown */
export function gatesFrom(command: string, values: Invocation['values']): Gate[] {
  const textsOf = (name: string) => (values.get(name) ?? []) as readonly string[]
  const problems: Problem[] = []
  const axisOf = (place: string, name: string): AxisName | undefined => {
    if (isAxis(name)) return name
    problems.push(noAxis(place, name))
    return undefined
  }
  const names = textsOf('must').flatMap((each): Gate[] => {
    const axis = axisOf('--must', each.split(':')[0] ?? '')
    const row = each.slice((axis ?? '').length + 1).trim()
    if (!axis) return []
    const rows = Object.keys(axes[axis].rows())
    if (row !== '' && rows.length > 0 && !rows.includes(row))
      problems.push({ path: '--must', message: `unknown entry "${row}" of the axis ${axis}${didYouMean(row, rows)}` })
    const wanted = row === '' ? rows : [row]
    return wanted.map((name) => ({ told: `${axis}: ${name}`, isPassed: (met) => Object.hasOwn(met[axis], name) }))
  })
  const counts = textsOf('least').flatMap((each): Gate[] => {
    const [name = '', number = ''] = each.split('=')
    const axis = axisOf('--least', name)
    if (!/^\d+$/.test(number)) problems.push({ path: '--least', message: `"${each}" has no number: write faults=3` })
    if (!axis) return []
    return [{ told: `${number} of ${axis}`, isPassed: (met) => Object.keys(met[axis]).length >= Number(number) }]
  })
  if (problems.length > 0) throw callError(command, problems)
  return [...names, ...counts]
}

const isAxis = (name: string): name is AxisName => Object.hasOwn(axes, name)

const noAxis = (path: string, name: string): Problem => ({
  path,
  message: `unknown axis "${name}"${didYouMean(name, keysOf(axes))}`,
})

/** The axes of the report: all without those of `--without`. @throws {CallError} if an axis is unknown */
export function axesFrom(command: string, values: Invocation['values']): readonly AxisName[] {
  const without = (values.get('without') ?? []) as readonly string[]
  const unknown = without.filter((name) => !isAxis(name))
  if (unknown.length > 0)
    throw callError(
      command,
      unknown.map((name) => noAxis('--without', name)),
    )
  return keysOf(axes).filter((name) => !without.includes(name))
}
