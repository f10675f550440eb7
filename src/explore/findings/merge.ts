/** Merges the explorations of all shards into one. */
import { checkedOptions } from '../../contract/options.ts'
import { UsageError } from '../../core/errors.ts'
import type { Coverage, Exploration, Failure } from '../types.ts'
import { byRemoteness, worstFirst } from './failures.ts'
import { type MemoryOptions, memoryRules, openMemory } from './memory.ts'
import { reported } from './report.ts'
import { CLEAN_RUNS, shardFrom } from './shard.ts'
import { testOf } from './to-test.ts'

/**
 * Merges the explorations of all shards. The result has the same failures, in the same order, as one exploration without shards.
 *
 * @param explorations - one for each shard, as returned by `explore` or parsed from JSON
 * @param options - the `memory` and `today` of `explore`, for all shards together
 * @throws {UsageError} if a shard is missing or comes twice, or if the memory is damaged
 * @example
 * ```ts
 * import { explore, merge, type Scene } from 'vostro/explore'
 *
 * const scenario = async ({ bank }: Scene) => void bank.tokens.issue()
 * const parts = [await explore(scenario, { shard: '1/2' }), await explore(scenario, { shard: '2/2' })]
 * merge(parts).complete // true
 * ```
 */
export function merge(explorations: readonly Exploration[], options: MemoryOptions = {}): Exploration {
  checkedOptions(options, memoryRules, { failed: 'Failed to merge' })
  const shards = explorations.map(({ shard }) => shardFrom(shard))
  const parts = shards[0]?.parts ?? 0
  const missing = Array.from({ length: parts }, (_, index) => index + 1).filter(
    (part) => shards.filter((shard) => shard.part === part).length !== 1,
  )
  if (parts === 0 || missing.length > 0 || shards.some((shard) => shard.parts !== parts)) {
    throw new UsageError(
      `Failed to merge ${explorations.length} explorations: they must be all shards of one exploration, each once, but they are ${explorations.map(({ shard = 'whole' }) => shard).join(', ') || 'none'}. Explore each of "1/n" to "n/n".`,
    )
  }
  const [first] = explorations as [Exploration]
  const shared = first.coverage.filter(({ depth }) => depth < 2).reduce((sum, { tried }) => sum + tried, CLEAN_RUNS)
  const runs = explorations.reduce((sum, each) => sum + Math.max(0, each.runs - shared), Math.min(shared, first.runs))
  const coverage = first.coverage.map((own) => coverageOf(own, explorations))
  const facts = {
    runs,
    planned: runs + coverage.reduce((sum, { left }) => sum + left, 0),
    complete: explorations.every(({ complete }) => complete),
    cutBy: explorations.find((each) => each.cutBy !== undefined)?.cutBy,
    shard: undefined,
    sampled: first.sampled,
    failures: failuresOf(explorations),
    warnings: [...new Set(explorations.flatMap((each) => each.warnings))],
    coverage,
    untried: first.untried,
    payments: first.payments,
    unmet: first.unmet.filter((end) => explorations.every(({ unmet }) => unmet.includes(end))),
    isTimeJudged: first.isTimeJudged,
    reached: reachedIn(explorations),
    unjudged: [...new Set(explorations.flatMap((each) => each.unjudged))],
    quiet: Math.min(...explorations.map(({ quiet }) => quiet)),
    conduct: first.conduct,
  }
  const saveMemory = openMemory(options)
  return reported({ ...facts, ...saveMemory(facts) })
}

/** The largest count of any shard, for each name. A sum would count the runs with one change repeatedly: each shard makes them all. */
function reachedIn(explorations: readonly Exploration[]): Record<string, number> {
  const names = new Set(explorations.flatMap(({ reached }) => Object.keys(reached)))
  const most = (name: string) => Math.max(...explorations.map(({ reached }) => reached[name] ?? 0))
  return Object.fromEntries([...names].map((name) => [name, most(name)]))
}

/** Adds up the tried runs of all shards, but counts runs with fewer than two changes once, because each shard makes them all. */
function coverageOf(own: Coverage, explorations: readonly Exploration[]): Coverage {
  if (own.depth < 2) return own
  const all = explorations.flatMap(({ coverage }) => coverage.filter(({ depth }) => depth === own.depth))
  return { ...own, tried: all.reduce((sum, { tried }) => sum + tried, 0) }
}

function failuresOf(explorations: readonly Exploration[]): Failure[] {
  const byCause = new Map<string, Failure>()
  // As in one exploration, a failure is shown in its least remote run (see `remoteness` in types.ts).
  const all = explorations
    .flatMap(({ failures }) => failures)
    .toSorted((one, other) => byRemoteness(one, other) || one.foundAfter - other.foundAfter)
  for (const failure of all) {
    const known = byCause.get(failure.cause)
    if (!known)
      byCause.set(failure.cause, {
        ...failure,
        alsoIn: [...failure.alsoIn],
        // If the failure was read from JSON, only the message is left, so the error is made anew.
        error: failure.error instanceof Error ? failure.error : new Error(failure.message),
        toTest: (options) => testOf(failure, options),
        trace: (options) => traceOf(failure, options),
      })
    else {
      known.alsoIn.push(...[failure.run, ...failure.alsoIn].filter((run) => run !== known.run))
      known.foundAfter = Math.min(known.foundAfter, failure.foundAfter)
      const isAsNear = failure.remoteness[0] === known.remoteness[0]
      if (isAsNear) known.findings = [...new Set([...known.findings, ...failure.findings])]
    }
  }
  return worstFirst(
    [...byCause.values()].map((failure) => ({ ...failure, alsoIn: [...new Set(failure.alsoIn)].sort() })),
  )
}

/** JSON keeps no bank: the run of a failure that was read from JSON must be made again. */
async function traceOf({ trace, run, replay }: Failure, options: Parameters<Failure['trace']>[0]): Promise<string> {
  if (typeof trace === 'function') return await trace(options)
  throw new UsageError(
    `Failed to make the trace of the run "${run}": it was made in another process, and its bank is not here. Make it again: ${replay}.`,
  )
}
