/** The matcher on requests: what the code under test asked of the bank, and how often. (§4) */
import type { Bank } from '../../bank/bank.ts'
import type { HttpExchange } from '../../bank/shell/state/exchange.ts'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import {
  anything,
  cannotUse,
  checkedOptions,
  isWholeFrom,
  type OptionRule,
  type OptionRules,
  refuseUndefined,
  rule,
} from '../../contract/options.ts'
import { valueText } from '../../contract/value-text.ts'
import { fieldsAt } from '../../contract/walk-schema.ts'
import { UsageError } from '../../core/errors.ts'
import { count } from '../../core/kernel/count.ts'
import { didYouMean, slipOf, unknownName } from '../../core/kernel/nearest.ts'
import type { Problem } from '../../core/rejection.ts'
import { type Verdict, verdictOnCount } from './verdict.ts'

/** The expected fields of a request. At any depth, a field may be left out. `expect.any(String)` and the like may stand for a value. */
export interface RequestExpectation {
  url?: unknown
  headers?: Readonly<Record<string, unknown>> | undefined
  /** The body, parsed. */
  body?: unknown
  /** The status of the answer. */
  status?: unknown
  /** The body of the answer, parsed. */
  answer?: unknown
  /** The exact number of requests; by default one or more. */
  times?: number | undefined
}

const asymmetricOr = (type: 'string' | 'number' | 'object', must: string): OptionRule<never> =>
  rule((value) => (typeof value === type && value !== null) || isAsymmetric(value), must)

const rules: OptionRules<RequestExpectation> = {
  url: asymmetricOr('string', 'must be a string, or an asymmetric matcher'),
  headers: asymmetricOr('object', 'must be a record'),
  body: anything,
  status: asymmetricOr('number', 'must be a number, or an asymmetric matcher'),
  answer: anything,
  times: isWholeFrom(0),
}

/** @throws {UsageError} if there is no such call or option */
export function toHaveReceivedRequest(bank: Bank, endpoint: EndpointName, given: RequestExpectation = {}): Verdict {
  const { times, ...expected } = checkedExpectation(endpoint, given)
  const exchanges = bank.requests.filter((exchange) => exchange.endpoint === endpoint)
  refuseMistypedFields(endpoint, expected, exchanges)
  const compared = exchanges.map((exchange) => ({ exchange, differs: differences(exchange, expected) }))
  const fitting = compared.filter(({ differs }) => differs.length === 0).length
  const { method, path } = endpoints[endpoint]
  const fields = Object.keys(expected).length === 0 ? '' : ' with the expected fields'
  const call = `${endpoint} (${method} ${path})${fields}`
  const all = `${count(exchanges.length, 'request')} received${fields && `, ${fitting || 'none'} of them with these fields`}`
  const counted = {
    ...{ times, found: fitting, section: '§4' },
    ifPass: `${count(fitting, 'request')} for ${call} received, which the test says must not happen.`,
    ifNot: `Failed to find ${times === undefined ? 'a request' : count(times, 'request')} for ${call}: ${all}.`,
  }
  const details = compared.map(({ exchange: { at, method, url, status }, differs }) => {
    const head = `${method} ${url} at ${at}, ${status === 0 ? 'no answer' : `answered ${status}`}`
    return fields ? [`${head}:`, ...(differs.length === 0 ? ['has these fields'] : differs)].join('\n  ') : head
  })
  return verdictOnCount(bank, counted, () => (exchanges.length === 0 ? [receivedBy(bank)] : details))
}

function checkedExpectation(endpoint: EndpointName, given: RequestExpectation): RequestExpectation {
  const failed = `Failed to look for a request to ${JSON.stringify(endpoint)}`
  const names = Object.keys(endpoints)
  if (!names.includes(endpoint)) {
    throw new UsageError(
      `${failed}: ${unknownName('call', String(endpoint), names)} The calls are ${names.join(', ')}. (§4)`,
    )
  }
  const advice = 'Write { body: { amount: 10_000 }, status: 200 }, say.'
  const expected = checkedOptions(given, rules, { failed, advice })
  // Each request has these fields, so `undefined` is a mistake there. For a body or an answer, `undefined` means that there is none.
  refuseUndefined(expected, ['url', 'headers', 'status'], { failed, advice })
  return withLowerCaseNames(expected)
}

