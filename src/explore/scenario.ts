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
   * The same client of a store, a database say, each of whose methods can be struck: it fails, its answer is lost, the process ends.
   * Objects that it hands to callbacks, a transaction say, are wrapped too.
   */
  readonly store: <Client extends object>(client: Client) => Client
  /**
   * Names what the partner means to do, so that it is known again in each run whatever the reference, key or amount: all wires that
   * come of `act` are this intent's.
   */
  readonly intend: <Result>(name: string, act: () => Promise<Result>) => Promise<Result>
  /** Waits on the bank's clock. */
  readonly sleep: (duration: Duration) => Promise<void>
  /** Calls `tick` every so often on the bank's clock, never while the last call is under way; gives what ends it. */
  readonly every: (duration: Duration, tick: () => unknown) => () => void
}

/** The bank of a run, which is fresh in each, and the ends by which a scenario reaches it. */
export interface Scene extends Ends {
  readonly bank: Bank
  /** Shows the partner's own view of its payments, which is held against the bank's at each step of the clock, after each push and at the end. */
  readonly books: (view: () => Iterable<BookEntry> | Promise<Iterable<BookEntry>>) => void
  /** Checks a condition in the end, when the bank has healed and each push has come: the function throws where it does not hold. */
  readonly eventually: (check: () => void | Promise<void>) => void
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
  /** The bank that each run begins with: options, or a bank of which each run gets a fork. */
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
   * leaves it behind once. Off by default: a scenario that expects its payments to complete would fail, and rightly.
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
  /** Ends after so much real time, such as `30s` or `5m`, with what it has found so far; by default it does not. */
  budget?: string | undefined
  /** How many orders of pushes are drawn at random where `maxRuns` leaves some out; by default 100. */
  samples?: number | undefined
  /** One run alone, by the name that `failures[i].run` gives it. */
  only?: string | undefined
  /** A part of the runs, such as `3/8`: eight of them together are the whole. */
  shard?: string | undefined
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
  /** The cause, without the numbers and ids of one run: failures of one cause are one. */
  cause: string
  /** The story of the run; where a bank was given, from there on. */
  timeline: string
  /** One HTML file that shows the run step by step beside the clean one, with its changes on top. */
  trace(): Promise<string>
  /** One line that repeats just this run. */
  replay: string
  /** A test file that makes just this run, to keep with the suite. */
  toTest(options?: ToTestOptions): string
}

/** How much of what there is was tried. */
export interface Coverage {
  /** Runs with so many changes. */
  depth: number
  /** How many there are, as far as is known. */
  known: number
  tried: number
  /** Not tried, as another run was the same up to there. */
  equal: number
  /** Not tried, as the exploration was cut short. */
  left: number
  /** Of the combinations of changes and the calls that they meet, as NIST counts t-way coverage: how many are known, and were tried. */
  combinations: { known: number; tried: number }
}

/** The findings of an exploration. */
export interface Exploration {
  /** How many runs were made. */
  runs: number
  /** How many there are to make, as far as is known. */
  planned: number
  /** What ended it before every planned run was made. */
  cutBy: 'maxRuns' | 'maxFailures' | 'budget' | 'signal' | undefined
  /** How many orders of pushes were drawn at random. */
  sampled: number
  /** The part of the runs that it made; undefined for all. */
  shard: string | undefined
  /** Whether every planned run was made, and nothing kept the oracles from seeing. */
  complete: boolean
  failures: Failure[]
  /** The story of the run that `only` names, whether it fails or not. */
  timeline: string | undefined
  /** What kept the oracles from judging: wires of an unknown intent, changes that struck nothing. */
  warnings: string[]
  coverage: Coverage[]
  /** The options that are off, so that what they stand for was not tried: `deskDecisions`. Empty where `only` names the run. */
  untried: string[]
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
