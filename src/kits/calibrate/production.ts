/** Whether an address looks like one where real money is. */

/** Words by which sandboxes are named, as parts of a host. */
const SANDBOX =
  /(^|[.-])(sandbox|sbx|tests?|testing|uat|qa|stage|staging|dev|develop|development|demo|mock|preview|local)\d*($|[.-])/i

/** Names that no real service can have (RFC 2606, RFC 6761). */
const RESERVED = /(^|\.)(test|example|invalid|localhost|example\.(com|net|org))$/i

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whatever is not named as a sandbox is taken for the real one. */
export function isProduction(url: string): boolean {
  const { hostname } = new URL(url)
  return ![SANDBOX, RESERVED, LOOPBACK].some((named) => named.test(hostname))
}
