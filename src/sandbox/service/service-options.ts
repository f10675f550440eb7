/** How a real service is reached: what `calibrate` and `conformance` both take, checked before anything is sent. */
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

/** The credentials of a client at a service, and the records that it may use there. No report has any of them. */
export interface ServiceCredentials {
  readonly clientId: string
  readonly clientSecret: string
  /** Of the banking API; where it is left out, so it is in the token request. */
  readonly audience?: string | undefined
  /** Of the loan service, where it has one of its own. */
  readonly loanAudience?: string | undefined
  /** UUID of the partner: without it no webhook can be registered. */
  readonly partnerId?: string | undefined
  /** A master account of the partner's, ten digits: without it no wire, restriction or subledger can be made. */
  readonly accountNumber?: string | undefined
}

/** The real service. Nothing is sent to any address but these. */
export interface ServiceOptions {
  /** Sends the requests: the `fetch` of the platform, or one that goes through your proxy. */
  readonly fetch: (request: Request) => Promise<Response>
  readonly urls: ServiceAddresses
  readonly credentials: ServiceCredentials
  /** The time of the service: by default the time of day. A simulator's is its own. */
  readonly clock?: WaitingClock | undefined
  /** For an address that is not a sandbox's: its host, and the same host again to confirm it. Without both nothing is sent there. */
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
/** What must be given: nothing is sent to a service, or with credentials, that were not. */
export const neededService = ['fetch', ...neededUrls, 'credentials', 'credentials.clientId', 'credentials.clientSecret']

/**
 * @param place - goes before the path of each problem: `against.`
 * @throws {UsageError} where an address is no sandbox's and `production` does not confirm it
 */
export function refuseProduction({ urls, production }: ServiceOptions, how: Failing, place = ''): void {
  const confirmed = [production ?? []].flat()
  const ofProduction = { failed: `${how.failed} (${place}production)`, renamed: { again: 'confirmHost' } }
  for (const each of confirmed) checkedOptions(each, productionRules, { ...how, needed: [], ...ofProduction })
  const problems = unconfirmedProduction(urls, confirmed).map((each) => ({ ...each, path: place + each.path }))
  if (problems.length > 0) throw cannotUse(problems, how)
}
