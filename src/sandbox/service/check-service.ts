/** Checks the options that name a real service, before anything is sent: where it is, who asks, and whether it may be asked. */
import { cannotUse, checkedOptions, type Failing, isUrl } from '../../contract/options.ts'
import type { ServiceAddresses } from '../recordings/contract-check.ts'
import { credentialRules, type ServiceCredentials } from './credentials.ts'
import { checkProduction, type Production, unsaidProduction } from './production.ts'

interface ServiceOptions {
  readonly fetch: unknown
  readonly urls: ServiceAddresses
  readonly credentials: ServiceCredentials
  readonly production?: Production | readonly Production[] | undefined
}

/**
 * @param place - goes before the path of each problem: `against.`
 * @throws {UsageError} where one is unknown, missing or cannot be used; where an address is no sandbox's and `production` does not confirm it
 */
export function checkService(service: ServiceOptions, how: Failing, place = ''): void {
  const at = (name: string): Failing => (place === '' ? how : { ...how, failed: `${how.failed} (${place}${name})` })
  const { urls, credentials, production } = service
  refuseMissing(service, place, ['fetch', 'urls', 'credentials'], how)
  checkUrls(urls, at('urls'), place)
  checkedOptions(credentials, credentialRules, at('credentials'))
  refuseMissing(credentials, `${place}credentials.`, ['clientId', 'clientSecret'], how)
  checkProduction(production, at('production'))
  const problems = unsaidProduction(urls, production).map((each) => ({ ...each, path: place + each.path }))
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
