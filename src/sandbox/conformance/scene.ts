/** The public types of `conformance`. Our side is a bank of vostro. The other side is the real service, or a recording of it. */
import type { Bank } from '../../bank/bank.ts'
import type { BankOptions } from '../../bank/shell/state/options.ts'
import type { Addresses } from '../../contract/endpoint.ts'
import type { AssumptionId, AssumptionOverrides, Source } from '../../core/assumptions/catalogue.ts'
import type { Duration } from '../../core/kernel/time/duration.ts'
import type { ServiceAddresses } from '../recordings/contract-check.ts'
import type { ServiceCredentials, ServiceOptions } from '../service/service-options.ts'

/** The credentials of one side, with the partner and the account that a scenario uses. */
type SceneCredentials = ServiceCredentials & { readonly partnerId: string; readonly accountNumber: string }

/** What a scenario works with on one side. */
export interface ConformanceScene {
  /** The fetch for the partner's client. Only calls through it are compared. */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  readonly urls: Addresses
  readonly credentials: SceneCredentials
  /** Waits for a duration: on our side by the bank's clock, on the other side by the option `clock`, which by default is real time. */
  readonly wait: (duration: Duration) => Promise<void>
}

/** The partner's code. It runs several times, so it must not reuse a token or a record of an earlier run. */
export type ConformanceScenario = (scene: ConformanceScene) => unknown

/** A recording of the scenario at the real service. With a recording, nothing is sent to the service. */
export interface Recorded {
  /** A HAR file, `bank.requests` as JSON, a nock recording or a Polly cassette; parsed, or as a text. */
  readonly recording: unknown
  /** The addresses of the services in the recording. */
  readonly urls: ServiceAddresses
}

/** The options of `conformance`. */
export interface ConformanceOptions {
  readonly against: ServiceOptions | Recorded
  /** The options of our bank. Each run has a new bank. */
  readonly bank?: BankOptions | undefined
  /** Makes each new bank like the other side, for example by adding loans or a hold. */
  readonly prepare?: ((bank: Bank) => void | Promise<void>) | undefined
  /** The most runs of the scenario on our side, by default 200. The first run compares, the others look for explanations. */
  readonly runs?: number | undefined
}

/** One difference between the two sides. */
export interface Difference {
  /** The call, such as `createWire #2`; `scenario` if the result or the error of the scenario differs. */
  readonly call: string
  /** The part of the call: `sent.amount`, `status`, `headers.request-id`, `body.status`; empty if one side did not make the call. */
  readonly path: string
  /** Our value as a text for people. Ids are numbered, and personal data is left out. */
  readonly ours: string
  readonly theirs: string
  /** The section that specifies the value, or the assumption that decides it; undefined if neither is known. */
  readonly source: Source | undefined
  /** Whether the difference breaks the specification. */
  readonly isSpecified: boolean
  /** The value of an assumption that explains the difference. If the assumption is a limit, the difference may have another reason. */
  readonly explained: ConformanceExplanation | undefined
  /** Values of other assumptions that explain the difference as well. */
  readonly alternatives: readonly ConformanceExplanation[]
  /** Whether other values of the assumption in `source` were tried; false if the `runs` were used up. */
  readonly isTried: boolean
  /** How often the difference occurs in calls of the same endpoint, and in the records of one list. */
  readonly times: number
}

/** An assumption, and the value with which our side behaves like the other side. */
export interface ConformanceExplanation {
  readonly id: AssumptionId
  readonly value: unknown
  /** Which other values explain the difference, too, as far as the scenario shows: `or more` means all greater ones. Undefined if none. */
  readonly bound?: 'or more' | 'or less' | undefined
}

/** The result of a comparison. */
export interface ConformanceReport {
  /**
   * `differ`: at least one difference breaks the specification. `unspecified`: there are differences, but none of them does.
   * `agree`: there is no difference.
   */
  readonly verdict: 'agree' | 'differ' | 'unspecified'
  /** The first difference. */
  readonly first: Difference | undefined
  /** At most twenty differences: first the explained ones, then the others. */
  readonly differences: readonly Difference[]
  /** The values that explain differences, for `createBank({ assume })`. */
  readonly assume: AssumptionOverrides
  /** The number of calls on our side. `agreeing`: how many of them agree with the other side. */
  readonly calls: number
  readonly agreeing: number
  /** How often the scenario ran on our side. */
  readonly runs: number
  /** The whole report as a text for people. */
  readonly text: string
}
