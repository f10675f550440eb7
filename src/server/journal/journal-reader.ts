/** Replays a journal line by line: each entry must have the same outcome again. A journal may be larger than the memory. */
import { Bank } from '../../bank/bank.ts'
import { entryOf, type JournalEntry, type KeptEntry, reviveEntry } from '../../bank/shell/state/journal.ts'
import type { Keep } from '../../bank/shell/state/log.ts'
import { isSettings } from '../../bank/shell/state/options.ts'
import { withPredicates } from '../../bank/shell/state/predicate-registry.ts'
import { deviationBetween, doneAgain, problemOf } from '../../bank/shell/state/replay.ts'
import { Shell } from '../../bank/shell/state/shell.ts'
import { stateRead } from '../../bank/shell/state/snapshot.ts'
import { LineReader } from '../../bank/shell/state/snapshot-lines.ts'
import { newState, type State } from '../../bank/shell/state/state.ts'
import { bornWorld } from '../../core/birth.ts'
import { isUsageError } from '../../core/errors.ts'
import { Chain, damaged, type JournalRecord, type RecordKind } from './chain.ts'
import type { OpenBody } from './journal-keeper.ts'

/** The body of the first line. */
export interface HeaderBody {
  /** The number of bytes that are on disk; they hold every acknowledged operation. Absent in files of version 0.1.0. */
  readonly kept?: string
  /** The version of the file format. */
  readonly form: 1
  /** The version of the package that wrote the file. */
  readonly version: string
}

interface Reviving {
  readonly shell: Shell
  readonly keep: Keep
}

export class JournalReader {
  #chain = Chain.start
  /** The place after the last complete operation. */
  #whole = Chain.start
  readonly #banks = new Map<string, Reviving>()
  /** The snapshot that is being read, and its bank. `isNew`: the bank does not exist before the last line of the snapshot. */
  #open: { readonly id: string; readonly isNew: boolean; readonly parts: LineReader } | undefined
  #version: string | undefined

  /** Replays a line, and returns its kind. @throws {UsageError} if the line is not the next one, or its replay has another outcome */
  take(line: string): RecordKind {
    const read = this.#chain.read(line)
    if (typeof read === 'string') throw damaged(this.#chain.lines + 1, read)
    const { record, next } = read
    const { kind, bank } = record
    if ((this.#chain === Chain.start) !== (kind === 'vostro'))
      throw this.#refused(`is of kind "${kind}": the first line, and no other, must be of kind "vostro"`)
    if (this.#open && (kind !== 'part' || bank !== this.#open.id))
      throw this.#refused(`does not belong to the snapshot of bank "${this.#open.id}", which is not complete yet`)
    const take = this.#takers[kind]
    if (take === undefined) throw this.#refused(`is of kind "${kind}", which this version does not know`)
    take(record)
    this.#chain = next
    if (!this.#open) this.#whole = next
    return kind
  }

  /** Whether a line is the next one, and is not damaged. */
  fits(line: string): boolean {
    return typeof this.#chain.read(line) !== 'string'
  }

  /** Whether no line of the last operation is missing. */
  get isWhole(): boolean {
    return this.#open === undefined
  }

  /** The place after the last complete operation: the next line is written there. */
  get place(): Chain {
    return this.#whole
  }

  /** The banks after the last complete operation. */
  banks(): Map<string, Bank> {
    const banks = new Map<string, Bank>()
    for (const [id, { shell, keep }] of this.#banks) {
      if (this.#open?.id === id && this.#open.isNew) continue
      const world = withPredicates(shell.state.world, {}, { failed: `Failed to read a journal, bank "${id}"` })
      banks.set(id, new Bank({ ...shell.state, world }, keep))
    }
    return banks
  }

  readonly #takers: Readonly<Record<RecordKind, (record: JournalRecord) => void>> = {
    vostro: ({ body }) => {
      const { form, version } = this.#parsed(body) as HeaderBody
      if (form !== 1) throw this.#refused(`has the form ${form}, but this version of vostro reads only form 1`)
      this.#version = version
    },
    open: ({ bank, body }) => {
      const { settings, keep, isFollowed } = this.#parsed(body) as OpenBody
      if (this.#banks.has(bank)) throw this.#refused(`opens bank "${bank}", which is open`)
      if (!isSettings(settings)) throw this.#refused(`opens bank "${bank}" with settings that no bank can have`)
      this.#banks.set(bank, { shell: shellOf(newState(bornWorld(settings)), keep), keep })
      if (isFollowed) this.#open = { id: bank, isNew: true, parts: new LineReader() }
    },
    fork: ({ bank, body }) => {
      const { from } = this.#parsed(body) as { from: string }
      if (this.#banks.has(bank)) throw this.#refused(`opens bank "${bank}", which is open`)
      const { shell, keep } = this.#at(from)
      this.#banks.set(bank, { shell: shellOf(shell.state, keep), keep })
    },
    reset: ({ bank }) => {
      const { shell } = this.#at(bank)
      shell.replace(newState(bornWorld(shell.state.world.settings)))
    },
    close: ({ bank }) => {
      this.#at(bank)
      this.#banks.delete(bank)
    },
    part: ({ bank, body }) => {
      const { shell } = this.#at(bank)
      this.#open ??= { id: bank, isNew: false, parts: new LineReader() }
      const { parts } = this.#open
      try {
        parts.take(body)
      } catch (error) {
        if (!isUsageError(error)) throw error
        throw this.#refused('is damaged: it is not the next line of the snapshot to which it belongs')
      }
      if (!parts.isDone) return
      shell.replace(stateRead(parts))
      this.#open = undefined
    },
    entry: ({ bank, body }) => this.#doAgain(this.#at(bank).shell, body),
  }

  #doAgain(shell: Shell, body: string): void {
    const told = this.#parsed(body) as KeptEntry
    const [at, actor, operation, call, outcome, input] = told
    const head = { at, actor, operation, call, outcome, input, happenings: [] } as unknown as JournalEntry
    const problem = problemOf(head)
    if (problem !== undefined) throw this.#refused(problem)
    const done = doneAgain(shell, head)
    if (typeof done === 'string') throw this.#refused(`cannot be done again: ${done}`)
    // Equal texts are equal entries. Otherwise both entries are decoded, so that the error can say where they differ.
    if (done === undefined || JSON.stringify(done) === body) return
    const { seed } = shell.state.world.settings
    const revived = this.#readable(() => reviveEntry(told))
    const fact = deviationBetween(entryOf(seed, revived), entryOf(seed, done))
    if (fact !== undefined) throw this.#refused(fact)
  }

  #at(id: string): Reviving {
    const reviving = this.#banks.get(id)
    if (reviving) return reviving
    throw this.#refused(`is about bank "${id}", which is not open`)
  }

  #parsed(body: string): unknown {
    return this.#readable(() => JSON.parse(body) as unknown)
  }

  #readable<Result>(read: () => Result): Result {
    try {
      return read()
    } catch (error) {
      throw this.#refused(`cannot be read (${(error as Error).message})`)
    }
  }

  #refused(fact: string): Error {
    const writer = this.#version === undefined ? '' : ` (version ${this.#version} of vostro wrote the file)`
    return damaged(this.#chain.lines + 1, `${fact}${writer}`)
  }
}

/** A shell that does not forget events by itself, because forgetting them is an operation, which the journal records. */
function shellOf(state: State, { journal, requests }: Keep): Shell {
  return new Shell(state, { journal, requests })
}
