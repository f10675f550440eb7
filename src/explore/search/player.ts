/** The player: plays a scenario run after run, each on a bank of its own. */

import type { Bank } from '../../bank/bank.ts'
import { bankFrom } from '../../bank/create-bank.ts'
import { portOf } from '../../bank/port.ts'
import { isBank } from '../../bank/shell/state/is-bank.ts'
import type { AssumptionId } from '../../core/assumptions/catalogue.ts'
import { UsageError } from '../../core/errors.ts'
import { takeOverRejections } from '../../time/replacements.ts'
import { SeededRandom, takeOverRandom } from '../../time/seeded-random.ts'
import { takeOverTime } from '../../time/take-over.ts'
import { type Change, type ChangeOfAll, isAtPoint, nameOf } from '../changes/change.ts'
import { playRun, type Run } from '../stage/run.ts'
import { createStage, type EarlyEnds, type Stage } from '../stage/stage.ts'
import type { Known } from '../stage/store.ts'
import type { ExploreOptions, Scenario } from '../types.ts'

export class Player {
  readonly #base: Bank
  readonly #draws = new SeededRandom(1)
  readonly #known: Known = { handles: new Set(), promising: new Set() }
  /** The stage of the run that is played now, or was played last. */
  #stage: Stage | undefined

  constructor(
    private readonly scenario: Scenario,
    readonly options: ExploreOptions,
  ) {
    this.#base = isBank(options.bank) ? options.bank : bankFrom(options.bank)
  }

  /** The bank that each run begins with. */
  get world(): Bank['world'] {
    return this.#base.world
  }

  /** Takes over time, random numbers and unhandled rejections. Returns a function that puts them back. */
  takeOver(): () => void {
    const { time, random } = this.options
    const putBack = [
      takeOverRejections((error) => this.#stage?.course.leftUnhandled(error)),
      ...(time === 'real' ? [] : [takeOverTime(() => this.#stage?.clock)]),
      ...(random === 'real' ? [] : [takeOverRandom(this.#draws)]),
    ]
    return () => {
      for (const undo of putBack.toReversed()) undo()
    }
  }

  /** True if a method of a store returns a client, so that no change affects its calls. */
  isHandle(method: string): boolean {
    return this.#known.handles.has(method)
  }

  /** A run that failed after an early end (`isAtRest`) is played again to its full end. */
  async play(changes: readonly Change[], clean: Run | undefined, isCut: EarlyEnds['isCut']): Promise<Run> {
    const made = await this.#play(changes, clean, { isCut, restsAfter: clean?.log.longestPause })
    return made.isUnclear ? await this.#play(changes, clean, { isCut }) : made
  }

  async #play(changes: readonly Change[], clean: Run | undefined, ends: EarlyEnds): Promise<Run> {
    const ofAll = changes.filter((change): change is ChangeOfAll => !isAtPoint(change))
    const bank = ofAll.every(({ kind }) => kind === 'sample') ? this.#base.fork() : otherBank(this.options, ofAll)
    // The oracles judge everything that happened, so the bank must keep all records.
    portOf(bank).keep = undefined
    this.#draws.reset()
    const [options, known] = [this.options, this.#known]
    this.#stage = createStage({ bank, options, changes, known, standard: clean?.standard, ...ends })
    return await playRun(this.#stage, this.scenario)
  }
}

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
  return bankFrom({ ...bank, ...(now === undefined ? {} : { now }), assume: { ...bank?.assume, ...assume } })
}
