/** The public types of `explore`: scenarios, options and findings. */
import type { Bank } from '../bank/bank.ts'
import type { BookEntry, OracleName } from '../bank/invariants/oracles.ts'
import type { Finding } from '../bank/reports/conduct/finding.ts'
import type { ConnectOptions, PushHandler } from '../bank/shell/pushes/receiver.ts'
import type { BankOptions } from '../bank/shell/state/options.ts'
import type { AssumptionId } from '../core/assumptions/catalogue.ts'
import type { Duration } from '../core/kernel/time/duration.ts'

/** The functions through which a partner's code reaches the bank, the partner's own store and the clock. */
export interface Ends {
  /**
   * Sends a request to the bank, for the partner's HTTP client. A client that takes no `fetch` needs none: with an MSW server of
   * `bankHandlers(currentBank)`, each of its calls reaches the bank of the run that makes it.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /** Connects the partner's receiver to a callback address, like `bank.webhooks.connect` and with the same options. */
  readonly connect: (callbackUrl: string, handler: PushHandler, options?: ConnectOptions) => void
  /**
   * Wraps a client of a store, such as a database, so that a run can change its calls: a call fails, its answer is lost, or the
   * process ends. Clients that the store passes to callbacks, such as transactions, are wrapped too.
   */
  readonly store: <Client extends object>(client: Client) => Client
  /** Names the intent to make one payment. All wires that `act` makes belong to this intent, whatever their reference, key or amount. */
  readonly intend: <Result>(name: string, act: () => Promise<Result>) => Promise<Result>
  /** Reports that the partner's code got to a place, such as `refund`. The exploration counts the runs that got there. */
  readonly reach: (name: string) => void
  /** Resolves after this duration on the bank's clock. */
  readonly sleep: (duration: Duration) => Promise<void>
  /** Calls `tick` at this interval on the bank's clock, but not while an earlier call is under way. Returns a function that stops it. */
  readonly every: (duration: Duration, tick: () => unknown) => () => void
}

/** What a scenario is given: a bank, which is new in each run, and the functions to reach it. */
export interface Scene extends Ends {
  readonly bank: Bank
  /**
   * Registers a function that reads the partner's books, its own records of payments. They are compared with the bank at each step
   * of the clock, after each push and at the end.
   */
  readonly books: (
    view: () => Iterable<BookEntry> | Promise<Iterable<BookEntry>>,
    /**
     * `within`: the books must agree with the bank once this time has passed since the last payment became final and all faults ended.
     * `reversed: 'failed'`: a payment whose money came back must be `failed` in the books; otherwise it may also be `completed`.
     */
    options?: { readonly within?: Duration; readonly reversed?: 'failed' },
  ) => void
  /** Registers a check for the end of the run, when the bank has healed (option `heal`). It throws if its condition does not hold. */
  readonly eventually: (check: () => void | Promise<void>) => void
  /**
   * Registers a check with a deadline. The time begins when the scenario has ended, every payment is final, and every fault and its
   * effects on pushes are over. When the time is over, the check is called. It throws if its condition does not hold. The time also
   * runs if a push is lost for good, so it must be at least as long as the interval at which the partner's code polls the bank.
   */
  readonly within: (duration: Duration, check: () => void | Promise<void>) => void
  /**
   * Runs the partner's code as a process. A change can end it at a request, a push or a store call: its memory is lost, and `start` is
   * called again. The code must reach the bank only through the `ends` that `start` is given, or through MSW.
   */
  readonly process: <Api>(start: (ends: Ends) => Api | Promise<Api>) => Promise<Process<Api>>
}

/** A process of the partner. */
export interface Process<Api> {
  /**
   * Asks the process for something, as a user's request does.
   *
   * @throws {ProcessEndedError} if the process ends before it answers; the process is then started again
   */
  readonly ask: <Result>(question: (api: Api) => Result | Promise<Result>) => Promise<Result>
}

