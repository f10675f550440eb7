/** Writes a call of the control API as a line of a test that does the same. */
import { visible } from '../../../../../core/kernel/visible.ts'
import { argumentsIn, recordIn } from '../../../line-arguments.ts'
import { literalOf } from '../../../literal.ts'
import type { Call, Given } from './control.ts'

/**
 * Fills the input of a call into its line of test code. `{name}` becomes the part of the input with this name. `$<id>` becomes the
 * value of the field `id` of the answer or else of the input, as in the name `snapshot$<id>`.
 */
export function lineOf(call: Pick<Call, 'x-function' | 'parameters'>, given: Given, answer: unknown): string {
  const { 'x-function': line, parameters = [] } = call
  if (line === undefined) return ''
  const { partner, ...named } = given.named
  const [fields, made] = [recordIn(given.body), { ...recordIn(given.body), ...recordIn(answer) }]
  const isInPath = (name: string) => parameters.some((each) => each.name === name && each.in === 'path')
  const partOf = argumentsIn(line, { ...given, named }, isInPath)
  const argument = (text: string) => (text.startsWith('{') ? literalOf(partOf(text)) : text)
  const filled = line
    .replace(/\$<(\w+)>/g, (_, name: string) => String(made[name]))
    .replace(/\(([^()]*)\)/g, (_, all: string) => argumentList(all.split(', ').map(argument)))
    .replace(/ \/\/ \{(\w+)\}$/, (_, name: string) => (name in fields ? ` // ${literalOf(fields[name])}` : ''))
  return visible(partner === undefined ? filled : filled.replace('bank.', `bank.as(${literalOf(partner)}).`))
}

/** Undefined arguments at the end are left out. */
const argumentList = (all: readonly string[]): string =>
  `(${all.slice(0, all.findLastIndex((each) => each !== 'undefined') + 1).join(', ')})`
