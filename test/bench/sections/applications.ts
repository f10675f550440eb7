/**
 * explore at three applications of the corpus, those with the most bugs of two changes: the runs to each such bug, beside the 1,500 that a
 * gate may take, and the processor time until the search of the right one has converged, beside five minutes.
 */
import { explore } from 'vostro/explore'
import { inbox } from '../../corpus/inbox.ts'
import type { Partner } from '../../corpus/partner.ts'
import { requestScoped } from '../../corpus/request-scoped.ts'
import { saga } from '../../corpus/saga.ts'
import type { Cost } from '../measure.ts'
import { type Row, report } from '../row.ts'

const MOST_RUNS = 1_500
/** The last so many runs showed nothing new. */
const CONVERGED = 300
/** Microseconds. */
const FIVE_MINUTES = 3e8

const section = 'applications'

async function cost(work: () => Promise<unknown>): Promise<Cost> {
  const [began, before] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { wall: (performance.now() - began) * 1_000, cpu: user + system }
}

async function toBug({ design, bug, scenario, options }: Partner): Promise<Row> {
  let runs = 0
  let isFound = false
  const ours = await cost(async () => {
    const exploration = await explore(scenario, { ...options, maxFailures: 1 })
    runs = exploration.runs
    isFound = exploration.failures.length > 0
  })
  const figure = `${design}: ${bug}, ${isFound ? 'found in' : 'not found in'} ${runs} runs`
  return { section, figure, beside: `${MOST_RUNS} runs`, ours, ratio: runs / MOST_RUNS, target: 1 }
}

async function toConvergence({ design, scenario, options }: Partner): Promise<Row> {
  let runs = 0
  const ours = await cost(async () => {
    runs = (await explore(scenario, { ...options, maxQuiet: CONVERGED })).runs
  })
  const figure = `${design}, right: to its end or convergence, ${runs} runs`
  return { section, figure, beside: 'five minutes', ours, ratio: ours.cpu / FIVE_MINUTES, target: 1 }
}

const rows: Row[] = []
for (const partner of [...requestScoped, ...saga, ...inbox]) {
  if (partner.bug === undefined) rows.push(await toConvergence(partner))
  else if (partner.needs === 'two changes') rows.push(await toBug(partner))
}
report(rows)
