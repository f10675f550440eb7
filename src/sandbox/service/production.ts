/** Whether an address looks like one where real money is, and whether the option `production` confirms it. */
import {
  checkedOptions,
  type Failing,
  isText,
  type OptionRule,
  type OptionRules,
  rule,
} from '../../contract/options.ts'
import type { Problem } from '../../core/rejection.ts'

/** A host that is no sandbox's, and the same host again. */
export interface Production {
  readonly host: string
  /** The same as `host`: money moves where a real service is asked. */
  readonly confirmHost: string
}

export const isProductionOption: OptionRule<never> = rule(
  (value) => typeof value === 'object' && value !== null,
  'must be { host, confirmHost }, or a list of such',
)

const productionRules: OptionRules<Production> = { host: isText, confirmHost: isText }

/** @throws {UsageError} where a host or its confirmation is no text, or has another name */
export function checkProduction(given: Production | readonly Production[] | undefined, how: Failing): void {
  for (const each of [given ?? []].flat()) {
    checkedOptions(each, productionRules, { ...how, renamed: { again: 'confirmHost' } })
  }
}

/** Words by which sandboxes are named, as parts of a host before its domain. */
const SANDBOX =
  /(^|[.-])(sandbox|sbx|tests?|testing|uat|qa|stage|staging|dev|develop|development|demo|mock|preview|local)\d*($|[.-])/i

/** Whatever else is said, that is meant. */
const REAL = /(^|[.-])(prod|production|live)\d*($|[.-])/i

/** Names that no real service can have (RFC 2606, RFC 6761). */
const RESERVED = /(^|\.)(test|example|invalid|localhost|example\.(com|net|org))$/i

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|\[::1\])$/

/** The end of a host: it names an owner, and not a purpose. */
const DOMAIN = /\.?[^.]+\.[^.]+$/

/** A host that is not named as a sandbox counts as the real one. A name without a dot is of a private network. */
function isProduction(url: string): boolean {
  const { hostname } = new URL(url)
  if (LOOPBACK.test(hostname) || RESERVED.test(hostname) || !hostname.includes('.')) return false
  return REAL.test(hostname) || !SANDBOX.test(hostname.replace(DOMAIN, ''))
}

/** The addresses of production that are not confirmed, as problems of the option `urls`. */
export function unconfirmedProduction(
  urls: object,
  production: Production | readonly Production[] | undefined,
): Problem[] {
  const said = production === undefined ? [] : [production].flat()
  return Object.entries(urls as Record<string, string | undefined>).flatMap(([name, url]) => {
    if (url === undefined || !isProduction(url)) return []
    const { host } = new URL(url)
    if (said.some((each) => each.host === host && each.confirmHost === host)) return []
    return [
      {
        path: `urls.${name}`,
        message: `is ${host}, which does not look like a sandbox; if money there is yours to move, say so twice: production: { host: '${host}', confirmHost: '${host}' }, or a list of such`,
      },
    ]
  })
}
