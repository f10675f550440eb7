/** The player: plays a scenario run after run, each on a bank of its own. */

import type { Bank } from '../../bank/bank.ts'
import { createBank } from '../../bank/create-bank.ts'
import { internalsOf } from '../../bank/http/bank-internals.ts'
import { factsOf, linesOf } from '../../bank/reports/timeline.ts'
import { isBank } from '../../bank/shell/state/is-bank.ts'
import type { AssumptionId } from '../../core/assumptions/catalogue.ts'
import { UsageError } from '../../core/errors.ts'
import { takeOverRejections } from '../../time/replacements.ts'
import { SeededRandom, takeOverRandom } from '../../time/seeded-random.ts'
import { takeOverTime } from '../../time/take-over.ts'
import { type Change, type ChangeOfAll, isAtPoint, nameOf } from '../changes/change.ts'
import type { ExploreOptions, Scenario } from '../scenario.ts'
import { Run } from '../stage/run.ts'
import type { Known } from '../stage/stage.ts'

export class Player {
  readonly #base: Bank
  /** How many facts the given bank had before any run. Stories leave them out. */
  readonly #told: number
  readonly #draws = new SeededRandom(1)
  readonly #known: Known = { handles: new Set(), promising: new Set() }
  /** The run that is played now, or was played last. */
  #run: Run | undefined

  constructor(
    private readonly scenario: Scenario,
    readonly options: ExploreOptions,
  ) {
    this.#base = isBank(options.bank) ? options.bank : createBank(options.bank)
    this.#told = isBank(options.bank) ? factsIn(options.bank).length : 0
  }

  readonly story = (bank: Bank): string => linesOf(factsIn(bank).slice(this.#told))

  /** The bank that each run begins with. */
  get world(): Bank['world'] {
    return this.#base.world
  }

  /** Takes over time, random numbers and unhandled rejections. Returns a function that puts them back. */
  takeOver(): () => void {
    const { time, random } = this.options
    const putBack = [
      takeOverRejections((error) => {
        if (this.#run) this.#run.unhandled ??= { error }
      }),
      ...(time === 'real' ? [] : [takeOverTime(() => this.#run)]),
      ...(random === 'real' ? [] : [takeOverRandom(this.#draws)]),
    ]
    return () => {
      for (const undo of putBack.toReversed()) undo()
    }
  }

  /** Returns true if the present run must end now, before it is over; absent if nothing can end a run early. */
  isCut?: () => boolean

  /** A run that failed after an early end (`isAtRest`) is played again to its full end. */
  async play(changes: readonly Change[], clean: Run | undefined): Promise<Run> {
    const made = await this.#play(changes, clean, clean?.log.longestPause)
    return made.isUnclear ? await this.#play(changes, clean) : made
  }

  async #play(changes: readonly Change[], clean: Run | undefined, restsAfter?: number): Promise<Run> {
    const ofAll = changes.filter((change): change is ChangeOfAll => !isAtPoint(change))
    const bank = ofAll.every(({ kind }) => kind === 'sample') ? this.#base.fork() : otherBank(this.options, ofAll)
    // The oracles judge everything that happened, so the bank must keep all records.
    internalsOf(bank).shell.keeps = {}
    this.#draws.reset()
    this.#run = new Run(bank, this.options, this.#known, changes)
    this.#run.restsAfter = restsAfter
    // The clean run is never cut short, because there is nothing to report without it.
    if (changes.length > 0 && this.isCut) this.#run.isCut = this.isCut
    return await this.#run.play(this.scenario, clean)
  }
}

const factsIn = (bank: Bank) => factsOf(internalsOf(bank).shell.state, {})

function otherBank({ bank }: ExploreOptions, changes: readonly ChangeOfAll[]): Bank {
  const assume = Object.fromEntries(
    changes.flatMap((each) => (each.kind === 'assume' ? [[each.id as AssumptionId, each.value]] : [])),
  )
  const now = changes.find((each) => each.kind === 'when')?.now
  if (isBank(bank)) {
    throw new UsageError(
      `Failed to explore "${nameOf(changes)}": a bank that is open keeps its assumptions and its time. Pass the options of a bank instead.`,
    )
  }
  return createBank({ ...bank, ...(now === undefined ? {} : { now }), assume: { ...bank?.assume, ...assume } })
}
