/** One run against a service: what all questions share. */
import type { Fields } from './fields.ts'
import type { ServiceOptions } from './service-options.ts'
import { Traffic, type TrafficSettings } from './traffic.ts'

/** Where pushes can come in. */
export interface Receiver {
  /** An address that the service can reach. */
  readonly url: string
  /**
   * Answers what comes to the address from now on, until the function that it gives is called.
   *
   * @param answer - a fetch-style function
   */
  listen(answer: (request: Request) => Promise<Response>): (() => void) | Promise<() => void>
}

/** Fields of a wire that the service takes. */
export type KnownWire = Fields

export interface SessionSettings extends Omit<ServiceOptions, 'clock'>, TrafficSettings {
  /** How long one question may wait, in milliseconds. */
  readonly maxWait: number
  /** The largest amount of a wire, in minor units. */
  readonly mostAmount: number
  /** What a wire needs at this service, beside what the documentation has. */
  readonly wire: KnownWire
  readonly receiver?: Receiver | undefined
}

/** What questions make. */
export type Kind = 'restriction' | 'registration' | 'subledger' | 'wire' | 'simulation' | 'transfer'

/** Something that is still there. */
export interface Leftover {
  /** Such as `subledger`. */
  readonly kind: string
  readonly id: string
}

/** What was asked for. */
export interface Made {
  readonly kind: Kind
  readonly body: Fields
  /** How it is named among what is left behind. */
  readonly id: string
  /** Whether it could not be removed. */
  isStuck?: boolean
}

interface Token {
  readonly text: string
  /** In milliseconds since 1970. */
  readonly until: number
}

/** Something that is found out once, and what it rests on. */
interface Found {
  readonly value: Promise<unknown>
  readonly evidence: number[]
}

export class Session {
  readonly traffic: Traffic
  readonly tokens = new Map<string, Token>()
  /** By the function that finds it out. */
  readonly found = new Map<unknown, Found>()
  /** Everything that was made, by its id. */
  readonly made = new Map<string, Made>()
  /** Requests without a clear answer: they may have been done. */
  readonly unclear: Made[] = []
  readonly left: Leftover[] = []
  /** How long a change takes until a read shows it, in milliseconds. */
  lag = 0
  /** When something was last changed, by the clock of the service. */
  changedAt = Number.NEGATIVE_INFINITY
  /** A new key in its header, once it is known that a request is done once which is repeated with its key. */
  newKey: (() => Record<string, string>) | undefined

  constructor(readonly options: SessionSettings) {
    this.traffic = new Traffic(options)
  }
}
