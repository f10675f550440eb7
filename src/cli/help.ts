/** The help of `vostro` and of each command, made from the table of commands. */
import { version } from '../../package.json'
import { wrapped } from '../core/kernel/wrapped.ts'
import { type Command, widthOf } from './command.ts'
import { commands, defaultCommand } from './commands.ts'
import { flagOf, type OptionRow, variableOf } from './options/option-row.ts'

/** The flags of every command, besides its own options. */
const always = [
  ['-h, --help', 'Shows this help.'],
  ['-v, --version', 'Shows the version.'],
] as const

const examples = [
  ['vostro --port 8080', 'A bank at http://localhost:8080'],
  ['vostro coverage -- npx vitest run', 'What did the tests never meet?'],
  ['vostro judge scenario.ts', 'Does the code survive every fault?'],
] as const

/**
 * What `vostro --help` shows.
 *
 * @param columns - how wide the terminal is; by default 80
 */
export function overview(columns?: number): string {
  const width = widthOf(columns)
  const rows = commands.map((command) => [usageOf(command), command.summary] as const)
  return `vostro ${version}: the bank in your unit tests, as a process.

Usage: vostro [command] [options]

Commands:
${listed(rows, width)}

Examples:
${listed(examples, width)}

${fitted(`Without a command, "vostro ${defaultCommand.name}" runs. "vostro <command> --help" shows the options of a command.`, width)}`
}

export function helpOf(command: Command, columns?: number): string {
  const width = widthOf(columns)
  const words = command.words.map(({ name, about }) => [name, about] as const)
  const head = [`vostro ${usageOf(command)} [options]`, fitted(command.summary, width), listed(words, width)]
  return [...head, optionsOf(command, width)].filter((part) => part !== '').join('\n\n')
}

/** A command with its words: `judge SCENARIO`. */
export function usageOf({ name, words }: Command): string {
  return [name, ...words.map((word) => word.name)].join(' ')
}

/** An option as it is written: `--port=N`. */
export function flagWithValue({ name, kind, members }: OptionRow): string {
  const value = kind.alone === undefined ? `=${kind.shown}` : kind.shown && `[=${kind.shown}]`
  return `${flagOf(name)}${members ? '.ID' : ''}${value}`
}

function optionsOf({ options }: Command, width: number): string {
  // Without the marks of Markdown.
  const rows = options.map((row) => [flagWithValue(row), row.about.replaceAll('`', '')] as const)
  const [first] = options
  const example =
    first && `Each option can also be set in the environment: ${flagOf(first.name)} as ${variableOf(first.name)}.`
  const elsewhere = example ? `\n\n${fitted(example, width)}` : ''
  return `Options:\n${listed([...rows, ...always], width)}${elsewhere}`
}

const fitted = (text: string, width: number) => wrapped(text, width).join('\n')

function listed(rows: readonly (readonly [name: string, about: string])[], width: number): string {
  const indent = Math.min(Math.max(0, ...rows.map(([name]) => name.length)), Math.floor(width * 0.43)) + 4
  return rows
    .map(([name, about]) => {
      const [first = '', ...others] = wrapped(about, width - indent)
      const start = `  ${name}`
      const head = start.length < indent ? start.padEnd(indent) + first : `${start}\n${' '.repeat(indent)}${first}`
      return [head, ...others.map((line) => ' '.repeat(indent) + line)].join('\n')
    })
    .join('\n')
}
