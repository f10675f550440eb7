/** Writes a call of the control API as a line of a test that does the same. */
import { visible } from '../../../../../core/kernel/visible.ts'
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
  const told: readonly string[] = line.match(/(?<=[{,<])\w+/g) ?? []
  const values: Readonly<Record<string, unknown>> = {
    ...fields,
    ...named,
    body: some(fields, () => true),
    all: some({ ...named, ...fields }, () => true),
    rest: some(fields, (name) => !told.includes(name)),
    query: some(named, (name) => parameters.every((each) => each.name !== name || each.in === 'query')),
  }
  const argument = (text: string) => {
    const [, name, several] = /^\{(?:(\w+)|(.+))\}$/.exec(text) ?? []
    if (several) return literalOf(some(fields, (each) => several.split(',').includes(each)))
    return name ? literalOf(values[name]) : text
  }
  const filled = line
    .replace(/\$<(\w+)>/g, (_, name: string) => String(made[name]))
    .replace(/\(([^()]*)\)/g, (_, all: string) => argumentList(all.split(', ').map(argument)))
    .replace(/ \/\/ \{(\w+)\}$/, (_, name: string) => (name in fields ? ` // ${literalOf(fields[name])}` : ''))
  return visible(partner === undefined ? filled : filled.replace('bank.', `bank.as(${literalOf(partner)}).`))
}

/** Undefined arguments at the end are left out. */
const argumentList = (all: readonly string[]): string =>
  `(${all.slice(0, all.findLastIndex((each) => each !== 'undefined') + 1).join(', ')})`

export function testOf(lines: readonly string[], seed: number): string {
  return `import { test as bankTest } from 'vostro/vitest'

const test = bankTest.extend({ bankOptions: { seed: ${seed} } })

test('what was clicked', async ({ bank }) => {
${lines.map((line) => `  ${line}\n`).join('')}})
`
}

const recordIn = (value: unknown): Readonly<Record<string, unknown>> => ({ ...(typeof value === 'object' && value) })

/** Returns the fields whose names `isIn` accepts, or undefined if there are none. */
function some(fields: object, isIn: (name: string) => boolean): object | undefined {
  const found = Object.entries(fields).filter(([name]) => isIn(name))
  return found.length > 0 ? Object.fromEntries(found) : undefined
}
