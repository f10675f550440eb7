/** The trace of a test: how long its file takes, of two hundred wires over HTTP. */
import { bankWithEvents } from '../../bank/reports/trace/story.ts'
import { compareAsync } from '../measure.ts'
import { report } from '../row.ts'

const EVENTS = 200
const bank = await bankWithEvents(EVENTS)
const [ours, limit, ratio] = await compareAsync(
  async (times) => {
    for (let count = 0; count < times; count++) await bank.trace()
  },
  async (times) => {
    for (let count = 0; count < times; count++) await bankWithEvents(EVENTS)
  },
  { times: 3, rounds: 9, warmUps: 6 },
)
const figure = 'trace of a test of 200 events, each of a wire over HTTP'
report([{ section: 'trace', figure, beside: 'the test itself', ours, limit, ratio, target: 1.7 }])
