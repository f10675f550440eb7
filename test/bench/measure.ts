/**
 * Measuring: cases that are compared take turns in one process, so that whatever else the machine does falls on all of them
 * alike. A figure is the median over the rounds; a ratio is the median of the ratios of each round.
 */

/** One of the cases that are compared. */
export interface Case {
  /** What is needed, made outside of what is measured. */
  readonly prepare?: () => void
  /** Does the work so many times, and returns something that depends on it. */
  readonly run: (times: number) => unknown
}

/** What one operation of a case took, in microseconds. */
export interface Cost {
  readonly wall: number
  /** Processor time of the whole process, its garbage collector included. */
  readonly cpu: number
}

/**
 * How often: `times` in a row, `rounds` turns of each case, after `warmUps` that do not count. So many in a row that each turn has
 * its collections of young garbage: else one of two cases would pay for both, and a median would count them always or never.
 */
export interface Effort {
  readonly times: number
  readonly rounds?: number
  readonly warmUps?: number
  /** Whether each turn begins with a clear heap. What a case leaves for good would be cleared away in every second turn, on one side alone. */
  readonly isCleared?: boolean
}

/** The engine translates what runs often, and goes on doing so for some thousand turns: what it is like before is not measured. */
const WARM_UPS = 4
const ROUNDS = 9

/** What keeps the last result, so that no compiler may leave the work out. */
const kept: { last?: unknown } = {}

/** Runs two cases by turns. */
export function compare(
  ours: Case,
  limit: Case,
  { times, rounds = ROUNDS, warmUps = WARM_UPS }: Effort,
): [Cost, Cost, ratio: number] {
  const costs: [Cost, Cost][] = []
  collect()
  for (let round = -warmUps; round < rounds; round++) {
    const [first, second] = inTurn([ours, limit], round).map((each) => costOf(each, times)) as [Cost, Cost]
    if (round >= 0) costs.push(inTurn([first, second], round))
  }
  return compared(costs)
}

/** The same for work that is awaited. */
export async function compareAsync(
  ours: (times: number) => Promise<unknown>,
  limit: (times: number) => Promise<unknown>,
  { times, rounds = ROUNDS, warmUps = WARM_UPS, isCleared = false }: Effort,
): Promise<[Cost, Cost, ratio: number]> {
  const costs: [Cost, Cost][] = []
  collect()
  const costOfTurn = (run: typeof ours) => {
    if (isCleared) collect()
    return costOfAsync(run, times)
  }
  for (let round = -warmUps; round < rounds; round++) {
    const [run, other] = inTurn([ours, limit], round)
    const [first, second] = [await costOfTurn(run), await costOfTurn(other)]
    if (round >= 0) costs.push(inTurn([first, second], round))
  }
  return compared(costs)
}

/** Clears away what was left before: nothing that is measured pays for it. */
function collect(): void {
  globalThis.gc?.()
}

export function median(values: readonly number[]): number {
  return values.toSorted((first, second) => first - second)[Math.floor(values.length / 2)] as number
}

function costOf({ prepare, run }: Case, times: number): Cost {
  prepare?.()
  const [start, cpu] = [performance.now(), process.cpuUsage()]
  kept.last = run(times)
  return costSince(start, cpu, times)
}

async function costOfAsync(run: (times: number) => Promise<unknown>, times: number): Promise<Cost> {
  const [start, cpu] = [performance.now(), process.cpuUsage()]
  kept.last = await run(times)
  return costSince(start, cpu, times)
}

/** Who goes first changes, so that neither always pays for the garbage of the other. */
function inTurn<T>([first, second]: readonly [T, T], round: number): [T, T] {
  return round % 2 === 0 ? [first, second] : [second, first]
}

function compared(costs: readonly (readonly [Cost, Cost])[]): [Cost, Cost, ratio: number] {
  return [
    medianCost(costs.map(([own]) => own)),
    medianCost(costs.map(([, other]) => other)),
    median(costs.map(([own, other]) => own.cpu / other.cpu)),
  ]
}

function costSince(start: number, before: NodeJS.CpuUsage, times: number): Cost {
  const wall = (performance.now() - start) * 1_000
  const { user, system } = process.cpuUsage(before)
  return { wall: wall / times, cpu: (user + system) / times }
}

function medianCost(costs: readonly Cost[]): Cost {
  return { wall: median(costs.map(({ wall }) => wall)), cpu: median(costs.map(({ cpu }) => cpu)) }
}
