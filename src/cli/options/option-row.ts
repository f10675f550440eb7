/**
 * One option of the command line, as a row of a table. Its flag, its variable of the environment, `--help` and the reference page are all
 * made from this row.
 */
import type { Problem } from '../../core/rejection.ts'
import type { ValueKind } from './value-kind.ts'

/** One option, or a family of options such as `assume`. */
export interface OptionRow {
  /** Its name, with a dot between levels: `masterAccount.balance`. */
  readonly name: string
  /** A sentence or two for the help. */
  readonly about: string
  readonly kind: ValueKind
  /** The members of a family, each with its kind: the ids of `assume`. */
  readonly members?: Readonly<Record<string, ValueKind>>
  /** The variable of the environment, if the usual name belongs to another option. */
  readonly variable?: string
}

/** How an option is written: as a flag, and as a variable. */
export interface Spelling {
  readonly name: string
  readonly kind: ValueKind
  /** `--master-account.balance` */
  readonly flag: string
  /** `VOSTRO_MASTER_ACCOUNT_BALANCE` */
  readonly variable: string
}

/** One given option, with its place: an error names the option as the user wrote it. */
export interface Given {
  readonly name: string
  readonly value: unknown
  /** Where it was written: `--port` or `VOSTRO_PORT`. */
  readonly place: string
}

/** The options that one source (the flags or the environment) gives, and the problems in it. */
export interface OptionsRead {
  readonly given: readonly Given[]
  readonly problems: readonly Problem[]
}

/** The given options, by name: `masterAccount.balance`. */
export interface GivenValues {
  readonly values: ReadonlyMap<string, unknown>
  readonly places: ReadonlyMap<string, string>
}

/** Every option of the rows, with the members of families. */
export function spellingsOf(rows: readonly OptionRow[]): Spelling[] {
  return rows.flatMap((row) => {
    if (row.members === undefined) {
      return [{ ...row, flag: flagOf(row.name), variable: row.variable ?? variableOf(row.name) }]
    }
    return Object.entries(row.members).map(([member, kind]) => {
      const name = `${row.name}.${member}`
      // A flag keeps the spelling of the id: `--assume.wires.reviewSeconds`.
      return { name, kind, flag: `${flagOf(row.name)}.${member}`, variable: variableOf(name) }
    })
  })
}

/** The name of an option as a flag: `--control-token`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** The name of an option as a variable of the environment: `VOSTRO_CONTROL_TOKEN`. */
export function variableOf(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replaceAll('.', '_')
  return `VOSTRO_${words.toUpperCase()}`
}
