/** The explorer: the loop in which runs are made. It begins with clean runs, without a change, and decides when to end. */
import type { Bank } from '../../bank/bank.ts'
import { conductIfKept } from '../../bank/reports/conduct/finding.ts'
import { isBank } from '../../bank/shell/state/is-bank.ts'
import { type AssumptionId, assumptions } from '../../core/assumptions/catalogue.ts'
import { UsageError } from '../../core/errors.ts'
import { HOUR, MINUTE, SECOND } from '../../core/kernel/time/instant.ts'
import { type Change, changesNamed, nameOf } from '../changes/change.ts'
import { isPattern } from '../changes/run-pattern.ts'
import { Failures, worstFirst } from '../findings/failures.ts'
import { openMemory } from '../findings/memory.ts'
import { Progress } from '../findings/progress.ts'
import { reported } from '../findings/report.ts'
import { timelineOfRun } from '../findings/run-timeline.ts'
import { CLEAN_RUNS, shardFrom } from '../findings/shard.ts'
import { stopwatch } from '../findings/stopwatch.ts'
import { Tally } from '../findings/tally.ts'
import type { Run } from '../stage/run.ts'
import type { Exploration, ExploreOptions } from '../types.ts'
import { instantsOf } from './calendar.ts'
import { Convergence } from './novelty.ts'
import { Planner } from './planner.ts'
import type { Player } from './player.ts'

const DEFAULT_RUNS = 5_000
const DEFAULT_SAMPLES = 100
/** A receiver that reads a push wrongly shows it in one run. The assumption is used only where pushes are signed. */
const ALWAYS_TRIED: readonly AssumptionId[] = ['webhooks.body']
/** With fewer pushes than this, one or two swaps reach every order, so no samples are needed. */
const FEW_PUSHES = 4
const WARMING_RUNS = 20

export class Explorer {
  readonly #options: ExploreOptions
  readonly #planner: Planner
  readonly #shard: ReturnType<typeof shardFrom>
  /** In milliseconds of real time. */
  readonly #budget: number | undefined
  readonly #timelineOf: (run: Run) => string
  readonly #failures: Failures
  /** Keyed by the text of a warning: the first run that gave it; undefined if the warning belongs to no run. */
  readonly #warnings = new Map<string, string | undefined>()
  #runs = 0
  #sampled = 0
  readonly #elapsed = stopwatch()
  #elapsedWarm = stopwatch()
  readonly #progress: Progress
  readonly #convergence = new Convergence()
  readonly #tally: Tally
  readonly #saveMemory: ReturnType<typeof openMemory>
  #clean: Run | undefined
  /** The number of the present run, counted over all shards and without the clean runs. */
  #number = 0
  #cutBy: Exploration['cutBy']
  /** The run that `only` names. */
  #alone: Run | undefined

  constructor(private readonly player: Player) {
    this.#options = player.options
    const { budget, reaches, shard } = this.#options
    this.#planner = new Planner(this.#options)
    this.#tally = new Tally(reaches)
    this.#saveMemory = openMemory(this.#options)
    this.#budget = budget === undefined ? undefined : budgetFrom(budget)
    this.#shard = shardFrom(shard)
    this.#timelineOf = timelineOfRun(this.#options.bank)
    this.#failures = new Failures(optionsText(this.#options), this.#timelineOf)
    this.#progress = new Progress(this.#failures.found)
  }

  async explore(): Promise<Exploration> {
    const putBack = this.player.takeOver()
    try {
      const first = await this.#cleanRun()
      if (!first.error) await this.#playOthers(first)
    } finally {
      putBack()
    }
    return this.#conclude()
  }

  async #playOthers(clean: Run): Promise<void> {
    this.#clean = clean
    const names = [this.#options.only ?? []].flat()
    for (const name of names) if (!isPattern(name)) await this.#playOnly(name)
    const patterns = names.filter(isPattern)
    if (names.length > 0 && patterns.length === 0) return
    await this.#playAll(clean)
    if (patterns.length > 0 && this.#number === 0) {
      throw new UsageError(
        `Failed to explore the runs "${patterns.join('", "')}": no change of the scenario fits the first part of a pattern. Write a change as failures[i].run names it, with * for any characters: "rejected@payment1+*@store*".`,
      )
    }
  }

