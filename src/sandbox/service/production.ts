/** Detects addresses of services that move real money, and checks that the option `production` confirms them. */
import { isText, type OptionRule, type OptionRules, rule } from '../../contract/options.ts'
import type { Problem } from '../../core/rejection.ts'

/** Confirms calls to a host that is not a sandbox. The name of the host must be given twice. */
export interface Production {
  readonly host: string
  /** The same as `host`. It is asked for twice because calls to a real service move money. */
  readonly confirmHost: string
}

export const isProductionOption: OptionRule<never> = rule(
  (value) => typeof value === 'object' && value !== null,
  'must be { host, confirmHost }, or a list of such pairs',
)

export const productionRules: OptionRules<Production> = { host: isText, confirmHost: isText }

/** Words that mark a sandbox if they stand before the domain in the name of a host. */
const SANDBOX = /^(sandbox|sbx|tests?|testing|uat|qa|stage|staging|dev|develop|development|demo|mock|preview|local)\d*$/

/** Words that mean production, even next to a word for a sandbox. */
const REAL = /^(prod|production|live)\d*$/

/** Names that no real service can have (RFC 2606, RFC 6761). */
const RESERVED = /(^|\.)(test|example|invalid|localhost|example\.(com|net|org))$/i

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether a host is production: its name has a word for that, or none for a sandbox. A loopback, reserved or dotless host never is. */
function isProduction(url: string): boolean {
  const { hostname } = new URL(url)
  if (LOOPBACK.test(hostname) || RESERVED.test(hostname) || !hostname.includes('.')) return false
  const wordsOf = (labels: readonly string[]) => labels.flatMap((label) => label.split('-'))
  const labels = hostname.split('.')
  // The last two labels of a host name its owner and not its purpose.
  return (
    wordsOf(labels).some((word) => REAL.test(word)) || !wordsOf(labels.slice(0, -2)).some((word) => SANDBOX.test(word))
  )
}

export function unconfirmedProduction(urls: object, confirmed: readonly Production[]): Problem[] {
  return Object.entries(urls as Record<string, string | undefined>).flatMap(([name, url]) => {
    if (url === undefined || !isProduction(url)) return []
    const { host } = new URL(url)
    if (confirmed.some((each) => each.host === host && each.confirmHost === host)) return []
    const message = `is ${host}, which does not look like a sandbox; if money there is yours to move, say so twice: production: { host: '${host}', confirmHost: '${host}' }, or a list of such pairs`
    return [{ path: `urls.${name}`, message }]
  })
}
