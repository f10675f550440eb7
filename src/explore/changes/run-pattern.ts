/** Patterns of runs: `rejected@payment1+*@store*` matches each run with that rejection and then any change at a store call. */
import { type Change, nameOf } from './change.ts'

/** One regular expression for each change of a run. */
export type RunPattern = readonly RegExp[]

export const isPattern = (name: string): boolean => name.includes('*')

export const patternOf = (text: string): RunPattern =>
  text.split('+').map((part) => new RegExp(`^${part.split('*').map(escaped).join('.*')}$`))

/** True if a pattern matches the run with just these changes, or some run that begins with them. */
export const leadTo = (patterns: readonly RunPattern[], changes: readonly Change[]): boolean =>
  patterns.some((pattern) => changes.every((change, index) => pattern[index]?.test(nameOf([change]))))

const escaped = (text: string) => text.replace(/[.\\^$|?()[\]{}+]/g, '\\$&')
