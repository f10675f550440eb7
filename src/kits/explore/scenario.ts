/** What a partner gives to `explore`: a scenario, and how to look at it. */

import type { Bank } from '../../bank.ts'
import type { AssumptionId } from '../../core/assumptions/catalogue.ts'
import type { Duration } from '../../core/kernel/time/duration.ts'
import type { BankOptions } from '../../shell/options.ts'
import type { PushHandler } from '../../shell/push-sender.ts'
import type { BookEntry, OracleName } from './oracles.ts'

/** What a scenario works with; a fresh bank in each run. */
export interface Scene {
  readonly bank: Bank
  /** The bank's HTTP edge, for the partner's client. */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /** Connects the partner's receiver to a callback address. */
  readonly connect: (callbackUrl: string, handler: PushHandler) => void
  /** Shows the partner's own view of its payments, which is held against the bank's after each push and at the end. */
  readonly books: (view: () => Iterable<BookEntry> | Promise<Iterable<BookEntry>>) => void
  /** What must hold in the end, when the bank has healed and each push has come: a function that throws where it does not. */
  readonly eventually: (check: () => void | Promise<void>) => void
}

/** A partner's code at work: it resolves where all went as it should, and rejects where it did not. */
export type Scenario<Result = unknown> = (scene: Scene) => Promise<Result>

/** What to explore, and how far. */
export interface ExploreOptions<Result = unknown> {
  /** The bank that each run begins with: options, or a bank of which each run gets a fork. */
  bank?: BankOptions | Bank | undefined
  /** Whether single faults are tried; by default they are. */
  faults?: boolean | undefined
  /** Whether the orders of pushes are tried; by default they are. */
  orders?: boolean | undefined
  /** The clean run is repeated with every other value of the assumptions that it rests on: of `each`, or of those that are named. */
  assume?: 'each' | readonly AssumptionId[] | undefined
  /**
   * Whether each payment is once held by the bank's operations team until the bank heals, and once rejected; by default not: a
   * scenario that counts on its payments would fail rightly.
   */
  decisions?: boolean | undefined
  /** Ends after so many failures; by default every run is made. */
  maxFailures?: number | undefined
  /** The most runs; by default 5,000. */
  maxRuns?: number | undefined
  /** One run alone, by the name that `failures[i].run` gives it. */
  only?: string | undefined
  /** The oracles to ask; by default all. */
  oracles?: readonly OracleName[] | undefined
  /** The partner's own view at the end, made of what the scenario resolved with. */
  books?: ((result: Result) => Iterable<BookEntry> | Promise<Iterable<BookEntry>>) | undefined
  /** How long the bank has to heal after the scenario: faults end, pushes are tried again; by default four days. */
  heal?: Duration | undefined
  /** Whether a scenario may reject with this error under a fault; by default it may not. */
  mayReject?: ((error: unknown) => boolean) | undefined
}

/** A run that went wrong, reduced to the least that makes it. */
export interface Failure {
  /** The name of the run: `lostAnswer@3`, `order:1,0`, `clean`. */
  run: string
  /** How many runs had been made when it was found, this one counted. */
  foundAfter: number
  /** The fault that was injected, where one was. */
  fault?: { kind: string; at: string }
  /** In which order the pushes came, where that was changed: the positions that were chosen among those that waited. */
  order?: number[]
  /** The assumption that was changed, where one was. */
  assumption?: { id: string; value: unknown }
  /** What the operations team decided, where it was asked to: on the n-th payment. */
  decision?: { kind: 'held' | 'rejected'; at: string }
  /** What went wrong: what the scenario rejected with, or what an oracle found. */
  error: Error
  /** The story of the run. */
  timeline: string
  /** One line that repeats just this run. */
  replay: string
}

/** What exploring came to. */
export interface Exploration {
  /** How many runs were made. */
  runs: number
  /** How many there are to make, as far as is known. */
  planned: number
  /** Whether every planned run was made. */
  complete: boolean
  failures: Failure[]
  /** All of this for people: `412 of 412 runs, complete`, and each failure. */
  text: string
}
