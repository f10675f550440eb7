/** The options by which `calibrate` and `conformance` reach a real service. They are checked before anything is sent. */
import {
  cannotUse,
  checkedOptions,
  type Failing,
  isFunction,
  isRecordWith,
  isText,
  isUrl,
  type OptionRules,
} from '../../contract/options.ts'
import type { ServiceAddresses } from '../recordings/contract-check.ts'
import { isProductionOption, type Production, productionRules, unconfirmedProduction } from './production.ts'
import type { WaitingClock } from './real-time.ts'

/** The credentials of a client at a service, and the records that it may use there. Reports do not show them. */
export interface ServiceCredentials {
  readonly clientId: string
  readonly clientSecret: string
  /** The audience of the banking API. Without it the token request has no audience. */
  readonly audience?: string | undefined
  /** The audience of the loan service, if it differs from that of the banking API. */
  readonly loanAudience?: string | undefined
  /** UUID of the partner. Without it no webhook can be registered. */
  readonly partnerId?: string | undefined
  /** A master account of the partner, ten digits. Without it no wire, restriction or subledger can be made. */
  readonly accountNumber?: string | undefined
}

/** How to reach the real service. Requests go only to `urls`. */
export interface ServiceOptions {
  /** Sends the requests: the `fetch` of the platform, or one that goes through your proxy. */
  readonly fetch: (request: Request) => Promise<Response>
  readonly urls: ServiceAddresses
  readonly credentials: ServiceCredentials
  /** The clock of the service, by default real time. A simulator has a clock of its own. */
  readonly clock?: WaitingClock | undefined
  /** Confirms calls to a host that is not a sandbox: the host must be given twice. Without this option nothing is sent there. */
  readonly production?: Production | readonly Production[] | undefined
}

const credentialRules: OptionRules<ServiceCredentials> = {
  clientId: isText,
  clientSecret: isText,
  audience: isText,
  loanAudience: isText,
  partnerId: isText,
  accountNumber: isText,
}

export const serviceRules = {
  fetch: isFunction,
  urls: isRecordWith<ServiceAddresses>({ baseUrl: isUrl, authUrl: isUrl, loanBaseUrl: isUrl }),
  credentials: isRecordWith(credentialRules),
  clock: isRecordWith<WaitingClock>({ now: isFunction, wait: isFunction }),
  production: isProductionOption,
}

export const neededUrls = ['urls', 'urls.baseUrl', 'urls.authUrl']
/** The paths of the options that must be given. */
export const neededService = ['fetch', ...neededUrls, 'credentials', 'credentials.clientId', 'credentials.clientSecret']

/**
 * @param place - a prefix for the path of each problem, such as `against.`
 * @throws {UsageError} if an address is not a sandbox's and `production` does not confirm it
 */
export function refuseProduction({ urls, production }: ServiceOptions, how: Failing, place = ''): void {
  const confirmed = [production ?? []].flat()
  const ofProduction = { failed: `${how.failed} (${place}production)` }
  for (const each of confirmed) checkedOptions(each, productionRules, { ...how, needed: [], ...ofProduction })
  const problems = unconfirmedProduction(urls, confirmed).map((each) => ({ ...each, path: place + each.path }))
  if (problems.length > 0) throw cannotUse(problems, how)
}