/** The error of `ask` when a change has ended the process before it answered. */
export class ProcessEndedError extends Error {
  override readonly name = 'ProcessEndedError'
}

/** A function that runs a partner's code. It resolves if all went as it should, and rejects if not. */
export type Scenario<Result = unknown> = (scene: Scene) => Promise<Result>

/** What to explore, and how far. */
export interface ExploreOptions<Result = unknown> {
  /** The bank of each run: options to create it with, or a bank to fork. */
  bank?: BankOptions | Bank | undefined
  /** The most changes in one run. By default 2: every pair is tried, as far as `maxRuns` allows. */
  depth?: 1 | 2 | 3 | undefined
  /** Whether faults, outages and crashes are tried; by default they are. With `false`, `overlaps` and `lostPushes` are off, too. */
  faults?: boolean | undefined
  /** Whether the orders of pushes are tried; by default they are. */
  orders?: boolean | undefined
  /** Whether calls are delayed, for an instant or for minutes, while everything else goes on; by default they are. */
  overlaps?: boolean | undefined
  /** Whether to try pushes that are lost for good, and registrations that stay suspended, so that only polling helps; by default, yes. */
  lostPushes?: boolean | undefined
  /**
   * Assumptions to vary: `each`, or a list of names. If the clean run (the run without a change) depends on one, the scenario is repeated
   * with each other value of it.
   */
  assume?: 'each' | readonly AssumptionId[] | undefined
  /**
   * Whether to try decisions of the bank's operations team: in each of these runs the team holds, rejects or reverses a payment, or a
   * batch leaves the payment behind. By default these runs are made if the scenario shows its `books`, but only the oracles judge them,
   * because a check of the scenario may expect that its payments complete. With `true` the checks count, too.
   */
  deskDecisions?: boolean | undefined
  /** Whether to try an unsolicited payment just before a page of payments is read. Off by default, because it changes the balance. */
  unsolicitedPayments?: boolean | undefined
  /** Further dates at which to play the scenario: before a holiday, over a change of the clocks, at a month's end. */
  calendars?: readonly Calendar[] | undefined
  /** Ends the exploration after this many failures; by default there is no such limit. */
  maxFailures?: number | undefined
  /** The maximum number of runs; by default 5,000. */
  maxRuns?: number | undefined
  /** Ends the exploration when each single change was tried and this many runs in a row showed nothing new; by default, no limit. */
  maxQuiet?: number | undefined
  /** Real time after which the exploration ends, even within a run: `30s` or `5m`. By default there is no limit. */
  budget?: string | undefined
  /** How many random orders of pushes to try if `maxRuns` leaves runs out; by default 100. */
  samples?: number | undefined
  /**
   * Makes only the runs with these names, as `failures[i].run` gives them. `*` stands for any characters:
   * `rejected@payment1+*@store*` are all runs with that rejection and then a change at a store call.
   */
  only?: string | readonly string[] | undefined
  /** Names that the code must pass to `reach`. The exploration passes only if each of them was reached in at least one run. */
  reaches?: readonly string[] | undefined
  /** The runs to try first, by names or patterns as in `only`. */
  focus?: string | readonly string[] | undefined
  /** The part of the runs to make: `3/8` is the third of eight. */
  shard?: string | undefined
  /** The path of a JSON file that remembers the failures of this scenario. Explorations with `shard` or `only` do not change the file. */
  memory?: string | undefined
  /** The current day, by default the machine's (UTC): `2026-03-02`. A finding fails if it was accepted only until an earlier day. */
  today?: string | undefined
  /** When this signal is aborted, the exploration ends, and returns what it has found so far. */
  signal?: AbortSignal | undefined
  /** Called after each run. */
  onProgress?: ((progress: { runs: number; planned: number; failures: number }) => void) | undefined
  /** The oracles (rules that each run must satisfy) to ask; by default all. */
  oracles?: readonly OracleName[] | undefined
  /** Is given the value with which the scenario resolved, and returns the partner's books (its records of payments). */
  books?: ((result: Result) => Iterable<BookEntry> | Promise<Iterable<BookEntry>>) | undefined
  /** The virtual time for which the bank heals after the scenario: faults end, and pushes are tried again. By default four days. */
  heal?: Duration | undefined
  /**
   * Returns true for errors with which the scenario may reject under one short change. Under two changes, or under one that lasts for
   * minutes, the scenario may reject anyway.
   */
  mayReject?: ((error: unknown) => boolean) | undefined
  /** Whether timers and dates of the process follow the clock of the bank during a run (`bank`, the default), or the machine's (`real`). */
  time?: 'bank' | 'real' | undefined
  /** Whether random numbers and UUIDs of the process are the same in each run (`seeded`, the default), or drawn anew (`real`). */
  random?: 'seeded' | 'real' | undefined
  /** After this many turns of the event loop without any progress, the exploration considers the scenario hung; by default 2,000. */
  maxTurns?: number | undefined
}

