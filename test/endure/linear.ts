/**
 * The time that hostile input takes: `tsx test/endure/linear.ts`. Twice the input may take about twice the processor time, also inside
 * patterns and other built-in functions, which `npm test` cannot count. The ratio is taken within one run, and the least of some
 * rounds, so that a busy machine does not decide. Before that it must find a quadratic pattern that is planted.
 */
import { createBank } from '../../src/index.ts'
import { families, type Hostile, sendTo, WIDE } from './families.ts'

/** The lengths that are compared: a quadratic pattern takes seconds for the longer one. */
const LENGTHS = [50_000, 200_000] as const
/** Where it is known that it takes long. */
const PLANTED = [10_000, 40_000] as const
/** Four times the input: linear takes four times as long, quadratic sixteen. */
const MOST = 9
/** What takes less than this for the longer one is linear enough, in milliseconds. */
const LITTLE = 40
const ROUNDS = 3

type Work = (length: number) => Promise<unknown>

/** The least processor time of some rounds, in milliseconds. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

/** How much longer the longer input takes; 0 where it takes next to nothing. */
async function growthOf(work: Work, [short, long]: readonly [number, number]): Promise<number> {
  await work(1_000)
  const before = await timeOf(() => work(short))
  const after = await timeOf(() => work(long))
  return after < LITTLE ? 0 : after / Math.max(before, 1)
}

const sending = (make: (length: number, bank: ReturnType<typeof createBank>) => Hostile): Work => {
  const bank = createBank({ assume: WIDE })
  bank.loans.add()
  const token = bank.tokens.issue().access_token
  const snapshot = bank.snapshot()
  return async (length) => {
    bank.restore(snapshot)
    await sendTo(bank, token, make(length, bank))
  }
}

/** Judges every family, and says which take too long for their length. */
export async function run(): Promise<{ readonly isFine: boolean; readonly summary: string }> {
  const planted = await growthOf(async (length) => `x${'/'.repeat(length)}x`.replace(/\/+$/, ''), PLANTED)
  if (planted <= MOST)
    return { isFine: false, summary: `linear: the planted pattern was not found, ×${planted.toFixed(1)}` }
  const slow: string[] = []
  let most = 0
  for (const [name, make] of families) {
    const growth = await growthOf(sending(make), LENGTHS)
    most = Math.max(most, growth)
    if (growth > MOST) slow.push(`  ${name}: ×${growth.toFixed(1)}`)
  }
  const head = `linear: ${families.length} families from ${LENGTHS.join(' to ')} characters, at most ×${most.toFixed(1)}; the planted pattern ×${planted.toFixed(1)}`
  return { isFine: slow.length === 0, summary: [head, ...slow].join('\n') }
}

if (process.argv[1]?.endsWith('linear.ts')) {
  const { isFine, summary } = await run()
  process.stdout.write(`${summary}\n`)
  if (!isFine) process.exitCode = 1
}
