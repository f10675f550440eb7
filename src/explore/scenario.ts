/** The public types of `explore`: the scenario with its ends, the options, and what was found. */
import type { Bank } from '../bank/bank.ts'
import type { BookEntry, OracleName } from '../bank/books/oracles.ts'
import type { Finding } from '../bank/reports/conduct/finding.ts'
import type { ConnectOptions, PushHandler } from '../bank/shell/pushes/receiver.ts'
import type { BankOptions } from '../bank/shell/state/options.ts'
import type { AssumptionId } from '../core/assumptions/catalogue.ts'
import type { Duration } from '../core/kernel/time/duration.ts'

/** The ends by which a partner's code reaches the bank, its store and its time. */
export interface Ends {
  /** The bank's HTTP edge, for the partner's client. */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /** Connects the partner's receiver to a callback address, as `bank.webhooks.connect` does, with the options of that. */
  readonly connect: (callbackUrl: string, handler: PushHandler, options?: ConnectOptions) => void
  /**
   * Gives a client of a store, a database say, whose calls can be struck: one fails, its answer is lost, the process ends.
   * Objects with methods that it hands to callbacks, a transaction say, are wrapped too.
   */
  readonly store: <Client extends object>(client: Client) => Client
  /**
   * Names what the partner means to do, so that it is known again in each run whatever the reference, key or amount: all wires that
   * come of `act` are this intent's.
   */
  readonly intend: <Result>(name: string, act: () => Promise<Result>) => Promise<Result>
  /** Says that the partner's code got to a place of this name, such as `refund`: a path that no run took says nothing. */
  readonly reach: (name: string) => void
  /** Waits on the bank's clock. */
  readonly sleep: (duration: Duration) => Promise<void>
  /** Calls `tick` every so often on the bank's clock, never while the last call is under way; gives what ends it. */
  readonly every: (duration: Duration, tick: () => unknown) => () => void
}

/** The bank of a run, which is fresh in each, and the ends by which a scenario reaches it. */
export interface Scene extends Ends {
  readonly bank: Bank
  /** Shows the partner's own view of its payments: it is held against the bank's at each step of the clock, after each push and at the end. */
  readonly books: (
    view: () => Iterable<BookEntry> | Promise<Iterable<BookEntry>>,
    /** `within`: they agree with the bank's so long after each payment is final and nothing is out of order any more. */
    options?: { readonly within?: Duration },
  ) => void
  /** Checks a condition in the end, when the bank has healed and each push has come: the function throws where it does not hold. */
  readonly eventually: (check: () => void | Promise<void>) => void
  /**
   * Checks that something holds in time: so long after the scenario has ended, every payment is final and nothing is out of order any
   * more, the function is called, and throws where it does not hold. A push that never comes is no disorder: the duration is at least
   * as long as the time after which the partner asks by itself.
   */
  readonly within: (duration: Duration, check: () => void | Promise<void>) => void
  /**
   * Runs the partner's code as a process that can be ended at each call and push, and at each call of its store; then it is
   * started again, and its memory is gone. It works with the ends that it is given, and with no others.
   */
  readonly process: <Api>(start: (ends: Ends) => Api | Promise<Api>) => Promise<Process<Api>>
}

/** A process of the partner's. */
export interface Process<Api> {
  /**
   * Asks the process for something, as a user's request does.
   *
   * @throws {ProcessEndedError} where it ended before it had answered; it is started again
   */
  readonly ask: <Result>(question: (api: Api) => Result | Promise<Result>) => Promise<Result>
}

/** The process of the partner's ended while it was at work: a change of this run. */
export class ProcessEndedError extends Error {
  override readonly name = 'ProcessEndedError'
}

/** A partner's code at work: it resolves where all went as it should, and rejects where it did not. */
export type Scenario<Result = unknown> = (scene: Scene) => Promise<Result>

