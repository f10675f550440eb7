/**
 * The consumer matrix: `npm run test:consumers`, after `npm run build`. Packs vostro once; each cell then installs the tarball with
 * its own versions in a scratch folder outside the repository, and runs a partner's small suite there. Cells with the same first
 * package use one folder, one after the other, so that npm installs only what differs. Words after the command choose cells by
 * their names, and `--core` one of each runner.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { groupBy } from '../../src/core/kernel/group-by.ts'
import { type Cell, cells, type Run } from './cells.ts'
import { empty, execute, install, scratch, suites, tarball, versionIn } from './packed.ts'

/** Two at a time: as many as a small machine has processors. */
const AT_ONCE = 2

interface Outcome {
  readonly cell: Cell
  readonly versions: string
  readonly seconds: number
  /** What went wrong; undefined where nothing did. */
  readonly failure?: string
  /** What is not on this machine: the cell was not run. */
  readonly missing?: string
}

const given = process.argv.slice(2)
const wanted = given.filter((word) => word !== '--core')
const isCore = wanted.length < given.length
/** What installs each other Node; its result is what went wrong. */
const installing: Record<string, Promise<string | undefined>> = {}
const chosen = cells.filter((cell) => (cell.isCore || !isCore) && wanted.every((word) => cell.name.includes(word)))

const waiting = [...groupBy(chosen, ({ packages }) => Object.entries(packages)[0]?.join('-') ?? '')]
const outcomes: Outcome[] = []
const work = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const folder = join(scratch, next[0].replace(/\W+/g, '-'))
    for (const cell of next[1]) {
      const outcome = await play(cell, folder)
      outcomes.push(outcome)
      if (outcome.failure) process.stdout.write(`\n${cell.name} failed:\n${outcome.failure}\n`)
    }
    rmSync(folder, { recursive: true, force: true })
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, work))
report(chosen.flatMap((cell) => outcomes.filter((outcome) => outcome.cell === cell)))
if (outcomes.some(({ failure }) => failure !== undefined)) process.exitCode = 1

/** Sets a cell up in a folder, in which an earlier cell may have installed packages, and runs its commands. */
async function play(cell: Cell, folder: string): Promise<Outcome> {
  const began = performance.now()
  const found =
    cell.needs && [process.env[cell.needs.env], ...cell.needs.places].find((path) => path && existsSync(path))
  const platform = `${process.platform}-${process.arch}`
  if (cell.platform && cell.platform !== platform)
    return { cell, versions: '', seconds: 0, missing: `its binary is for ${cell.platform}` }
  if (cell.needs && !found) return { cell, versions: '', seconds: 0, missing: `${cell.needs.env} is not installed` }
  const needed = cell.needs && found ? { [cell.needs.env]: found } : {}
  empty(folder)
  const { packages, packageJson = {} } = cell
  const devDependencies = { ...packages, vostro: `file:${tarball}` }
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'a-partner', private: true, ...packageJson, devDependencies }),
  )
  for (const [name, content] of Object.entries(cell.files)) {
    if (typeof content === 'string') cpSync(suites + content, join(folder, name))
    else writeFileSync(join(folder, name), content.before + readFileSync(suites + content.suite, 'utf8'))
  }
  for (const [name, text] of Object.entries(cell.texts ?? {})) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }

  // The engines of MSW 3 and vitest 5 are those of the Node that runs them, not of the one that installs.
  const failures: (string | undefined)[] = [await install(folder)]
  const node = await nodeOf(cell)
  for (const run of cell.runs) {
    if (!failures.some((one) => one !== undefined)) failures.push(await runIn(folder, node, run, needed))
  }

  const failure = failures.find((one) => one !== undefined)
  const versions = failure === undefined ? versionsIn(folder, cell) : ''
  const seconds = (performance.now() - began) / 1000
  return { cell, versions, seconds, ...(failure === undefined ? {} : { failure }) }
}

/** The Node of a cell. Another than that of this machine is installed once, for all cells. */
async function nodeOf({ node }: Cell): Promise<string> {
  if (node === '20') return process.execPath
  const folder = join(scratch, `node-${node}`)
  installing[node] ??= mkdir(folder).then(() => install(folder, `node@${node}`))
  const failure = await installing[node]
  if (failure !== undefined) throw new Error(failure)
  return join(folder, 'node_modules/node/bin/node')
}

/** Runs a command, and gives what was wrong with it. */
async function runIn(folder: string, node: string, run: Run, needed: object): Promise<string | undefined> {
  const { binary, command, env, edits = {}, failsWith, firstScreen } = run
  const program = binary ? join(folder, 'node_modules', ...binary) : node
  if (!existsSync(program)) return `${binary?.[0]} has no ${binary?.[1]} on this machine.`
  const undo = Object.entries(edits).map(([name, change]) => edit(join(folder, name), change))
  const output = await execute(folder, program, command, { ...needed, ...env })
  for (const putBack of undo) putBack()
  if (failsWith === undefined) return output
  const told = [command.join(' '), ...Object.values(edits).map(([, to]) => `with "${to}"`)].join(' ')
  if (output === undefined) return `${told} succeeded, and it must fail.`
  const shown = firstScreen ? screenOf(output, firstScreen) : output
  const missing = failsWith.filter((text) => !shown.includes(text))
  return missing.length === 0 ? undefined : `${told} does not say ${missing.join('; nor ')}:\n${output}`
}

/** Changes a file, and gives what puts it back. */
function edit(path: string, [from, to]: readonly [string, string]): () => void {
  const before = readFileSync(path, 'utf8')
  if (!before.includes(from)) throw new Error(`Failed to change ${path}: "${from}" is not there.`)
  writeFileSync(
    path,
    before.replace(from, () => to),
  )
  return () => writeFileSync(path, before)
}

/** What a person sees of a failure before scrolling. */
function screenOf(output: string, { begins, lines }: NonNullable<Run['firstScreen']>): string {
  const start = output.search(begins)
  return start < 0 ? '' : output.slice(start).split('\n').slice(0, lines).join('\n')
}

/** The versions that were installed. */
function versionsIn(folder: string, { packages, node }: Cell): string {
  const versionOf = (name: string) => versionIn(folder, name)
  const told = Object.keys(packages).filter((name) => !/babel|^@types\/node/.test(name))
  const nodeVersion = node === '20' ? process.version.slice(1) : versionIn(join(scratch, `node-${node}`), 'node')
  return [`node ${nodeVersion}`, ...told.map((name) => `${name} ${versionOf(name)}`)].join(', ')
}

function report(outcomes: readonly Outcome[]): void {
  const rows = outcomes.map(({ cell, versions, seconds, failure, missing }) => {
    const verdict = missing ? `missing: ${missing}` : failure === undefined ? 'passes' : 'FAILS'
    return `| ${cell.name} | ${verdict} | ${seconds.toFixed(0)} s | ${versions} |`
  })
  process.stdout.write(`\n| cell | | time | versions |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`)
  const failed = outcomes.filter(({ failure }) => failure !== undefined).length
  const absent = outcomes.filter(({ missing }) => missing !== undefined).length
  process.stdout.write(`\n${outcomes.length - failed - absent} passed, ${failed} failed, ${absent} missing\n`)
}
