/**
 * The clock's matrix: `npm run test:clock`, after `npm run build`. In each runner, whether its output goes to a terminal, a pipe or a
 * file, the code of a partner sees the same times of the bank, and the runner exits by itself. Each runner runs ten times at once for
 * each output, so that the machine has a load of ten. With `--core`, it runs once, for one output. Other words choose rows by their names.
 */
import { execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, cpSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { files, packages, type Runner, runners, texts } from './clock-runners.ts'
import { environment, install, scratch, suites, tarball, versionIn } from './packed.ts'

const outputs = ['terminal', 'pipe', 'file'] as const

interface Row {
  readonly runner: Runner
  readonly output: (typeof outputs)[number]
}

/** One run of a row: how it ended, and what each situation of `suites/clock-situations.js` noted. */
interface Outcome {
  /** Null if the run did not exit within `LIMIT`. */
  readonly exit: number | null
  readonly noted: Readonly<Record<string, string>>
  readonly printed: string
}

/** How long a run may take in milliseconds before it counts as one that never exits. */
const LIMIT = 400_000

const given = process.argv.slice(2)
const words = given.filter((word) => word !== '--core')
const isCore = words.length < given.length
const runs = isCore ? 1 : 10
/** How many rows run at a time: in the core as many as a small machine has processors. */
const atOnce = isCore ? 2 : 1

const nameOf = ({ runner, output }: Row) => `${runner.name}, ${output}`
const rows: readonly Row[] = outputs.flatMap((output, nth) =>
  runners
    .filter((_, index) => !isCore || index % outputs.length === nth)
    .map((runner) => ({ runner, output }))
    .filter((row) => words.every((word) => nameOf(row).includes(word))),
)

/** The program that gives a command a terminal, if this machine has one. */
const terminal = [
  { program: 'script', words: (command: readonly string[]) => ['-qec', command.map(quoted).join(' '), '/dev/null'] },
  {
    program: 'python3',
    words: (command: readonly string[]) => [
      '-c',
      'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)',
      ...command,
    ],
  },
].find(({ program }) => isHere(program))

const folder = join(scratch, 'clock')
mkdirSync(folder)
for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text)
for (const [name, suite] of Object.entries(files)) cpSync(suites + suite, join(folder, name))
const wanted = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
const failure = await install(folder, '--save-dev', tarball, ...wanted)
if (failure !== undefined) throw new Error(failure)
const told = Object.keys(packages).filter((name) => !name.includes('babel'))
process.stdout.write(
  `node ${process.version.slice(1)}, ${told.map((name) => `${name} ${versionIn(folder, name)}`).join(', ')}\n`,
)

// In a session of their own, as each run is: Linux shares a machine between sessions, and not between processes.
const neighbours = fork(`${suites}clock-neighbours.js`, { detached: true })
const [ports] = (await once(neighbours, 'message')) as [object]
const outcomes = new Map<Row, readonly Outcome[]>()
const waiting = rows.filter(({ output }) => output !== 'terminal' || terminal)
const work = async () => {
  for (let row = waiting.shift(); row; row = waiting.shift()) {
    const ids = Array.from({ length: runs }, (_, nth) => `${nameOf(row as Row).replace(/\W+/g, '-')}-${nth}`)
    outcomes.set(row, await Promise.all(ids.map((id) => play(row as Row, id))))
    process.stdout.write(`${nameOf(row)}: ${soundOf(outcomes.get(row) ?? [])}\n`)
  }
}
await Promise.all(Array.from({ length: atOnce }, work))
neighbours.disconnect()
report()

/** Runs all situations in a runner, until it exits or has taken too long. */
async function play({ runner, output }: Row, id: string): Promise<Outcome> {
  const notes = join(folder, `${id}.notes`)
  const printed = join(folder, `${id}.printed`)
  writeFileSync(notes, '')
  const command = [process.execPath, ...runner.command]
  const isTerminal = output === 'terminal' && terminal
  const [program = '', ...rest] = isTerminal ? [terminal.program, ...terminal.words(command)] : command
  const file = openSync(printed, 'w')
  const to = output === 'file' ? file : 'pipe'
  const env = environment({ ...ports, NOTES: notes, VOSTRO_TRACE_FOLDER: id })
  // In a group of its own, so that everything that it started can be ended with it.
  const child = spawn(program, rest, { cwd: folder, env, stdio: ['ignore', to, to], detached: true })
  const collected: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => collected.push(String(data)))
  const limit = setTimeout(() => process.kill(-(child.pid as number), 'SIGKILL'), LIMIT)
  const [exit] = (await once(child, 'exit')) as [number | null]
  clearTimeout(limit)
  closeSync(file)
  return { exit, noted: notedIn(notes), printed: collected.join('') || readFileSync(printed, 'utf8') }
}

function notedIn(path: string): Outcome['noted'] {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  const notes = lines.map((line) => JSON.parse(line) as { name: string; times: unknown; isRight: boolean })
  return Object.fromEntries(notes.map(({ name, times, isRight }) => [name, `${isRight} ${JSON.stringify(times)}`]))
}

function isHere(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A word for the shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}

/** What is wrong with a situation in a run; undefined if nothing is. */
function faultOf({ noted, exit }: Outcome, situation: string): string | undefined {
  const note = noted[situation]
  if (note === undefined) return 'not run'
  if (!note.startsWith('true')) return 'other times'
  return exit === null ? 'no exit' : undefined
}

/** How many runs exited as they must: then all their tests passed. */
function soundOf(ran: readonly Outcome[]): string {
  return `${ran.filter(({ exit }) => exit === 0).length} of ${ran.length}`
}

/** Prints a line for each row, with a column for each situation, and what the runs printed that did not pass. */
function report(): void {
  const played = [...outcomes.values()].flat()
  const columns = [...new Set(played.flatMap(({ noted }) => Object.keys(noted)))]
  const lines = rows.map((row) => {
    const ran = outcomes.get(row)
    if (ran === undefined) return [nameOf(row), 'not run: this machine has neither script nor python3']
    const cells = columns.map((situation) => {
      const faults = ran.map((outcome) => faultOf(outcome, situation)).filter((fault) => fault !== undefined)
      return [`${ran.length - faults.length} of ${ran.length}`, ...new Set(faults)].join(', ')
    })
    return [nameOf(row), ...cells, soundOf(ran)]
  })
  const table = [['', ...columns, 'exits'], ['', ...columns, ''].map(() => '---'), ...lines]
  process.stdout.write(`\n${table.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`)
  for (const [row, ran] of outcomes) {
    const bad = ran.find(({ exit, noted }) => exit !== 0 || Object.keys(noted).length < columns.length)
    if (!bad) continue
    process.exitCode = 1
    const noted = Object.entries(bad.noted).map(([name, note]) => `${name}: ${note}`)
    process.stdout.write(`\n${nameOf(row)}:\n${noted.join('\n')}\n${bad.printed.slice(-6_000)}\n`)
  }
}
