/** The trace of a test: how long its file takes, and how long it is; of two hundred events of the timeline, and of two hundred of `bank.events`. */
import type { Bank } from 'vostro'
import { bankWithEvents } from '../../bank/reports/trace/story.ts'
import { compareAsync } from '../measure.ts'
import { type Row, report } from '../row.ts'

/** The most that a trace may take, in microseconds, and the most bytes that it may have. */
const [MOST_TIME, MOST_BYTES] = [20_000, 150_000]

const factsOf = (bank: Bank) => bank.timeline().match(/[│✗] /g)?.length ?? 0

/** The smallest of these tests whose timeline tells so many facts. */
async function eventsForFacts(facts: number): Promise<number> {
  let events = 1
  while (factsOf(await bankWithEvents(events)) < facts) events++
  return events
}

const rows: Row[] = []
for (const [name, events] of [
  ['200 facts of the timeline', await eventsForFacts(200)],
  ['200 events, each of a wire over HTTP', 200],
] as const) {
  const bank = await bankWithEvents(events)
  const { length } = await bank.trace()
  const [ours, limit, ratio] = await compareAsync(
    async (times) => {
      let made = 0
      for (let count = 0; count < times; count++) made += (await bank.trace()).length
      return made
    },
    async (times) => {
      for (let count = 0; count < times; count++) await bankWithEvents(events)
    },
    { times: 3, rounds: 9, warmUps: 6 },
  )
  const figure = `trace of a test of ${name}`
  rows.push(
    { section: 'trace', figure, beside: 'the test itself', ours, limit, ratio },
    { section: 'trace', figure: `${figure}: its time`, beside: '20 ms', microseconds: ours.cpu, target: MOST_TIME },
    {
      section: 'trace',
      figure: `${figure}: its size`,
      beside: '150 kB',
      bytes: [length, MOST_BYTES],
      ratio: length / MOST_BYTES,
      target: 1,
    },
  )
}
report(rows)
