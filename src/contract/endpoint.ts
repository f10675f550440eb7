/** One row of the endpoint table: all that the bank knows of a call. Defaults of a row come from its operation and its path. */
import * as z from 'zod/mini'
import type { AssumptionId } from '../core/assumptions/catalogue.ts'
import { keysOf } from '../core/kernel/keys.ts'
import type { OperationRow, Schema } from './operation.ts'
import { accountNumber, accountNumberOfMaster, pageParameters, uuid } from './primitives.ts'
import { strictObject } from './record.ts'

export type ServiceName = 'token' | 'banking' | 'loans'

/** Where the three services are. */
export interface Addresses {
  readonly baseUrl: string
  readonly authUrl: string
  readonly loanBaseUrl: string
}

/** Where a call comes from: the specification, the published reference of the service, or our own assumption. */
export type Provenance = 'specified' | 'published' | 'assumed'

/** What the example of a call says of the bank that gets it. A line of test code has expressions in the place of these values. */
export interface ExampleFacts {
  readonly accountNumber: string
  readonly subAccountNumber: string
  readonly partnerId: string
  readonly clientId: string
  readonly clientSecret: string
  readonly audience: string
}

/** A row of the table. `Operation`: the names of the operations that it may perform. */
export interface EndpointRow<Operation extends string = string> {
  readonly service: ServiceName
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below the address of the service; `{id}` is a parameter. */
  readonly path: string
  /** Other paths, with their provenance. `path` is among them if its provenance is not `source`. Case and a final slash never matter. */
  readonly aliases: { readonly [path: string]: Provenance }
  readonly isSecured: boolean
  /** The operation or inquiry that the call performs; `discovery` answers with the metadata of the token server. */
  readonly operation: Operation | 'discovery'
  readonly parameters?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** Returns a plausible body that the bank accepts. Documents, lines of test code and tests take their examples from here. */
  readonly example?: (facts: ExampleFacts) => object
  /** Whether the body may also be a form, as in OAuth. */
  readonly isFormAccepted?: boolean
  readonly response: Schema
  /** Whether the answer is 202 with an empty body, instead of 200 with JSON. */
  readonly isEmpty?: boolean
  /** Whether the specification deprecates the call. Each answer then says so. */
  readonly isDeprecated?: boolean
  readonly summary: string
  readonly section: string
  readonly source: Provenance
  /** For a call outside the specification: the assumption that describes it. */
  readonly assumption?: AssumptionId
}

/** The status of a call that succeeds. @param ofCreation - the value of the assumption `http.createStatus` */
export function doneStatus(row: EndpointRow, ofCreation: string): number {
  if (row.isEmpty) return 202
  return isCreation(row) ? Number(ofCreation) : 200
}

/** Whether a call creates a record. */
export const isCreation = ({ service, method, path, isEmpty }: EndpointRow): boolean =>
  !isEmpty && service === 'banking' && method === 'POST' && !path.includes('{id}')

/**
 * A row as the tables of this folder declare it. By default a call needs a token, has one path, and is published. The section comes from
 * the operation, the parameters from the path, and the query of a GET from the operation. A row with a body has an example of it.
 */
type Declared<Operation extends string> = Omit<
  EndpointRow<Operation>,
  'service' | 'parameters' | 'body' | 'example' | Defaulted
> &
  Partial<Pick<EndpointRow, Defaulted>> &
  (Required<Pick<EndpointRow, 'body' | 'example'>> | { readonly body?: never })
type Defaulted = 'isSecured' | 'aliases' | 'source' | 'section'

/** What the compiler knows of a declared row: its operation, its path, and whether it takes a body. */
export interface Typed<Operation, Path, HasBody> {
  readonly operation: Operation
  readonly path: Path
  readonly hasBody?: HasBody
}

export function endpointsOf<Operation extends string, const Rows extends Readonly<Record<string, Declared<Operation>>>>(
  service: ServiceName,
  operations: Readonly<Record<Operation, Pick<OperationRow<unknown, unknown>, 'section' | 'schema'>>>,
  rows: Rows,
): {
  // This type is written out, because a named type would bring the schemas into the published types.
  readonly [Name in keyof Rows]: EndpointRow &
    Typed<Rows[Name]['operation'], Rows[Name]['path'], Rows[Name] extends { body: object } ? true : false>
} {
  const usual = { service, isSecured: true, aliases: {}, source: 'published' } as const
  const full = Object.entries<Declared<Operation>>(rows).map(([name, row]) => {
    const { section = '', schema } = operations[row.operation as Operation] ?? {}
    const query = row.method === 'GET' && schema instanceof z.ZodMiniObject ? { query: inAddress(schema) } : {}
    return [name, { ...usual, section, ...inPath(row.path), ...query, ...row }]
  })
  return Object.fromEntries(full)
}

/** The schemas of path parameters, by the part of the path in which they stand. The first part that a path has decides. */
const pathParameters = {
  '/accounts/{accountNumber}/restrictions/{id}': strictObject(() => ({
    accountNumber: accountNumberOfMaster,
    id: uuid,
  })),
  '/accounts/{accountNumber}': strictObject(() => ({ accountNumber: accountNumberOfMaster })),
  '/subaccounts/{accountNumber}': strictObject(() => ({ accountNumber })),
  '/{id}': strictObject(() => ({ id: uuid })),
}

function inPath(path: string): Pick<EndpointRow, 'parameters'> {
  const part = keysOf(pathParameters).find((each) => path.includes(each))
  return part === undefined ? {} : { parameters: pathParameters[part] }
}

/** The schema of a query in an address, where numbers are texts of digits, and unknown parameters are ignored. */
export function inAddress({ shape }: z.ZodMiniObject): z.ZodMiniObject {
  const numbers: Readonly<Record<string, z.ZodMiniType>> = pageParameters
  return z.object(Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, numbers[name] ?? field])))
}

/** The statuses with which calls are refused, except those that any call can get because of a limit or a failure. (§7) */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413

/** The statuses with which one call may be refused, for documents. */
export function refusalsOf(row: EndpointRow): RefusalStatus[] {
  const { service, isSecured, parameters, query, body, method, operation } = row
  // Not every token server has the discovery document.
  if (operation === 'discovery') return [404]
  const isWritten = method !== 'GET'
  const list: [RefusalStatus, boolean][] = [
    [400, Boolean(parameters || query || body)],
    [401, true],
    // A partner may not place, change or remove a restriction of the bank. (§2.8 rule 5)
    [403, !isSecured || (isWritten && operation.startsWith('restrictions.'))],
    [404, service === 'banking' && Boolean(parameters || body || query)],
    [409, service === 'banking' && isWritten],
    [413, Boolean(body)],
  ]
  return list.flatMap(([status, isPossible]) => (isPossible ? status : []))
}

export const servedPaths = ({ path, source, aliases }: EndpointRow): [path: string, source: Provenance][] =>
  Object.entries({ [path]: source, ...aliases })
