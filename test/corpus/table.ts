/**
 * The corpus as a table: `npm run corpus`, or `npm run corpus -- "job queue"` for those of a design or bug. For each partner: which run
 * shows its bug, after how many runs, and how much processor time those took; of those that are right, whether any run fails. With
 * `--docs` it becomes a page of the reference. With `--keep=FILE` each outcome is added to a file, and those that stand there are not made
 * again: the whole takes long. Fails where a bug is missed, or a partner blamed that is right.
 */
import { execFile } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { explore } from 'vostro/explore'
import { corpus } from './corpus.ts'
import type { Needs, Partner } from './partner.ts'

interface Outcome extends Partner {
  readonly run: string | undefined
  readonly runs: number
  readonly seconds: number
}

/** Seconds of processor time of this process so far. */
function spent(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

async function outcomeOf(partner: Partner): Promise<Outcome> {
  const begun = spent()
  const only = partner.bug === undefined ? {} : { maxFailures: 1 }
  const { runs, failures } = await explore(partner.scenario, { ...partner.options, ...only })
  return { ...partner, run: failures[0]?.run, runs, seconds: spent() - begun }
}

const row = (...cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |\n`
const head = (...names: readonly string[]) => row(...names) + row(...names.map(() => '---'))

function shownBy({ run, bug }: Outcome): string {
  if (bug === undefined) return run === undefined ? '' : `**${run}**`
  return run === undefined ? '**missed**' : `\`${run}\``
}

const partnersHead = head('design', 'what it does wrongly', 'needs', 'shown by', 'runs', 'seconds')
const partnerRow = (outcome: Outcome) => {
  const { design, bug, needs, runs, seconds } = outcome
  return row(design, bug ?? '', needs ?? '', shownBy(outcome), runs, seconds.toFixed(1))
}

function sumsOf(outcomes: readonly Outcome[]): string {
  const needs: (Needs | undefined)[] = [
    'one change',
    'two changes',
    'a crash',
    'an overlap',
    'an outage',
    'a calendar',
    undefined,
  ]
  const rows = needs.map((each) => {
    const group = outcomes.filter((outcome) => outcome.needs === each)
    const sum = (value: (outcome: Outcome) => number) => group.reduce((total, outcome) => total + value(outcome), 0)
    const found = group.filter(({ run }) => run !== undefined).length
    const seconds = sum((outcome) => outcome.seconds).toFixed(0)
    return row(
      each ?? 'nothing: blamed',
      found,
      group.length,
      sum(({ runs }) => runs),
      seconds,
    )
  })
  return head('needs', 'found', 'of', 'runs', 'seconds') + rows.join('')
}

const words = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? ''
const chosen = corpus.filter(({ design, bug = '' }) => `${design} ${bug}`.includes(words))
const [, part, parts] = /^--part=(\d+)\/(\d+)$/.exec(process.argv.at(-1) ?? '') ?? []
const kept = process.argv.find((argument) => argument.startsWith('--keep='))?.slice('--keep='.length)
const keptLines = kept !== undefined && existsSync(kept) ? readFileSync(kept, 'utf8').trim().split('\n') : []
const known = keptLines.map((line) => JSON.parse(line) as Outcome)
const isOf = (partner: Partner, { design, bug }: Outcome) => design === partner.design && bug === partner.bug
const waiting = chosen.filter((partner) => !known.some((each) => isOf(partner, each)))

if (part !== undefined) {
  // One of several processes: each partner is explored by one of them, and told on a line.
  const own = waiting.filter((_, index) => index % Number(parts) === Number(part) - 1)
  for (const partner of own) {
    const line = `${JSON.stringify(await outcomeOf(partner))}\n`
    if (kept !== undefined) appendFileSync(kept, line)
    process.stdout.write(line)
  }
} else {
  const cores = Math.min(availableParallelism(), waiting.length)
  const told = await Promise.all(Array.from({ length: cores }, (_, index) => partOf(index + 1, cores)))
  const outcomes = [...known, ...told.flat()]
  tell(chosen.map((partner) => outcomes.find((each) => isOf(partner, each)) as Outcome))
}

async function partOf(own: number, cores: number): Promise<Outcome[]> {
  const argv = [
    ...process.execArgv,
    ...process.argv.slice(1, 2),
    ...(words === '' ? [] : [words]),
    ...(kept === undefined ? [] : [`--keep=${kept}`]),
    `--part=${own}/${cores}`,
  ]
  const { stdout } = await promisify(execFile)(process.execPath, argv, { maxBuffer: 2 ** 24 })
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
}

function tell(outcomes: readonly Outcome[]): void {
  const rows = outcomes.map(partnerRow).join('')
  process.stdout.write(`${partnersHead}${rows}\n${sumsOf(outcomes)}`)
  if (process.argv.includes('--docs')) writePage(outcomes, rows)
  const isWrong = ({ bug, run }: Outcome) => (bug === undefined) === (run !== undefined)
  if (outcomes.some(isWrong)) process.exitCode = 1
}

function writePage(outcomes: readonly Outcome[], rows: string): void {
  writeFileSync(
    new URL('../../docs/reference/corpus.md', import.meta.url),
    `<!-- Written by \`npm run corpus -- --docs\`. -->

# The corpus

The corpus is a set of small partners (programs that call the bank) that show how well [explore](../guides/explore.md) finds bugs. There is one partner of each design without a bug, and one for each bug of the design. Unless a partner sets options of its own, explore has its default options, and makes at most 5,000 runs for each partner. In the first table, *needs* is what it takes to show a bug. The last row is about the partners without a bug: *of* counts them, and *found* counts those that explore wrongly blamed. In the second table, *shown by* is the run that showed the bug. Seconds are processor time on the machine that wrote this page. All designs were written by authors who did not see how \`explore\` works, except the first two.

${sumsOf(outcomes)}
${partnersHead}${rows}`,
  )
}