/** What to explore, and how far. */
export interface ExploreOptions<Result = unknown> {
  /** The bank that each run begins with: its options, or a bank, which is forked for each run. */
  bank?: BankOptions | Bank | undefined
  /** How many changes one run has at most: 2 by default, so that every pair is tried as far as `maxRuns` goes. */
  depth?: 1 | 2 | 3 | undefined
  /** Whether single faults are tried; by default they are. */
  faults?: boolean | undefined
  /** Whether the orders of pushes are tried; by default they are. */
  orders?: boolean | undefined
  /** Whether a call is stopped while everything else goes on, for an instant or for minutes; by default it is. */
  overlaps?: boolean | undefined
  /**
   * Whether a push may be lost for good, and a registration stay suspended: code that relies on pushes alone never learns what they
   * would have said. By default they may.
   */
  lostPushes?: boolean | undefined
  /** The clean run is repeated with every other value of the assumptions that it rests on: of `each`, or of those that are named. */
  assume?: 'each' | readonly AssumptionId[] | undefined
  /**
   * Whether the bank's operations team holds each payment once until the bank heals, rejects it once and reverses it once, and a batch
   * leaves it behind once. Where it is not set, and the scenario shows its `books`, these runs are made and judged by the oracles alone:
   * a check of the scenario may expect that its payments complete. With `true` its checks are judged, too.
   */
  deskDecisions?: boolean | undefined
  /**
   * Whether a payment that the scenario did not ask for comes in just before a page of payments is read. Off by default: a scenario that
   * expects a certain balance would fail, and rightly.
   */
  unsolicitedPayments?: boolean | undefined
  /** Further times at which the scenario happens: before a holiday, over a change of the clocks, at a month's end. */
  calendars?: readonly Calendar[] | undefined
  /** Ends after so many failures; by default every run is made. */
  maxFailures?: number | undefined
  /** The most runs; by default 5,000. */
  maxRuns?: number | undefined
  /** Ends after so many runs in a row that showed nothing new, once each single change was tried; by default it does not. */
  maxQuiet?: number | undefined
  /** Ends after so much real time, such as `30s` or `5m`, within a run too, with what it has found so far; by default it does not. */
  budget?: string | undefined
  /** How many orders of pushes are drawn at random where `maxRuns` leaves some out; by default 100. */
  samples?: number | undefined
  /**
   * These runs alone, by the names that `failures[i].run` gives them; `*` stands for any characters: `rejected@payment1+*@store*` are
   * all runs with that rejection and then a change at a call of a store.
   */
  only?: string | readonly string[] | undefined
  /** The places that some run must `reach`: the exploration does not pass where no run got to one of them. */
  reaches?: readonly string[] | undefined
  /** The runs to be tried first, by names or patterns as `only` has them. */
  focus?: string | readonly string[] | undefined
  /** A part of the runs, such as `3/8`: eight of them together are the whole. */
  shard?: string | undefined
  /** The path of a JSON file that remembers the failures of this scenario; a shard, and runs of `only`, do not change it. */
  memory?: string | undefined
  /** The day on which an acceptance in the memory may have ended, such as `2026-03-02`; by default that of the machine in UTC. */
  today?: string | undefined
  /** Ends the exploration with what it has found so far. */
  signal?: AbortSignal | undefined
  /** Called after each run. */
  onProgress?: ((progress: { runs: number; planned: number; failures: number }) => void) | undefined
  /** The oracles to ask; by default all. */
  oracles?: readonly OracleName[] | undefined
  /** The partner's own view at the end, made of what the scenario resolved with. */
  books?: ((result: Result) => Iterable<BookEntry> | Promise<Iterable<BookEntry>>) | undefined
  /** How long the bank has to heal after the scenario: faults end, pushes are tried again; by default four days. */
  heal?: Duration | undefined
  /** Whether a scenario may reject with this error under a fault; by default it may not. */
  mayReject?: ((error: unknown) => boolean) | undefined
  /** Whether timers and dates of the process follow the bank's clock while a run lasts; by default they do. */
  time?: 'bank' | 'real' | undefined
  /** Whether random numbers and UUIDs of the process are the same in each run; by default they are. */
  random?: 'seeded' | 'real' | undefined
  /** Turns of the event loop without any progress after which a scenario counts as hanging; by default 2,000. */
  maxTurns?: number | undefined
}

/** When a scenario happens. */
export type Calendar = 'holidays' | 'clock changes' | 'month ends'

/** The kind of a failure: the oracle that a run did not satisfy; `checkFailed`: a check of the scenario; `scenarioRejected`: the scenario itself. */
export type FailureCode = OracleName | 'checkFailed' | 'scenarioRejected'

