/**
 * The corpus as a table: `npx tsx test/corpus/table.ts [words of a design or bug]`. For each partner: which run shows its bug, after
 * how many runs, and how much processor time those took; of those that are right, whether any run fails. Each has 60 seconds of
 * processor time.
 */
import { explore } from 'vostro/explore'
import { all } from './all.ts'
import type { Partner } from './partner.ts'

const LIMIT_SECONDS = 60

interface Outcome extends Partner {
  readonly run: string | undefined
  readonly runs: number
  readonly seconds: number
  readonly pruned: number
  readonly isCut: boolean
}

/** Seconds of processor time of this process so far. */
function spent(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

async function outcomeOf(partner: Partner): Promise<Outcome> {
  const begun = spent()
  const limit = new AbortController()
  const { runs, failures, coverage, cutBy } = await explore(partner.scenario, {
    ...partner.options,
    ...(partner.bug === undefined ? {} : { maxFailures: 1 }),
    signal: limit.signal,
    onProgress: () => {
      if (spent() - begun > LIMIT_SECONDS) limit.abort()
    },
  })
  const pruned = coverage.reduce((sum, { equal }) => sum + equal, 0)
  return { ...partner, run: failures[0]?.run, runs, seconds: spent() - begun, pruned, isCut: cutBy !== undefined }
}

const write = (...cells: readonly (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)

write('design', 'what it does wrongly', 'needs', 'shown by', 'runs', 'seconds')
write(...Array.from({ length: 6 }, () => '---'))
const outcomes: Outcome[] = []
const words = process.argv[2] ?? ''
for (const partner of all.filter(({ design, bug = '' }) => `${design} ${bug}`.includes(words))) {
  const outcome = await outcomeOf(partner)
  outcomes.push(outcome)
  const { design, bug, needs, run, runs, seconds } = outcome
  const shown = run === undefined ? (bug === undefined ? '' : '**missed**') : bug === undefined ? `**${run}**` : run
  write(design, bug ?? '(right)', needs ?? '', shown, runs, seconds.toFixed(1))
}

process.stdout.write('\n')
write('needs', 'found', 'of', 'runs', 'seconds')
write(...Array.from({ length: 5 }, () => '---'))
for (const needs of ['one change', 'two changes', 'a crash', 'an overlap', 'an outage', 'a calendar', undefined]) {
  const group = outcomes.filter((each) => each.needs === needs)
  const sum = (value: (outcome: Outcome) => number) => group.reduce((total, each) => total + value(each), 0)
  const found = group.filter(({ run }) => run !== undefined).length
  write(
    needs ?? 'nothing: blamed',
    found,
    group.length,
    sum(({ runs }) => runs),
    sum(({ seconds }) => seconds).toFixed(0),
  )
}
