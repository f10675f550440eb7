/**
 * Gates: the behaviour of the bank that the tests must meet. If they do not, the command fails. An axis is a group of behaviour, such as
 * `events`. A gate asks for one entry of an axis.
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

/** The gates of `--must`. @throws {CallError} if an axis, or an entry of an axis, is unknown */
export function gatesFrom(command: string, values: Invocation['values']): Gate[] {
  const problems: Problem[] = []
  const gates = ((values.get('must') ?? []) as readonly string[]).flatMap((each): Gate[] => {
    const [axis = ''] = each.split(':')
    if (!isAxis(axis)) {
      problems.push(noAxis('--must', axis))
      return []
    }
    const row = each.slice(axis.length + 1).trim()
    const rows = Object.keys(axes[axis].rows())
    if (row !== '' && rows.length > 0 && !rows.includes(row))
      problems.push({ path: '--must', message: `unknown entry "${row}" of the axis ${axis}${didYouMean(row, rows)}` })
    const wanted = row === '' ? rows : [row]
    return wanted.map((name) => ({ told: `${axis}: ${name}`, isPassed: (met) => Object.hasOwn(met[axis], name) }))
  })
  if (problems.length > 0) throw callError(command, problems)
  return gates
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
