/** How a real service is reached: what `calibrate` and `conformance` both take, checked before anything is sent. */
import { cannotUse, checkedOptions, type Failing, isFunction, isRecordOf, isUrl } from '../../contract/options.ts'
import type { ServiceAddresses } from '../recordings/contract-check.ts'
import { credentialRules, type ServiceCredentials } from './credentials.ts'
import { checkProduction, isProductionOption, type Production, unconfirmedProduction } from './production.ts'
import type { WaitingClock } from './real-time.ts'

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
  checkProduction(production, at('production'))
  const problems = unconfirmedProduction(urls, production).map((each) => ({ ...each, path: place + each.path }))
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
