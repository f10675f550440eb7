/** Whether an address looks like one where real money is, and whether the option `production` confirms it. */
import { isText, type OptionRule, type OptionRules, rule } from '../../contract/options.ts'
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

export const productionRules: OptionRules<Production> = { host: isText, confirmHost: isText }

/** Words by which sandboxes are named, as parts of a host before its domain. */
const SANDBOX =
  /(^|[.-])(sandbox|sbx|tests?|testing|uat|qa|stage|staging|dev|develop|development|demo|mock|preview|local)\d*($|[.-])/i

/** Words that mean production, whatever else the name says. */
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
export function unconfirmedProduction(urls: object, confirmed: readonly Production[]): Problem[] {
  return Object.entries(urls as Record<string, string | undefined>).flatMap(([name, url]) => {
    if (url === undefined || !isProduction(url)) return []
    const { host } = new URL(url)
    if (confirmed.some((each) => each.host === host && each.confirmHost === host)) return []
    const message = `is ${host}, which does not look like a sandbox; if money there is yours to move, say so twice: production: { host: '${host}', confirmHost: '${host}' }, or a list of such`
    return [{ path: `urls.${name}`, message }]
  })
}
