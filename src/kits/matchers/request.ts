/** The matcher on requests: what the code under test asked of the bank. (§4) */
import type { Bank } from '../../bank.ts'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { UsageError } from '../../core/errors.ts'
import { count } from '../../core/kernel/count.ts'
import { internalsOf } from '../../http/bank-internals.ts'
import { differences } from './subset.ts'
import { type Verdict, verdict } from './verdict.ts'

/** What is expected of a request; what is left out may be anything, at any depth. Asymmetric matchers may stand anywhere. */
export interface RequestExpectation {
  method?: unknown
  url?: unknown
  /** Lower-case names. */
  headers?: Readonly<Record<string, unknown>> | undefined
  /** The body, parsed. */
  body?: unknown
  /** The status of the answer. */
  status?: unknown
  /** The body of the answer, parsed. */
  answer?: unknown
}

/**
 * Whether the bank received a request for an endpoint, such as `createWire`.
 *
 * @throws {UsageError} where there is no such call; where none of the requests that are kept is like it, and others are gone
 */
export function toHaveReceivedRequest(bank: Bank, endpoint: EndpointName, expected: RequestExpectation = {}): Verdict {
  if (!Object.hasOwn(endpoints, endpoint)) {
    throw new UsageError(
      `Failed to look for a request to "${endpoint}": there is no such call. The calls are ${Object.keys(endpoints).join(', ')}. (§4)`,
    )
  }
  const { method, path } = endpoints[endpoint]
  const exchanges = bank.requests.filter((exchange) => exchange.endpoint === endpoint)
  const compared = exchanges.map((exchange) => ({ exchange, differs: differences(exchange, expected) }))
  const fitting = compared.filter(({ differs }) => differs.length === 0)
  const pass = fitting.length > 0
  const call = `${endpoint} (${method} ${path})`
  const { goneRequests } = internalsOf(bank)
  if (!pass && goneRequests > 0) {
    throw new UsageError(
      `Failed to judge whether a request for ${call} was received: none of the ${bank.requests.length} that are kept is as expected, and ${count(goneRequests, 'request')} ${goneRequests === 1 ? 'is' : 'are'} gone, as the bank keeps only the later ones (keep.requests). Judge it before, or keep all of them. (§4)`,
    )
  }
  const such = Object.keys(expected).length === 0 ? '' : ' as expected'
  const fact = pass
    ? `Failed to find no request for ${call}${such}: ${count(fitting.length, 'request')} received. (§4)`
    : exchanges.length === 0
      ? `Failed to find a request for ${call}: none received. (§4)`
      : `Failed to find a request for ${call} as expected: ${count(exchanges.length, 'request')} received, none like it. (§4)`
  if (pass) return verdict(bank, pass, fact)
  const details = compared.map(({ exchange: { at, method, url, status }, differs }) =>
    [`${method} ${url} at ${at}, answered ${status}:`, ...differs.map((difference) => `  ${difference}`)].join('\n'),
  )
  return verdict(bank, pass, fact, () => (exchanges.length === 0 ? [receivedBy(bank)] : details))
}

function receivedBy({ requests }: Bank): string {
  if (requests.length === 0) {
    return 'The bank received no request at all: does the code under test call bank.urls, and are the handlers installed?'
  }
  const lines = requests.map(({ endpoint, method, url }) => `  ${endpoint ?? 'no endpoint'}  ${method} ${url}`)
  return `It received:\n${lines.join('\n')}`
}
