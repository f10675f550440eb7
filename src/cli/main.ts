/** Runs a command line. The exit code is 0 after success, 1 after a failure, 2 if the command line is invalid. */
import { version } from '../../package.json'
import { isRejectionError, isUsageError } from '../core/errors.ts'
import { didYouMean } from '../core/kernel/nearest.ts'
import { visibleLines } from '../core/kernel/visible.ts'
import type { Problem } from '../core/rejection.ts'
import { CallError, type Command, callError, type Terminal } from './command.ts'
import { commands, defaultCommand } from './commands.ts'
import { helpOf, overview } from './help.ts'
import { readOptions } from './options/read-options.ts'

const [DONE, FAILED, MISUSED] = [0, 1, 2]

export async function main(line: readonly string[], given: Terminal): Promise<number> {
  const terminal = visibly(given)
  try {
    return await run(line, terminal)
  } catch (error) {
    terminal.stderr(errorText(error))
    return error instanceof CallError ? MISUSED : FAILED
  }
}

/** The same terminal, in which texts of clients colour nothing and command nothing. JSON stays the same value. */
function visibly(given: Terminal): Terminal {
  const { stdout, stderr } = given
  return { ...given, stdout: (text) => stdout(visibleLines(text)), stderr: (line) => stderr(visibleLines(line)) }
}

async function run(line: readonly string[], terminal: Terminal): Promise<number> {
  const [first = '', ...rest] = line
  const isNamed = first !== '' && !first.startsWith('-')
  const words = isNamed ? rest : line
  const flags = words.slice(0, words.includes('--') ? words.indexOf('--') : undefined)
  const command = isNamed ? commandNamed(first) : defaultCommand
  if (flags.some((word) => word === '--help' || word === '-h')) {
    await terminal.stdout(isNamed ? helpOf(command, terminal.columns) : overview(terminal.columns))
    return DONE
  }
  if (flags.some((word) => word === '--version' || word === '-v')) {
    await terminal.stdout(version)
    return DONE
  }
  return await command.run(invocationOf(command, words, terminal), terminal)
}

function commandNamed(name: string): Command {
  const command = commands.find((each) => each.name === name)
  if (command) return command
  const known = commands.map((each) => each.name)
  const message = `unknown command${didYouMean(name, known)}`
  throw new CallError('Failed to run vostro', [{ path: name, message }], 'Run "vostro --help" to see the commands.')
}

function invocationOf(command: Command, words: readonly string[], { environment }: Terminal) {
  const allRows = [...new Map(commands.flatMap(({ options }) => options).map((row) => [row.name, row])).values()]
  const asked = readOptions({ words, environment, rows: command.options, allRows })
  const ofOptions = [...asked.problems, ...(command.check?.(asked) ?? [])]
  // Words are checked only if the options are valid: after a mistyped flag, its value would be one word too many.
  const problems = ofOptions.length > 0 ? ofOptions : problemsOfWords(command, asked.words)
  if (problems.length > 0) throw callError(command.name, problems)
  return asked
}

function problemsOfWords({ words }: Command, given: readonly string[]): Problem[] {
  const needed = words.filter(({ isRest }) => !isRest)
  const missing = needed.slice(given.length).map(({ name, about }) => ({ path: name, message: `is missing: ${about}` }))
  const more = (needed.length < words.length ? [] : given.slice(words.length)).map((word) => ({
    path: word,
    message: 'is one word too many',
  }))
  return [...missing, ...more]
}

/** The text of an error for the terminal; for a defect, with its stack. */
function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isOfSystem = typeof (error as NodeJS.ErrnoException).code === 'string'
  const isExpected = error instanceof CallError || isUsageError(error) || isRejectionError(error) || isOfSystem
  return isExpected ? error.message : (error.stack ?? error.message)
}
