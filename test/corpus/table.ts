/**
 * The corpus as a table: `npx tsx test/corpus/table.ts [design]`. For each partner: after how many runs `explore` finds the bug, the smallest
 * failure (faults, decisions, assumptions and swaps, counted), whether the scenario alone finds it, and how many of 1,000 runs with
 * random faults and a random order of pushes do. The oracles are the same for all.
 */
import { createBank } from 'vostro'
import { explore, type Failure, type Scenario } from 'vostro/explore'
import { cleanOf, run } from '../../src/kits/explore/run.ts'
import { corpus, type Partner } from './corpus.ts'
import { twelveCalls } from './twelve-calls.ts'

const RANDOM_RUNS = 1_000
const requestFaults = [
  ['status', 401],
  ['status', 429],
  ['status', 500],
  ['status', 503],
  ['timeout'],
  ['networkError'],
  ['lostAnswer'],
  ['slow'],
  ['malformedBody'],
  ['beforeAnswer'],
  ['expiredToken'],
  ['staleRead'],
] as const
const pushFaults = ['duplicate', 'drop', 'delay', 'reorder'] as const

/** How many of the random runs go wrong. */
async function randomly({ scenario, options }: Partner): Promise<number> {
  const bank = createBank(options.bank as object)
  const first = await run(bank.fork(), scenario, { does: 'nothing' }, options, undefined)
  const [calls, pushes] = [first.bank.requests.length, first.delivered.length]
  const upTo = randomFrom(7)
  let failing = 0
  for (let count = 0; count < RANDOM_RUNS; count++) {
    const faults = Array.from({ length: 1 + upTo(3) }, () => ({ which: upTo(16), nth: upTo(1_000) }))
    const struck: Scenario = async (scene) => {
      for (const { which, nth } of faults) {
        const [kind, status] = requestFaults[which] ?? []
        const pushFault = pushFaults[which - requestFaults.length]
        if (kind === 'status') scene.bank.faults.inject(kind, { nth: 1 + (nth % calls), status: status as 500 })
        else if (kind) scene.bank.faults.inject(kind, { nth: 1 + (nth % calls) })
        else if (pushFault && pushes > 0) scene.bank.faults.inject(pushFault, { nth: 1 + (nth % pushes) })
      }
      return await scenario(scene)
    }
    const choices = first.steps.map(() => upTo(Math.max(pushes, 1)))
    const { error } = await run(bank.fork(), struck, { does: 'order', choices }, options, cleanOf(first))
    if (error) failing++
  }
  return failing
}

/** Whole numbers below a bound, the same ones each time (mulberry32). */
function randomFrom(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound
  }
}

/** How long twelve calls and six pushes take, in the most orders that six can come in. */
async function twelveAndSix(): Promise<string> {
  const begun = process.cpuUsage()
  const { text } = await explore(twelveCalls(true))
  return `\n12 calls, 6 pushes: ${text.replace('\n', ', ')}, ${(process.cpuUsage(begun).user / 1e6).toFixed(1)} s of processor time.\n`
}

/** Of how many changes a failure is made. */
function sizeOf({ run: name, order }: Failure): number {
  return name === 'clean' ? 0 : (order?.filter((choice) => choice > 0).length ?? 1)
}

const write = (...cells: readonly (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)

write('design', 'bug', 'runs', 'found after', 'by', 'smallest', 'plain', `of ${RANDOM_RUNS} random runs`)
write(...Array.from({ length: 8 }, () => '---'))
const sums = { bugs: 0, found: 0, plain: 0, random: 0, alarms: 0 }
for (const partner of corpus.filter(({ design }) => design.includes(process.argv[2] ?? ''))) {
  const { design, bug, scenario, options } = partner
  const { runs, failures } = await explore(scenario, options)
  const random = await randomly(partner)
  const first = failures[0]
  const isPlain = first?.run === 'clean'
  const smallest = first ? Math.min(...failures.map(sizeOf)) : '-'
  write(
    design,
    bug ?? '(none)',
    runs,
    first?.foundAfter ?? '-',
    first?.run ?? '-',
    smallest,
    isPlain ? 'yes' : 'no',
    random,
  )
  if (bug === undefined) sums.alarms += failures.length
  else {
    sums.bugs++
    sums.found += first ? 1 : 0
    sums.plain += isPlain ? 1 : 0
    sums.random += random > 0 ? 1 : 0
  }
}
process.stdout.write(await twelveAndSix())
process.stdout.write(
  `\nOf ${sums.bugs} bugs explore finds ${sums.found}, the plain scenario ${sums.plain}, ${RANDOM_RUNS} random runs ${sums.random}. False alarms of explore: ${sums.alarms}.\n`,
)
