/** The options of `calibrate`, checked before anything is sent. */
import {
  cannotUse,
  checkedOptions,
  type Failing,
  isFlag,
  isFunction,
  isOneOf,
  isRecordOf,
  isSignal,
  isUrl,
  isWholeFrom,
  type OptionRules,
} from '../../contract/options.ts'
import { type Duration, milliseconds } from '../../core/kernel/time/duration.ts'
import type { ServiceAddresses } from '../recordings/contract-check.ts'
import { checkService } from '../service/check-service.ts'
import type { ServiceCredentials } from '../service/credentials.ts'
import { isProductionOption, type Production } from '../service/production.ts'
import { realTime, type WaitingClock } from '../service/real-time.ts'
import { type Scope, scopes } from './scope.ts'

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

/** What `calibrate` takes. Nothing is sent to any address but these. */
export interface CalibrateOptions {
  /** What sends: the `fetch` of the platform, or one that goes through your proxy. */
  readonly fetch: (request: Request) => Promise<Response>
  readonly urls: ServiceAddresses
  readonly credentials: ServiceCredentials
  /** How far it may go: `read`, the default, changes nothing; `create` makes records; `money` pays, too. */
  readonly scope?: Scope | undefined
  /** How many calls it may make, by default 1000. */
  readonly calls?: number | undefined
  /** How long one probe may wait in all for the service to move on, by default three minutes. What takes longer is not probed. */
  readonly maxWait?: Duration | undefined
  /** Where pushes come in; without it nothing of retries and signatures can be told. */
  readonly receiver?: Receiver | undefined
  /** The time of the service: by default the time of day. A simulator's is its own. */
  readonly clock?: WaitingClock | undefined
  /**
   * Ends it early: no further call is made but those that remove what it made, with the tokens that they need, and those that look for what
   * may have been made. The report has what was found until then.
   */
  readonly signal?: AbortSignal | undefined
  /** For an address that is not a sandbox's: its host, and the same host again to confirm it. Without both nothing is sent there. */
  readonly production?: Production | readonly Production[] | undefined
  /** Whether the evidence keeps secrets, names and account numbers; by default it does not. */
  readonly unredacted?: boolean | undefined
}

/** The options as they are used. */
export interface Settled extends Omit<CalibrateOptions, 'maxWait'> {
  readonly scope: Scope
  readonly calls: number
  /** In milliseconds. */
  readonly maxWait: number
  readonly clock: WaitingClock
}

const rules: OptionRules<CalibrateOptions> = {
  fetch: isFunction,
  urls: isRecordOf('{ baseUrl, authUrl, loanBaseUrl }'),
  credentials: isRecordOf('{ clientId, clientSecret, … }'),
  scope: isOneOf(scopes),
  calls: isWholeFrom(1),
  maxWait: isRecordOf('a duration such as { minutes: 5 }'),
  receiver: isRecordOf('{ url, listen }'),
  clock: isRecordOf('{ now, wait }'),
  signal: isSignal,
  production: isProductionOption,
  unredacted: isFlag,
}

const failing: Failing = {
  failed: 'Failed to calibrate',
  advice:
    "Write calibrate({ fetch, urls: bank.urls, credentials: { clientId, clientSecret }, scope: 'read' }), say. (§7)",
  renamed: { patience: 'maxWait' },
}

/**
 * The options, complete.
 *
 * @throws {UsageError} where one is unknown, missing or cannot be used; where an address is no sandbox's and `production` does not confirm it
 */
export function settled(given: CalibrateOptions): Settled {
  const options = checkedOptions<CalibrateOptions>(given, rules, failing)
  checkService(options, failing)
  if (options.receiver) checkedOptions(options.receiver, { url: isUrl, listen: isFunction }, failing)
  if (options.clock) checkedOptions(options.clock, { now: isFunction, wait: isFunction }, failing)
  const maxWait = milliseconds(options.maxWait ?? { minutes: 3 })
  if (!(maxWait >= 0)) {
    throw cannotUse([{ path: 'maxWait', message: 'must be a duration such as { minutes: 5 }' }], failing)
  }
  const { scope = 'read', calls = 1_000, clock = realTime } = options
  return { ...options, scope, calls, clock, maxWait }
}
