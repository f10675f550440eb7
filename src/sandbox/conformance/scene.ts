/** The scene of a scenario, and the options and report of `conformance`: the same scenario meets this bank and the real service. */
import type { Bank } from '../../bank/bank.ts'
import type { BankOptions } from '../../bank/shell/state/options.ts'
import type { Addresses } from '../../contract/endpoint.ts'
import type { AssumptionId, AssumptionOverrides, Source } from '../../core/assumptions/catalogue.ts'
import type { Duration } from '../../core/kernel/time/duration.ts'
import type { ServiceCredentials, ServiceOptions } from '../service/service-options.ts'

/** Credentials of one of the two sides, with the records that a scenario uses. */
type SceneCredentials = ServiceCredentials & { readonly partnerId: string; readonly accountNumber: string }

/** The scene of one side: what a scenario works with there. */
export interface ConformanceScene {
  /** The fetch of the partner's client: only calls through it are compared. */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  readonly urls: Addresses
  readonly credentials: SceneCredentials
  /** Lets time go by: on our side on the bank's clock, on the other as that side waits. */
  readonly wait: (duration: Duration) => Promise<void>
}

/** A partner's code at work. It runs several times, so it begins anew each time: no token, no record of an earlier run. */
export type ConformanceScenario = (scene: ConformanceScene) => unknown

/** A recording of the scenario at the real service: then nothing is sent at all. */
export interface Recorded {
  /** A HAR file, `bank.requests` as JSON, a nock recording or a Polly cassette; parsed, or as a text. */
  readonly recording: unknown
}

/** What `conformance` takes. */
export interface ConformanceOptions {
  readonly against: ServiceOptions | Recorded
  /** The bank of our side, made anew for each run. */
  readonly bank?: BankOptions | undefined
  /** Arranges each new bank of our side as the other side is: loans, a hold of the bank's. */
  readonly prepare?: ((bank: Bank) => void | Promise<void>) | undefined
  /** How often the scenario may run on our side, by default 200: once to compare, the rest to find out which assumptions explain. */
  readonly runs?: number | undefined
}

/** One difference between the two sides. */
export interface Difference {
  /** Such as `createWire #2`; `scenario` where its result or its error differs. */
  readonly call: string
  /** The part of the call: `sent.amount`, `status`, `headers.request-id`, `body.status`; empty where one side did not make the call. */
  readonly path: string
  /** What our side has, for people: ids are numbered, personal data left out. */
  readonly ours: string
  readonly theirs: string
  /** The section that says what must be, or the assumption that decides; undefined where the contract does not know it. */
  readonly source: Source | undefined
  /** Whether the specification says what must be there. */
  readonly isSpecified: boolean
  /** The value of an assumption with which our side does the same; of a limit, it could be for another reason. */
  readonly explained: ConformanceExplanation | undefined
  /** Values of other assumptions that would explain it as well. */
  readonly alternatives: readonly ConformanceExplanation[]
  /** Whether the other values of its assumption were tried; false where `runs` were used up. */
  readonly isTried: boolean
  /** How often it was found: in calls of the same endpoint, and in records of one list. */
  readonly times: number
}

/** An assumption, and the value with which our side does as the other. */
export interface ConformanceExplanation {
  readonly id: AssumptionId
  readonly value: unknown
  /** Where other values in one direction would do the same, as far as the scenario looked; undefined where none would. */
  readonly bound?: 'or more' | 'or less' | 'or earlier' | 'or later' | undefined
}

/** What a comparison came to. */
export interface ConformanceReport {
  /**
   * `differ`: a difference breaks the specification. `unspecified`: assumptions decide all differences, or no rule does. `agree`: nothing
   * differs.
   */
  readonly verdict: 'agree' | 'differ' | 'unspecified'
  /** The first difference. */
  readonly first: Difference | undefined
  /** At most twenty differences: those that were explained, and then those that are left. */
  readonly differences: readonly Difference[]
  /** With these our side does as the other: for `createBank({ assume })`. */
  readonly assume: AssumptionOverrides
  /** How many calls of our side there were, and how many of them agree. */
  readonly calls: number
  readonly agreeing: number
  /** How often the scenario ran on our side. */
  readonly runs: number
  /** All of this for people. */
  readonly text: string
}
