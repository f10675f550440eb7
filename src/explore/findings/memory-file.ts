/** Reads and writes the file of a memory: its findings by name, sorted, so that a person can read a diff of the file. */
import { nodeModule } from '../../bank/shell/state/platform.ts'
import { isDay, problemWith, rule } from '../../contract/options.ts'
import { messageOf, UsageError } from '../../core/errors.ts'
import { canonicalJson, fieldsOf, isRecord, isSame } from '../../core/kernel/json.ts'
import type { RememberedFinding } from '../scenario.ts'

/** What the file says about a finding. `changes`: the number of changes in its smallest run. */
export interface Known extends Pick<RememberedFinding, 'since' | 'accepted'> {
  readonly state: 'ongoing' | 'gone'
  readonly changes: number
}

/** The findings by their names. */
export type Findings = Readonly<Record<string, Known>>

const isKnown = rule<Known>((value) => {
  const { state, since, changes, accepted = { reason: '', until: since }, ...others } = fieldsOf(value)
  const { reason, until, ...more } = fieldsOf(accepted)
  const areDays = [since, until].every((day) => problemWith(isDay, day) === undefined)
  const isOfForm = (state === 'ongoing' || state === 'gone') && Number.isInteger(changes) && typeof reason === 'string'
  return areDays && isOfForm && Object.keys({ ...others, ...more }).length === 0
}, 'must be { "state": "ongoing" or "gone", "since": a day, "changes": a number }, and may have "accepted": { "reason": "…", "until": a day }')

const filesOf = () => nodeModule('node:fs') as typeof import('node:fs') | undefined

/** Reads the findings of a file; none if it does not exist yet. @throws {UsageError} if the file cannot be read, or is damaged */
export function readMemory(path: string): Findings {
  const damaged = (fact: string) =>
    new UsageError(
      `Failed to read the memory "${path}": ${fact}. The file was not changed: repair it, or restore the version that was committed last. (§7)`,
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

/**
 * Writes the findings, if they differ from those that were read. Returns a warning if the file cannot be written: an error would
 * lose what the exploration found.
 */
export function writeMemory(path: string, findings: Findings, read: Findings): string[] {
  if (isSame(findings, read)) return []
  try {
    const files = filesOf()
    if (!files) throw new Error('this platform has no files')
    files.writeFileSync(path, `${JSON.stringify(JSON.parse(canonicalJson({ findings })), null, 2)}\n`)
    return []
  } catch (error) {
    return [`Failed to write the memory "${path}": ${messageOf(error)}. Give a file in a folder that may be written.`]
  }
}