/** A bug: what went wrong, in the smallest run that shows it. */
export interface Failure {
  /** The name of the smallest run: `lostAnswer@3`, `lostAnswer@3+drop@push1`, `clean`. */
  run: string
  /** The other runs that fail in the same way. */
  alsoIn: string[]
  /** How many runs had been made when it was found, this one counted. */
  foundAfter: number
  /** The changes of the run, for people: `lostAnswer at POST /wires/v1/payments, the 1st: …`. */
  changes: string[]
  /** The first difference from the clean run: a line of this run, and one of that; empty where the bank saw no difference. */
  parting: string[]
  /** The bank's payments, each with what the partner's books say of it: those that differ first; empty where there are no books. */
  books: string[]
  /** What went wrong: what the scenario rejected with, or what an oracle found. */
  error: Error
  /** Its message, which JSON keeps. */
  message: string
  /** The kind of failure, which is stable: an oracle, `checkFailed` or `scenarioRejected`. */
  code: FailureCode
  /** Of the specification, where the failure rests on it. */
  section: string | undefined
  /** What to change. */
  advice: string
  /** The cause, without the numbers and ids of one run: failures of one cause are one. */
  cause: string
  /** The places at which its smallest runs strike, each with the cause: these are the names that the memory knows. */
  findings: string[]
  /** The story of the run; where a bank was given, from there on. */
  timeline: string
  /** One HTML file that shows the run step by step beside the clean one, with its changes on top. */
  trace(): Promise<string>
  /** One line that repeats just this run. */
  replay: string
  /** A test file that makes just this run, to keep with the suite. */
  toTest(options?: ToTestOptions): string
}

/** How many runs there are, and how many were made. */
export interface Coverage {
  /** Runs with so many changes. */
  depth: number
  /** How many there are, as far as is known. */
  known: number
  tried: number
  /** Not tried, as another run was the same up to there. */
  equal: number
  /** Not tried, as the two changes cannot meet: they are as good as each alone. */
  independent: number
  /** Not tried, as the exploration was cut short. */
  left: number
  /** Of the combinations of changes and the calls that they meet, as NIST counts t-way coverage: how many are known, and were tried. */
  combinations: { known: number; tried: number }
}

/** One failure at one place, held against the memory. */
export interface RememberedFinding {
  /** Its place and its cause, the same from one exploration to the next: `POST /wires/v1/payments: oneIntentOneWire: …`. */
  readonly finding: string
  /** `not tried`: it is not among the failures, and the runs that might show it were not all made. */
  readonly state: 'new' | 'ongoing' | 'gone' | 'come back' | 'not tried'
  /** The day since which it is in this state. */
  readonly since: string
  /** Why it may go on, and the last day: written into the file by hand. */
  readonly accepted?: { readonly reason: string; readonly until: string }
  /** Whether a gate fails with it: it is new, has come back, or goes on and is not accepted today. */
  readonly fails: boolean
}

/** The findings of an exploration. */
export interface Exploration {
  /** How many runs were made. */
  runs: number
  /** How many there are to make, as far as is known. */
  planned: number
  /** What ended it before every planned run was made. */
  cutBy: 'maxRuns' | 'maxFailures' | 'budget' | 'convergence' | 'signal' | undefined
  /** How many orders of pushes were drawn at random. */
  sampled: number
  /** The part of the runs that it made; undefined for all. */
  shard: string | undefined
  /** Whether every planned run was made, and nothing kept the oracles from seeing. */
  complete: boolean
  failures: Failure[]
  /** The failures held against those that the file of the option `memory` knows; undefined without one. */
  memory: RememberedFinding[] | undefined
  /** The story of the run that `only` names, whether it fails or not. */
  timeline: string | undefined
  /** The reasons for which the oracles could not judge: wires of an unknown intent, two clean runs that differ. */
  warnings: string[]
  coverage: Coverage[]
  /** The options that are off, so that what they stand for was not tried: `deskDecisions`. Empty where `only` names the run. */
  untried: string[]
  /** The statuses that no payment came to in any run. */
  unmet: ('Hold' | 'Rejected' | 'Reversed')[]
  /** How many runs got to each place that the partner's code names with `reach`, and that `reaches` asks for. */
  reached: Record<string, number>
  /** Whether the scenario says by when something is to hold: `within`. Without it, a partner that is days late passes. */
  isTimeJudged: boolean
  /**
   * The runs that were not judged, each with what went wrong: the bank refused the scenario's own calls under another assumption or at
   * another time; or it decided on a payment, `deskDecisions` was not set, and a check of the scenario failed, as it expects completion.
   */
  unjudged: string[]
  /** How many runs at the end showed nothing new: no call with another outcome, none that followed another one for the first time. */
  quiet: number
  /** What `bank.conduct()` says of the run without a change. No failure: an exploration passes with it. */
  conduct: Finding[]
  /** All of this for people: `412 of 412 runs, complete`, and each failure. */
  text: string
}

/** Where the scenario is, and which runner runs the test. */
export interface ToTestOptions {
  /** The module that exports the scenario; by default `./scenario.ts`. */
  scenario?: string | undefined
  /** The name of its export; by default `scenario`. */
  name?: string | undefined
  /** By default `vitest`; jest has its functions as globals. */
  runner?: 'vitest' | 'jest' | undefined
}
