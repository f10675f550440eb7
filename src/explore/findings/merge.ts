/** Merging: what the shards of one exploration found, as if one had made all runs. */
import { UsageError } from '../../core/errors.ts'
import type { Coverage, Exploration, Failure } from '../scenario.ts'
import { reportText } from './report.ts'
import { shardFrom } from './shard.ts'
import { testOf } from './to-test.ts'

/**
 * The explorations of all shards as one: the same failures, in the same order, that one exploration without shards finds.
 *
 * @param explorations - one of each shard; or what JSON.parse gives of them
 * @throws {UsageError} where a shard is missing, or there twice
 * @example
 * ```ts
 * import { explore, merge, type Scene } from 'vostro/explore'
 *
 * const scenario = async ({ bank }: Scene) => void bank.tokens.issue()
 * const parts = [await explore(scenario, { shard: '1/2' }), await explore(scenario, { shard: '2/2' })]
 * merge(parts).complete // true
 * ```
 */
export function merge(explorations: readonly Exploration[]): Exploration {
  const shards = explorations.map(({ shard }) => shardFrom(shard))
  const parts = shards[0]?.parts ?? 0
  const missing = Array.from({ length: parts }, (_, index) => index + 1).filter(
    (part) => shards.filter((shard) => shard.part === part).length !== 1,
  )
  if (parts === 0 || missing.length > 0 || shards.some((shard) => shard.parts !== parts)) {
    throw new UsageError(
      `Failed to merge ${explorations.length} explorations: they must be the shards of one, each once, and are ${explorations.map(({ shard = 'whole' }) => shard).join(', ') || 'none'}. Explore each of "1/n" to "n/n". (§7)`,
    )
  }
  const [first, ...others] = explorations as [Exploration, ...Exploration[]]
  const shared = first.coverage.filter(({ depth }) => depth < 2).reduce((sum, { tried }) => sum + tried, CLEAN_RUNS)
  const runs = explorations.reduce(
    (sum, each) => sum + each.runs - Math.min(shared, each.runs),
    Math.min(shared, first.runs),
  )
  const coverage = first.coverage.map((own) =>
    coverageOf(
      own,
      others.map((each) => each.coverage),
    ),
  )
  const cutBy = explorations.find((each) => each.cutBy !== undefined)?.cutBy
  const warnings = [...new Set(explorations.flatMap((each) => each.warnings))]
  const left = coverage.reduce((sum, each) => sum + each.left, 0)
  const merged: Omit<Exploration, 'text' | 'timeline'> = {
    runs,
    planned: runs + left,
    complete: explorations.every(({ complete }) => complete),
    cutBy,
    shard: undefined,
    sampled: first.sampled,
    failures: failuresOf(explorations),
    warnings,
    coverage,
  }
  return { ...merged, timeline: undefined, text: reportText(merged) }
}

/** Those with which each exploration begins. */
const CLEAN_RUNS = 2

function coverageOf(own: Coverage, others: readonly (readonly Coverage[])[]): Coverage {
  if (own.depth < 2) return own
  const tried = others.reduce(
    (sum, coverage) => sum + (coverage.find(({ depth }) => depth === own.depth)?.tried ?? 0),
    own.tried,
  )
  return { ...own, tried }
}

function failuresOf(explorations: readonly Exploration[]): Failure[] {
  const byCause = new Map<string, Failure>()
  const all = explorations
    .flatMap(({ failures }) => failures)
    .toSorted((one, other) => one.foundAfter - other.foundAfter)
  for (const failure of all) {
    const known = byCause.get(failure.cause)
    if (!known)
      byCause.set(failure.cause, {
        ...failure,
        alsoIn: [...failure.alsoIn],
        error: errorOf(failure),
        toTest: (options) => testOf(failure, options),
        trace: () => traceOf(failure),
      })
    else known.alsoIn.push(...[failure.run, ...failure.alsoIn].filter((run) => run !== known.run))
  }
  return [...byCause.values()].map((failure) => ({ ...failure, alsoIn: [...new Set(failure.alsoIn)].sort() }))
}

/** JSON knows no banks either: where the failure comes out of it, its run must be made again. */
async function traceOf({ trace, run, replay }: Failure): Promise<string> {
  if (typeof trace === 'function') return await trace()
  throw new UsageError(
    `Failed to make the trace of the run "${run}": it was made in another process, and its bank is not here. Make it again: ${replay}. (§7)`,
  )
}

/** JSON knows no errors: it keeps their messages. */
function errorOf({ error, message }: Failure): Error {
  return error instanceof Error ? error : new Error(message)
}