/** Puts names of headers into lower case, as in a recorded request. */
function withLowerCaseNames(expected: RequestExpectation): RequestExpectation {
  const { headers } = expected
  if (headers === undefined || isAsymmetric(headers)) return expected
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return { ...expected, headers: Object.fromEntries(lowered) }
}

function receivedBy({ requests }: Bank): string {
  if (requests.length === 0) {
    return 'The bank received no request at all: does the code under test call bank.urls, and are the handlers installed?'
  }
  const lines = requests.map(({ endpoint, method, url }) => `  ${endpoint ?? 'no endpoint'}  ${method} ${url}`)
  return `It received:\n${lines.join('\n')}`
}

type AnySchema = Parameters<typeof fieldsAt>[0]
type Part = 'body' | 'answer'

/**
 * A field that the call does not have is refused if its name is nearly that of a real field: under `not` such an expectation would always
 * hold. A field that a request really had is allowed. @throws {UsageError} if there are fields to refuse
 */
function refuseMistypedFields(
  endpoint: EndpointName,
  expected: Readonly<Partial<Record<Part, unknown>>>,
  exchanges: readonly HttpExchange[],
): void {
  const { body, response } = endpoints[endpoint]
  const slipsOf = (part: Part, schema: unknown) =>
    slips(schema as AnySchema, expected[part], { of: part, path: [], actual: exchanges.map((each) => each[part]) })
  const problems = [...(body ? slipsOf('body', body) : []), ...slipsOf('answer', response)]
  if (problems.length === 0) return
  throw cannotUse(problems, {
    failed: `Failed to look for a request to "${endpoint}"`,
    advice: 'Correct the names. The reference of endpoints lists the fields of each call.',
  })
}

interface FieldPlace {
  readonly of: Part
  readonly path: readonly string[]
  /** The values that the recorded exchanges have at this path. */
  readonly actual: readonly unknown[]
}

function slips(schema: AnySchema, expected: unknown, { of, path, actual }: FieldPlace): Problem[] {
  if (!isObject(expected) || isAsymmetric(expected)) return []
  const known = fieldsAt(schema, path)
  return Object.entries(expected).flatMap(([name, value]) => {
    const within = actual.filter(isObject)
    const isThere = within.some((each) => Object.hasOwn(each, name))
    const meant = isThere ? undefined : slipOf(name, known)
    if (meant !== undefined)
      return [{ path: [of, ...path, name].join('.'), message: `unknown field${didYouMean(name, [meant])}` }]
    return slips(schema, value, { of, path: [...path, name], actual: within.map((each) => each[name]) })
  })
}

/** The differences from the expected fields as lines; other fields may be anything: `body.amount: 12000, expected 10000`. An expected matcher such as `expect.any(String)` decides itself. */
function differences(actual: unknown, expected: unknown, path = ''): string[] {
  if (isAsymmetric(expected)) {
    return expected.asymmetricMatch(actual)
      ? []
      : [line(path, actual, expected.toAsymmetricMatcher?.() ?? expected.toString())]
  }
  if (!isObject(expected) || !isObject(actual) || Array.isArray(actual) !== Array.isArray(expected)) {
    return Object.is(actual, expected) ? [] : [line(path, actual, format(expected))]
  }
  const isOtherLength = Array.isArray(actual) && Array.isArray(expected) && actual.length !== expected.length
  return [
    ...(isOtherLength ? [line(join(path, 'length'), actual.length, String(expected.length))] : []),
    ...Object.entries(expected).flatMap(([key, value]) => differences(actual[key], value, join(path, key))),
  ]
}

interface Asymmetric {
  asymmetricMatch(value: unknown): boolean
  toAsymmetricMatcher?(): string
}

/** Whether this is a matcher such as `expect.any(String)`, of any runner. */
function isAsymmetric(value: unknown): value is Asymmetric {
  return isObject(value) && typeof value['asymmetricMatch'] === 'function'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}

function line(path: string, actual: unknown, expected: string): string {
  return `${path === '' ? 'value' : path}: ${format(actual)}, expected ${expected}`
}

function format(value: unknown): string {
  return value === undefined ? 'nothing' : valueText(value)
}
