/**
 * The memory: a JSON file of the findings of earlier explorations, which tells which findings are new, ongoing, gone or back. It is sorted
 * by name, so that a person can read a diff of it. A finding is gone only if the runs that could show it were made.
 */
import { nodeModule } from '../../bank/shell/host/platform.ts'
import { isDay, type OptionRules, problemWith, rule } from '../../contract/options.ts'
import { messageOf, UsageError } from '../../core/errors.ts'
import { canonicalJson, fieldsOf, isRecord, isSame } from '../../core/kernel/json.ts'
import type { Exploration, ExploreOptions, Failure, RememberedFinding } from '../types.ts'
import { realDay } from './stopwatch.ts'

export type MemoryOptions = Pick<ExploreOptions, 'memory' | 'today'>
type Facts = Omit<Exploration, 'text' | 'timeline' | 'memory'>
type State = RememberedFinding['state']

/** What the file says about a finding. `changes`: the number of changes in its smallest run. */
interface Known extends Pick<RememberedFinding, 'since' | 'accepted'> {
  readonly state: 'ongoing' | 'gone'
  readonly changes: number
}

/** The keys are the names of the findings. */
type Findings = Readonly<Record<string, Known>>

export const memoryRules: OptionRules<MemoryOptions> = {
  memory: rule((value) => typeof value === 'string' && value !== '', 'must be the path of a file'),
  today: isDay,
}

/** Reads the memory. Returns a function that compares an exploration with it, and saves it unless `only` or `shard` left runs out. */
export function openMemory({ memory: path, today = realDay(), only }: MemoryOptions & Pick<ExploreOptions, 'only'>) {
  const before = path === undefined ? {} : readMemory(path)
  return (facts: Facts): Pick<Exploration, 'memory' | 'warnings'> => {
    if (path === undefined) return { memory: undefined, warnings: facts.warnings }
    const isWhole = facts.shard === undefined && only === undefined
    const found = foundIn(facts.failures, before)
    const after: Record<string, Known> = { ...before }
    const memory = [...new Set([...Object.keys(before), ...found.keys()])].sort().flatMap((finding) => {
      const known = before[finding]
      const state = stateOf(known, found.has(finding), isWhole && wasTried(facts, known?.changes))
      if (state === undefined) return []
      const next = nextOf(state, known, found.get(finding), today)
      after[finding] = next
      return rememberedFinding(finding, state, next, today)
    })
    const warnings = isWhole ? writeMemory(path, after, before) : []
    return { memory, warnings: [...facts.warnings, ...warnings] }
  }
}

/** Returns the new state of a finding; undefined if the finding was gone before and is still not found. */
function stateOf(known: Known | undefined, isFound: boolean, isTried: boolean): State | undefined {
  if (isFound) return known === undefined ? 'new' : known.state === 'gone' ? 'come back' : 'ongoing'
  return known?.state === 'gone' ? undefined : isTried ? 'gone' : 'not tried'
}

/** What the file keeps. A finding that was gone and comes back is no longer accepted. */
function nextOf(state: State, known: Known | undefined, found: number | undefined, today: string): Known {
  const changes = Math.min(...[known?.changes, found].filter((each) => each !== undefined))
  if (known && (state === 'ongoing' || state === 'not tried')) return { ...known, changes }
  return { state: state === 'gone' ? 'gone' : 'ongoing', since: today, changes }
}

function rememberedFinding(
  finding: string,
  state: State,
  { since, accepted }: Known,
  today: string,
): RememberedFinding {
  const isAccepted = accepted !== undefined && today <= accepted.until
  const fails = state === 'new' || state === 'come back' || (state === 'ongoing' && !isAccepted)
  return { finding, state, since, ...(accepted ? { accepted } : {}), fails }
}

/** The names of the findings, each with its number of changes. */
function foundIn(failures: readonly Failure[], known: Findings): Map<string, number> {
  const all = failures.flatMap(({ run, findings, changes: { length } }) => {
    // A run with a random order of pushes is treated like a pair of changes, because only some of these orders are tried.
    const changes = run.startsWith('sample:') ? 2 : length
    // Each exploration may find the failure of a pair at other places. So only names that the memory knows are kept, or else the first.
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

/** True if the failure keeps the exploration from passing, as every failure does without a memory. */
export function failsGate({ findings }: Failure, { memory }: Exploration): boolean {
  return memory?.some(({ finding, fails }) => fails && findings.includes(finding)) ?? true
}

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

const isKnown = rule<Known>((value) => {
  const { state, since, changes, accepted = { reason: '', until: since }, ...others } = fieldsOf(value)
  const { reason, until, ...more } = fieldsOf(accepted)
  const areDays = [since, until].every((day) => problemWith(isDay, day) === undefined)
  const isOfForm = (state === 'ongoing' || state === 'gone') && Number.isInteger(changes) && typeof reason === 'string'
  return areDays && isOfForm && Object.keys({ ...others, ...more }).length === 0
}, 'must be { "state": "ongoing" or "gone", "since": a day, "changes": a number }, and may have "accepted": { "reason": "…", "until": a day }')

const filesOf = () => nodeModule('node:fs') as typeof import('node:fs') | undefined

/** Without a file, there are no findings. @throws {UsageError} if the file cannot be read, or is damaged */
function readMemory(path: string): Findings {
  const damaged = (fact: string) =>
    new UsageError(
      `Failed to read the memory "${path}": ${fact}. The file was not changed: repair it, or restore the version that was committed last.`,
    )
  let findings: unknown = {}
  try {
    const files = filesOf()
    if (files?.existsSync(path)) findings = fieldsOf(JSON.parse(files.readFileSync(path, 'utf8')))['findings']
  } catch (error) {
    throw damaged(`it is no JSON file: ${messageOf(error)}`)
  }
  if (!isRecord(findings)) throw damaged('it has no record "findings"')
  for (const [name, known] of Object.entries(findings)) {
    const problem = problemWith(isKnown, known)
    if (problem !== undefined) throw damaged(`"${name}" ${problem}`)
  }
  return findings as Findings
}

/** Writes the findings if they have changed. A failure is a warning, because an error would lose what was found. */
function writeMemory(path: string, findings: Findings, read: Findings): string[] {
  if (isSame(findings, read)) return []
  try {
    const files = filesOf()
    if (!files) throw new Error('this platform has no files')
    files.writeFileSync(path, `${JSON.stringify(JSON.parse(canonicalJson({ findings })), null, 2)}\n`)
    return []
  } catch (error) {
    return [
      `Failed to write the memory "${path}": ${messageOf(error)}. Give the path of a file that the process may write.`,
    ]
  }
}
