/** The help of `vostro` and of each command, made from the table of commands. */
import { version } from '../../package.json'
import { wrapped } from '../core/kernel/wrapped.ts'
import type { Command } from './command.ts'
import { commands, defaultCommand } from './commands.ts'
import { flagOf, type OptionRow, variableOf } from './options/option-row.ts'
import { config } from './options/read-options.ts'

/** How many columns the help takes at most. */
const WIDTH = 80

/** The flags of every command, besides its own options. */
const always = [
  ['-h, --help', 'Shows this help.'],
  ['-v, --version', 'Shows the version.'],
] as const

/** What `vostro --help` shows. */
export function overview(): string {
  const rows = commands.map((command) => [usageOf(command), command.summary] as const)
  return `vostro ${version}: the bank in your unit tests, as a process.

Usage: vostro [command] [options]

Commands:
${listed(rows)}

Without a command, "vostro ${defaultCommand.name}" runs.
"vostro <command> --help" shows the options of a command.

${optionsOf(defaultCommand)}`
}

export function helpOf(command: Command): string {
  const words = command.words.map(({ name, about }) => [name, about] as const)
  const parts = [`vostro ${usageOf(command)} [options]`, fitted(command.summary), listed(words), optionsOf(command)]
  return parts.filter((part) => part !== '').join('\n\n')
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

function optionsOf({ options }: Command): string {
  const rows = options.map((row) => [flagWithValue(row), plain(row.about)] as const)
  const [first] = options
  const file = options.includes(config)
    ? `, and in the file of --config as "${first?.name}". Flags override the environment, and the environment overrides the file`
    : ''
  const example =
    first &&
    `Each option can also be set in the environment: ${flagOf(first.name)} as ${variableOf(first.name)}${file}.`
  const elsewhere = example ? `\n\n${fitted(example)}` : ''
  return `Options:\n${listed([...rows, ...always])}${elsewhere}`
}

const fitted = (text: string) => wrapped(text, WIDTH).join('\n')

function listed(rows: readonly (readonly [name: string, about: string])[]): string {
  const width = Math.min(Math.max(0, ...rows.map(([name]) => name.length)), 34) + 4
  return rows
    .map(([name, about]) => {
      const [first = '', ...others] = wrapped(about, WIDTH - width)
      const start = `  ${name}`
      const head = start.length < width ? start.padEnd(width) + first : `${start}\n${' '.repeat(width)}${first}`
      return [head, ...others.map((line) => ' '.repeat(width) + line)].join('\n')
    })
    .join('\n')
}

/** The text without the marks of Markdown. */
function plain(text: string): string {
  return text.replaceAll('`', '')
}
