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
  /** Its name in the file, with a dot for each level: `masterAccount.balance`. */
  readonly name: string
  /** A sentence or two for the help. */
  readonly about: string
  readonly kind: ValueKind
  /** The members of a family, each with its kind: the ids of `assume`. */
  readonly members?: Readonly<Record<string, ValueKind>>
  /** The variable of the environment, where something else has the usual name. */
  readonly variable?: string
  /** Set for `config`, which names the file. */
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

/** One option as it was given, with its place: an error names it as the user wrote it. */
export interface Given {
  readonly name: string
  readonly value: unknown
  /** Where it was written: `--port`, `VOSTRO_PORT`, or `port in bank.json`. */
  readonly place: string
}

/** The options that one source gives, and the problems in it. */
export interface OptionsRead {
  readonly given: readonly Given[]
  readonly problems: readonly Problem[]
}

/** Options that were given, and their places, by name: `masterAccount.balance`. */
export interface GivenValues {
  readonly values: ReadonlyMap<string, unknown>
  readonly places: ReadonlyMap<string, string>
}

/** Every option of the rows, with the members of families. */
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

/** Options of earlier versions, each with its present name, and with a message where the name does not say all. */
const former: Readonly<Record<string, readonly [now: string, words?: string]>> = {
  patience: ['maxWait'],
  productionAgain: ['confirmHost'],
  fsync: ['state', 'is gone: every entry is on disk before its call is answered. Leave it out'],
}

/**
 * The problem with an unknown option: its present name, or the nearest known name.
 *
 * @param spell - writes the name of an option as its source does: as a flag, say
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