/** The dates at which `calendars` plays a scenario. */
export type Calendar = 'holidays' | 'clock changes' | 'month ends'

/** What has failed: an oracle, a check of the scenario (`checkFailed`), or the scenario itself (`scenarioRejected`). */
export type FailureCode = OracleName | 'checkFailed' | 'scenarioRejected'

/** A bug: what went wrong, in the smallest run that shows it. */
export interface Failure {
  /** The name of the smallest run: `lostAnswer@3`, `lostAnswer@3+drop@push1`, `clean`. */
  run: string
  /** The other runs that fail in the same way. */
  alsoIn: string[]
  /** The number of runs until this failure was found, including the run that found it. */
  foundAfter: number
  /** The changes of the run, for people: `lostAnswer at POST /wires/v1/payments, the 1st: …`. */
  changes: string[]
  /** The first difference from the clean run: a line for this run, and one for the clean run. Empty if the bank saw no difference. */
  parting: string[]
  /** The bank's payments, each with its entry in the partner's books; those that differ come first. Empty if there are no books. */
  books: string[]
  /** What went wrong: the error of the scenario, of a check or of an oracle. */
  error: Error
  /** The message of `error`. JSON keeps the message, but not the error. */
  message: string
  /** The messages of what else was wrong at the end of this run: other oracles and checks. */
  besides: string[]
  /** The kind of failure, as a code for machines: the name of an oracle, `checkFailed` or `scenarioRejected`. */
  code: FailureCode
  /** The section of the specification on which the failure rests; undefined if there is none. */
  section: string | undefined
  /** What to change. */
  advice: string
  /** The message without the numbers and ids of one run. Runs that fail with the same cause are one failure. */
  cause: string
  /**
   * How remote the run is from its cause: four counts of changes. All; those of the whole run, such as a date; those at a token request;
   * those much like another kind. Of runs with the same cause, the least remote is shown: the first count that differs decides.
   */
  remoteness: readonly number[]
  /** The names of this failure in the memory: for each of its runs with the fewest changes, the places of these and the cause. */
  findings: string[]
  /** The timeline of the run; if a bank was given, without what had happened in it before. */
  timeline: string
  /** Returns one HTML file that shows the run step by step beside the clean one. Its title is by default the changes of the run. */
  trace(options?: { readonly title?: string }): Promise<string>
  /** A line of code that repeats just this run. `...options` stands for your options, if some of them are functions or an open bank. */
  replay: string
  /** Returns the text of a test file that makes just this run, to keep with the suite. */
  toTest(options?: ToTestOptions): string
}

