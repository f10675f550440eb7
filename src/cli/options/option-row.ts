/**
 * One option of the command line: a row of the one table from which flags, variables of the environment, the file, `--help` and the
 * reference page are made.
 */
import { calledNow } from '../../contract/options.ts'
import { nearest } from '../../core/kernel/nearest.ts'
import type { Problem } from '../../core/rejection.ts'
import type { ValueKind } from './value-kind.ts'

/** One option, or a family of them. */
export interface OptionRow {
  /** As the file has it, nested by dots: `masterAccount.balance`. */
  readonly name: string
  /** A sentence or two. */
  readonly about: string
  readonly kind: ValueKind
  /** What belongs to a family, below its name: the ids of `assume`, each with its kind. */
  readonly members?: Readonly<Record<string, ValueKind>>
  /** In the environment, where the usual name of the variable is that of something else. */
  readonly variable?: string
  /** Which file is read cannot stand in the file. */
  readonly isNotInFile?: boolean
}

/** An option as it is written in each of the three places. */
export interface Spelling {
  readonly name: string
  readonly kind: ValueKind
  /** `--master-account.balance` */
  readonly flag: string
  /** `VOSTRO_MASTER_ACCOUNT_BALANCE` */
  readonly variable: string
  readonly isNotInFile: boolean
}

/** One option as it was given, with the place where it stands: an error names it as its author wrote it. */
export interface Given {
  readonly name: string
  readonly value: unknown
  /** Where it was written: `--port`, `VOSTRO_PORT`, or `port in bank.json`. */
  readonly place: string
}

/** What was given in one place, and what is wrong there. */
export interface Findings {
  readonly given: readonly Given[]
  readonly problems: readonly Problem[]
}

/** Options that were given, by their names nested by dots, with the place of each. */
export interface GivenValues {
  readonly values: ReadonlyMap<string, unknown>
  readonly places: ReadonlyMap<string, string>
}

/** Every option that some rows stand for, those of families too. */
export function spellingsOf(rows: readonly OptionRow[]): Spelling[] {
  return rows.flatMap((row) => {
    const isNotInFile = row.isNotInFile === true
    if (row.members === undefined) {
      return [{ ...row, isNotInFile, flag: flagOf(row.name), variable: row.variable ?? variableOf(row.name) }]
    }
    return Object.entries(row.members).map(([member, kind]) => {
      const name = `${row.name}.${member}`
      // The ids of a family are written as their catalogue has them.
      return { name, kind, isNotInFile, flag: `${flagOf(row.name)}.${member}`, variable: variableOf(name) }
    })
  })
}

/** Options of earlier versions, each with the one that is written in its place, and with words where that says not all. */
const former: Readonly<Record<string, readonly [now: string, words?: string]>> = {
  patience: ['maxWait'],
  productionAgain: ['confirmHost'],
  fsync: ['state', 'is gone: every entry is on disk before its call is answered. Leave it out'],
}

/**
 * What is wrong with an option that is not known: that it has another name now, or which is the nearest.
 *
 * @param spell - how options are written there: as flags, say
 */
export function unknownOption(given: string, known: readonly string[], spell = (name: string): string => name): string {
  const [now, words] = former[Object.keys(former).find((name) => spell(name) === given) ?? ''] ?? []
  if (now !== undefined && known.includes(spell(now))) return words ?? calledNow(spell(now))
  return `is no option${nearest(given, known)}`
}

/** As a flag: `--control-token`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** As a variable of the environment: `VOSTRO_CONTROL_TOKEN`. */
export function variableOf(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replaceAll('.', '_')
  return `VOSTRO_${words.toUpperCase()}`
}
