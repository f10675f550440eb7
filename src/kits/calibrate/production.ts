/** Whether an address looks like one where real money is. */

/** Words by which sandboxes are named, as parts of a host. */
const SANDBOX =
  /(^|[.-])(sandbox|sbx|test|tests|testing|uat|qa|stage|staging|dev|develop|development|demo|mock|preview|local|example|invalid|localhost)\d*($|[.-])/i

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/i

/** Whatever is not named as a sandbox is taken for the real one. */
export function isProduction(url: string): boolean {
  const { hostname } = new URL(url)
  return !LOOPBACK.test(hostname) && !SANDBOX.test(hostname)
}