  /** Plays the scenario twice, because the first run must learn which store methods return clients. Warns if the runs differ. */
  async #cleanRun(): Promise<Run> {
    const arrived = await this.#play([])
    if (arrived.error) return this.#note(arrived)
    const first = await this.#play([])
    if (this.#labelsOf(first) !== this.#labelsOf(arrived)) {
      this.#warnings.set(
        'Two runs without any change differ, so nothing can be compared with them. Let nothing depend on real time or chance, or on what an earlier run left behind.',
        undefined,
      )
    }
    return this.#note(first)
  }

  /** The labels of all points, except calls of store methods that return a client: only the first run counts those calls. */
  #labelsOf({ log }: Run): string {
    return log.points
      .filter(({ kind, label }) => kind !== 'store' || !this.player.isHandle(label.split('(', 1)[0] as string))
      .map(({ label }) => label)
      .join()
  }

  async #playOnly(name: string): Promise<void> {
    const made = await this.#play(changesNamed(name))
    const { unstruck } = made
    if (made.wasCut) this.#cutBy = this.#timeUp()
    else if (unstruck > 0) {
      throw new UsageError(
        `Failed to explore the run "${name}": ${unstruck} of its changes never took effect, because the run has only ${made.log.points.length} calls, pushes and payments. Take the name from failures[i].run, with the same scenario and options.`,
      )
    }
    this.#alone = made
    this.#note(made)
  }

  async #playAll(first: Run): Promise<void> {
    const { calendars = [], assume = [], maxRuns = DEFAULT_RUNS } = this.#options
    const { now, settings } = this.player.world
    const ofAll: Change[] = instantsOf(calendars, now, settings.timeZone).map((instant) => ({
      kind: 'when',
      now: instant,
    }))
    const wanted = assume === 'each' || isBank(this.#options.bank) ? assume : [...assume, ...ALWAYS_TRIED]
    for (const change of [...ofAll, ...otherAssumptions(first.bank, wanted)]) this.#planner.add([change])
    this.#planner.follow(first)
    while (this.#planner.queue.left > 0) {
      this.#cutBy = this.#limit(maxRuns)
      if (this.#cutBy !== undefined) return await this.#playSamples(first)
      const changes = this.#planner.queue.take(maxRuns - this.#number)
      if (!changes) return
      this.#number++
      if (!this.#shard.isMine(changes)) continue
      const made = await this.#play(changes)
      if (made.wasCut) this.#planner.leave(made)
      else {
        this.#planner.follow(made)
        this.#convergence.note(made.log.points)
      }
      this.#note(made)
      this.#announce(maxRuns)
    }
  }

  /** Announces a long exploration as soon as some runs show how long the others take. The first runs are slow: they load and compile code. */
  #announce(maxRuns: number): void {
    if (this.#runs === WARMING_RUNS) this.#elapsedWarm = stopwatch()
    if (this.#runs !== 2 * WARMING_RUNS) return
    const left = Math.min(maxRuns - this.#number, this.#planner.queue.expected)
    const own = Math.ceil(left / this.#shard.parts)
    const budget = (this.#budget ?? Number.POSITIVE_INFINITY) - this.#elapsed()
    this.#progress.announce(own, Math.min(budget, (own * this.#elapsedWarm()) / WARMING_RUNS))
  }

  /** Tries random orders of pushes, if `maxRuns` left runs out. */
  async #playSamples({ log: { points } }: Run): Promise<void> {
    const { orders = true, samples = DEFAULT_SAMPLES } = this.#options
    const pushes = points.filter(({ kind }) => kind === 'push').length
    if (!orders || pushes < FEW_PUSHES || this.#cutBy !== 'maxRuns') return
    for (let seed = 1; seed <= samples; seed++) {
      const changes: Change[] = [{ kind: 'sample', seed }]
      if (this.#shard.isMine(changes)) this.#note(await this.#play(changes))
      this.#sampled++
      if (this.#limit(Number.POSITIVE_INFINITY) !== undefined) return
    }
  }

  #limit(maxRuns: number): Exploration['cutBy'] {
    const { maxFailures = Number.POSITIVE_INFINITY, maxQuiet = Number.POSITIVE_INFINITY } = this.#options
    const timeUp = this.#timeUp()
    if (timeUp !== undefined) return timeUp
    if (this.#failures.found.length >= maxFailures) return 'maxFailures'
    if (this.#planner.queue.hasPairsOnly && this.#convergence.quiet >= maxQuiet) return 'convergence'
    // `maxRuns` includes the two clean runs.
    return this.#number + CLEAN_RUNS >= maxRuns ? 'maxRuns' : undefined
  }

  #timeUp(): 'budget' | 'signal' | undefined {
    if (this.#budget !== undefined && this.#elapsed() > this.#budget) return 'budget'
    return this.#options.signal?.aborted ? 'signal' : undefined
  }

  async #play(changes: readonly Change[]): Promise<Run> {
    this.#runs++
    // The clean run is never cut short, because there is nothing to report without it.
    const canBeCut = changes.length > 0 && (this.#budget !== undefined || this.#options.signal !== undefined)
    return await this.player.play(changes, this.#clean, canBeCut ? () => this.#timeUp() !== undefined : undefined)
  }

  #note(made: Run): Run {
    for (const warning of made.warnings) {
      if (!this.#warnings.has(warning)) this.#warnings.set(warning, nameOf(made.changes))
    }
    const { error } = made
    if (error) this.#failures.add(made, { error, clean: this.#clean?.bank, foundAfter: this.#number + CLEAN_RUNS })
    this.#tally.note(made)
    const planned = this.#runs + this.#planner.queue.left
    const failures = this.#failures.found.length
    this.#options.onProgress?.({ runs: this.#runs, planned, failures })
    this.#progress.show(this.#runs, planned)
    return made
  }

  #conclude(): Exploration {
    this.#progress.clear()
    const facts = {
      runs: this.#runs,
      planned: this.#runs + this.#planner.queue.left,
      complete: this.#cutBy === undefined && this.#warnings.size === 0 && this.#clean !== undefined,
      cutBy: this.#cutBy,
      shard: this.#options.shard,
      sampled: this.#sampled,
      failures: worstFirst(this.#failures.found),
      warnings: [...this.#warnings].map(([text, run]) =>
        run === undefined ? text : `${text} First in the run ${run}.`,
      ),
      coverage: this.#planner.queue.coverage,
      untried: this.#options.only === undefined ? this.#planner.untried : [],
      ...this.#tally.facts(this.#clean),
      quiet: this.#convergence.quiet,
      conduct: this.#clean ? conductIfKept(this.#clean.bank) : [],
    }
    const alone = this.#alone
    return reported({ ...facts, ...this.#saveMemory(facts) }, alone && (() => this.#timelineOf(alone)))
  }
}

/** A change for each other value of each wanted assumption on which the clean run depends. */
function otherAssumptions(bank: Bank, wanted: NonNullable<ExploreOptions['assume']>): Change[] {
  return bank.assumptions
    .used()
    .filter(({ id }) => wanted === 'each' || wanted.includes(id))
    .flatMap(({ id }) => assumptions[id].allowed.others.map((value): Change => ({ kind: 'assume', id, value })))
}

function budgetFrom(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(s|m|h)$/.exec(text) ?? []
  if (number !== undefined) return Number(number) * { s: SECOND, m: MINUTE, h: HOUR }[unit as 's' | 'm' | 'h']
  throw new UsageError(
    `Failed to explore: the budget is ${JSON.stringify(text)}. Write seconds, minutes or hours, such as "30s" or "5m".`,
  )
}

/** A secret must not stand in the line that repeats a run, because this line is printed and logged. */
const holdsSecret = (bank: ExploreOptions['bank']) => /"[\w.]*secret":"/i.test(JSON.stringify(bank) ?? '')

/**
 * The options that a replay needs, as code. If some of them are no data, such as a function, the code uses `options`: that is the name
 * under which a module of a scenario exports its options.
 */
function optionsText(options: ExploreOptions): string {
  const { bank, heal, assume, oracles, maxTurns, time, random, mayReject, books } = options
  if (mayReject || books || isBank(bank) || holdsSecret(bank)) return '...options, '
  return Object.entries({ bank, heal, assume, oracles, maxTurns, time, random })
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${JSON.stringify(value)}, `))
    .join('')
}