/** The runs with the same number of changes: how many there are, and how many were made. */
export interface Coverage {
  /** The number of changes in each of these runs. */
  depth: number
  /** How many runs are known, and how many of them were tried. */
  known: number
  tried: number
  /** How many were not tried, because they would go the same way as another run. */
  equal: number
  /** How many were not tried, because their two changes cannot affect each other: two runs with one change each show everything. */
  independent: number
  /** How many were not tried, because the exploration was cut short. */
  left: number
  /** The combinations of changes and calls, as NIST counts t-way coverage: how many are known, and how many were tried. */
  combinations: { known: number; tried: number }
}

/** One failure at one place, compared with the memory. */
export interface RememberedFinding {
  /** Its place and its cause, the same from one exploration to the next: `POST /wires/v1/payments: oneIntentOneWire: …`. */
  readonly finding: string
  /** `not tried`: the finding is not among the failures, but some runs that could show it were not made. */
  readonly state: 'new' | 'ongoing' | 'gone' | 'come back' | 'not tried'
  /** The day on which it came into this state. */
  readonly since: string
  /** Why the finding is accepted, and until which day, inclusive. A person writes this into the file. */
  readonly accepted?: { readonly reason: string; readonly until: string }
  /** True if the finding keeps the exploration from passing: it is new, has come back, or is ongoing and not accepted today. */
  readonly fails: boolean
}

/** The result of an exploration. */
export interface Exploration {
  /** How many runs were made. */
  runs: number
  /** How many runs were made, plus those that still waited when the exploration ended. */
  planned: number
  /** What ended the exploration before every planned run was made; undefined if nothing did. */
  cutBy: 'maxRuns' | 'maxFailures' | 'budget' | 'convergence' | 'signal' | undefined
  /** How many orders of pushes were drawn at random. */
  sampled: number
  /** The part of the runs that was made; undefined for all. */
  shard: string | undefined
  /** True if every planned run was made and nothing kept the oracles from judging. */
  complete: boolean
  /** The worst first: money that is lost or doubled, then checks that do not hold, then a scenario that rejects. */
  failures: Failure[]
  /** The findings compared with the file of the option `memory`; undefined without the option. */
  memory: RememberedFinding[] | undefined
  /** The timeline of the run that `only` names, whether it failed or not. */
  timeline: string | undefined
  /** The reasons why the oracles could not judge, such as wires of an unknown intent, or two clean runs that differ. */
  warnings: string[]
  coverage: Coverage[]
  /** The options that are off, such as `deskDecisions`: their changes were not tried. Empty with `only`. */
  untried: string[]
  /** How many payments the clean run made. If there are none, the oracles about payments have nothing to judge. */
  payments: number
  /** The statuses that no payment had in any run. */
  unmet: ('Hold' | 'Rejected' | 'Reversed')[]
  /** How many runs got to each place. The keys are the names that the partner's code passes to `reach` and that `reaches` asks for. */
  reached: Record<string, number>
  /** True if the scenario has a check with a deadline (`within`). Without one, a partner that is days late passes. */
  isTimeJudged: boolean
  /**
   * The runs that were not judged, each with its error. For some, the bank refused the scenario's own calls under another assumption or
   * at another date. For others, it rejected, held or reversed a payment although `deskDecisions` was not given, and the scenario or check
   * failed, perhaps only because the payment was expected to complete.
   */
  unjudged: string[]
  /** The number of runs since the last run that showed something new: a call with a new outcome, or two calls in a new order. */
  quiet: number
  /** The findings of `bank.conduct()` in the run without a change. They do not fail a test. */
  conduct: Finding[]
  /** The report for people: `412 of 412 runs, complete`, and each failure. */
  text: string
}

/** Where the scenario is, and which runner runs the test. */
export interface ToTestOptions {
  /** The module that exports the scenario and, if its options are more than data, `options`; by default `./scenario.ts`. */
  scenario?: string | undefined
  /** The name under which the module exports it; by default `scenario`. */
  name?: string | undefined
  /** By default `vitest`. With `jest`, the file uses jest's global functions. */
  runner?: 'vitest' | 'jest' | undefined
}
