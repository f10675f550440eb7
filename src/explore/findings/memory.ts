/** The memory: tells which findings are new, ongoing, gone or back. A finding is gone only if the runs that could show it were made. */
import { isDay, type OptionRules, rule } from '../../contract/options.ts'
import { realDay } from '../../time/stopwatch.ts'
import type { Exploration, ExploreOptions, Failure, RememberedFinding } from '../scenario.ts'
import { type Findings, type Known, readMemory, writeMemory } from './memory-file.ts'

export type MemoryOptions = Pick<ExploreOptions, 'memory' | 'today'>
type Facts = Omit<Exploration, 'text' | 'timeline' | 'memory'>
type State = RememberedFinding['state']

export const memoryRules: OptionRules<MemoryOptions> = {
  memory: rule((value) => typeof value === 'string' && value !== '', 'must be the path of a file'),
  today: isDay,
}

/**
 * Reads the memory before the first run. Returns a function that compares the findings of an exploration with it, and saves them
 * if all runs were to be made.
 */
export function memoryOf({ memory: path, today = realDay(), only }: MemoryOptions & Pick<ExploreOptions, 'only'>) {
  const before = path === undefined ? {} : readMemory(path)
  return (facts: Facts): Facts & Pick<Exploration, 'memory'> => {
    if (path === undefined) return { ...facts, memory: undefined }
    const isWhole = facts.shard === undefined && only === undefined
    const found = foundIn(facts.failures, before)
    const after: Record<string, Known> = { ...before }
    const memory = [...new Set([...Object.keys(before), ...found.keys()])].sort().flatMap((finding) => {
      const known = before[finding]
      const state = stateOf(known, found.has(finding), isWhole && wasTried(facts, known?.changes))
      if (state === undefined) return []
      const next = nextOf(state, known, found.get(finding), today)
      after[finding] = next
      return toldAs(finding, state, next, today)
    })
    const warnings = isWhole ? writeMemory(path, after, before) : []
    return { ...facts, memory, warnings: [...facts.warnings, ...warnings] }
  }
}

/** The state of a finding; undefined if it was gone before and is still not found. */
function stateOf(known: Known | undefined, isFound: boolean, isTried: boolean): State | undefined {
  if (isFound) return known === undefined ? 'new' : known.state === 'gone' ? 'come back' : 'ongoing'
  return known?.state === 'gone' ? undefined : isTried ? 'gone' : 'not tried'
}

/** What the file keeps of a finding. An acceptance ends when its finding is gone: if the finding comes back, it fails again. */
function nextOf(state: State, known: Known | undefined, found: number | undefined, today: string): Known {
  const changes = Math.min(...[known?.changes, found].filter((each) => each !== undefined))
  if (known && (state === 'ongoing' || state === 'not tried')) return { ...known, changes }
  return { state: state === 'gone' ? 'gone' : 'ongoing', since: today, changes }
}

function toldAs(finding: string, state: State, { since, accepted }: Known, today: string): RememberedFinding {
  const isAccepted = accepted !== undefined && today <= accepted.until
  const fails = state === 'new' || state === 'come back' || (state === 'ongoing' && !isAccepted)
  return { finding, state, since, ...(accepted ? { accepted } : {}), fails }
}

/** The findings of the failures, each with the number of its changes. */
function foundIn(failures: readonly Failure[], known: Findings): Map<string, number> {
  const all = failures.flatMap(({ run, findings, changes: { length } }) => {
    // Sampled orders of pushes are not all tried, so they count as pairs.
    const changes = run.startsWith('sample:') ? 2 : length
    // Only some pairs are tried, so a failure of a pair has other findings each time. The remembered ones count, or else the first.
    const remembered = findings.filter((finding) => Object.hasOwn(known, finding))
    const told = remembered.length > 0 ? remembered : findings.slice(0, 1)
    return (changes < 2 ? findings : told).map((finding) => [finding, changes] as const)
  })
  return new Map(all)
}

/** True if each run with this many changes was made, or cannot show anything new. */
function wasTried({ coverage, cutBy }: Facts, changes = 0): boolean {
  const left = coverage.find(({ depth }) => depth === changes)?.left
  return changes === 0 || (left === 0 && (changes === 1 || cutBy === undefined))
}

/** True if this failure fails the gate. Without a memory, every failure does. */
export function failsGate({ findings }: Failure, { memory }: Exploration): boolean {
  return memory?.some(({ finding, fails }) => fails && findings.includes(finding)) ?? true
}

/** The memory in a report: how many findings are in each state, and each of them. */
export function memoryText(memory: readonly RememberedFinding[]): string[] {
  const states = ['new', 'ongoing', 'gone', 'come back', 'not tried'] as const
  const counts = states.map((state) => `${state} ${memory.filter((each) => each.state === state).length}`)
  return [counts.join(', ').replace(', not tried 0', ''), ...memory.map(lineOf)]
}

function lineOf({ finding, state, since, accepted, fails }: RememberedFinding): string {
  const begun = state === 'ongoing' ? ` since ${since}` : ''
  const until = accepted
    ? `, accepted until ${accepted.until}${fails ? ', which is over' : ''} (${accepted.reason})`
    : ''
  return `  ${state}${begun}${until}: ${finding}`
}
