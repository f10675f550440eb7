/** How a real service is reached: what `calibrate` and `conformance` both take, checked before anything is sent. */
import {
  cannotUse,
  checkedOptions,
  type Failing,
  isFunction,
  isRecordOf,
  isText,
  isUrl,
  type OptionRules,
} from '../../contract/options.ts'
import type { ServiceAddresses } from '../recordings/contract-check.ts'
import { isProductionOption, type Production, productionRules, unconfirmedProduction } from './production.ts'
import type { WaitingClock } from './real-time.ts'

/** What a client is known by at a service, and what it may use there. Nothing of it is in a report. */
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
  /** What sends: the `fetch` of the platform, or one that goes through your proxy. */
  readonly fetch: (request: Request) => Promise<Response>
  readonly urls: ServiceAddresses
  readonly credentials: ServiceCredentials
  /** The time of the service: by default the time of day. A simulator's is its own. */
  readonly clock?: WaitingClock | undefined
  /** For an address that is not a sandbox's: its host, and the same host again to confirm it. Without both nothing is sent there. */
  readonly production?: Production | readonly Production[] | undefined
}

export const serviceRules = {
  fetch: isFunction,
  urls: isRecordOf('{ baseUrl, authUrl, loanBaseUrl }'),
  credentials: isRecordOf('{ clientId, clientSecret, … }'),
  clock: isRecordOf('{ now, wait }'),
  production: isProductionOption,
}

const credentialRules: OptionRules<ServiceCredentials> = {
  clientId: isText,
  clientSecret: isText,
  audience: isText,
  loanAudience: isText,
  partnerId: isText,
  accountNumber: isText,
}

/**
 * @param place - goes before the path of each problem: `against.`
 * @throws {UsageError} where one is unknown, missing or cannot be used; where an address is no sandbox's and `production` does not confirm it
 */
export function checkService(service: ServiceOptions, how: Failing, place = ''): void {
  const at = (name: string): Failing => (place === '' ? how : { ...how, failed: `${how.failed} (${place}${name})` })
  const { urls, credentials, production, clock } = service
  refuseMissing(service, place, ['fetch', 'urls', 'credentials'], how)
  checkUrls(urls, at('urls'), place)
  checkedOptions(credentials, credentialRules, at('credentials'))
  refuseMissing(credentials, `${place}credentials.`, ['clientId', 'clientSecret'], how)
  if (clock) checkedOptions(clock, { now: isFunction, wait: isFunction }, at('clock'))
  const confirmed = [production ?? []].flat()
  for (const each of confirmed) {
    checkedOptions(each, productionRules, { ...at('production'), renamed: { again: 'confirmHost' } })
  }
  const problems = unconfirmedProduction(urls, confirmed).map((each) => ({ ...each, path: place + each.path }))
  if (problems.length > 0) throw cannotUse(problems, how)
}

/** @throws {UsageError} where an address is unknown, missing or none */
export function checkUrls(urls: ServiceAddresses, how: Failing, place = ''): void {
  checkedOptions(urls, { baseUrl: isUrl, authUrl: isUrl, loanBaseUrl: isUrl }, how)
  refuseMissing(urls, `${place}urls.`, ['baseUrl', 'authUrl'], how)
}

/** @throws {UsageError} where an option is undefined that must be given */
export function refuseMissing<Given extends object>(
  given: Given,
  place: string,
  names: readonly (keyof Given & string)[],
  how: Failing,
): void {
  const missing = names.filter((name) => given[name] === undefined)
  if (missing.length === 0) return
  const message = 'is missing, and nothing is sent that was not given'
  throw cannotUse(
    missing.map((name) => ({ path: place + name, message })),
    how,
  )
}
