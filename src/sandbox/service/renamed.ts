/** Options that have another name now: who gives the old one is told the new one. */
import { cannotUse, type Failing } from '../../core/option-check.ts'

/** @throws {UsageError} where an option has its old name */
export function refuseRenamed(given: unknown, renamed: Readonly<Record<string, string>>, how: Failing): void {
  const problems = Object.entries(renamed).flatMap(([old, name]) =>
    Object.hasOwn(Object(given), old) ? { path: old, message: `is called "${name}" now` } : [],
  )
  if (problems.length > 0) throw cannotUse(problems, how)
}
