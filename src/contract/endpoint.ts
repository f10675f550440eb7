/** One row of the endpoint table: everything that the bank knows of a call. */
import type { AssumptionId } from '../core/assumptions/catalogue.ts'
import type { Schema } from './operation.ts'

/** The three addresses of the bank. */
export type ServiceName = 'token' | 'banking' | 'loans'

/** Where the three services are. */
export interface Addresses {
  readonly baseUrl: string
  readonly authUrl: string
  readonly loanBaseUrl: string
}

/** Where a call comes from: the specification, the published reference of the service, or neither: then it is formed like the others. */
export type Provenance = 'specified' | 'published' | 'assumed'

/** A row; `Operation` are the names of the operations that it may stand for. */
export interface EndpointRow<Operation extends string = string> {
  readonly service: ServiceName
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the service's address; `{id}` is a parameter. */
  readonly path: string
  /** Other paths that mean the same. Case and a trailing slash never matter. */
  readonly aliases: readonly string[]
  /** Such paths that only the published reference has. */
  readonly publishedAliases: readonly string[]
  readonly isSecured: boolean
  /** What it does: an operation, an inquiry, or the token server's own document. */
  readonly operation: Operation | 'discovery'
  readonly parameters?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** Whether the body may be a form too, as OAuth has it. */
  readonly isFormAccepted?: boolean
  readonly response: Schema
  /** Whether the answer is 202 with an empty body; usual is 200 with JSON. */
  readonly isEmpty?: boolean
  /** Whether the specification calls it deprecated: each answer says so. */
  readonly isDeprecated?: boolean
  readonly summary: string
  readonly section: string
  readonly source: Provenance
  /** Of a call that the specification does not have: the entry of the catalogue that says what it does. */
  readonly assumption?: AssumptionId
}

/** A row as a section declares it. The defaults: it needs a token, has one path, and only the reference knows it. */
type Declared<Operation extends string> = Omit<
  EndpointRow<Operation>,
  'service' | 'isSecured' | 'aliases' | 'publishedAliases' | 'source'
> &
  Partial<Pick<EndpointRow, 'isSecured' | 'aliases' | 'publishedAliases' | 'source'>>

/** What the compiler reads off a declared row: its operation, its path, and whether it takes a body. */
export interface Typed<Operation, Path, HasBody> {
  readonly operation: Operation
  readonly path: Path
  readonly hasBody?: HasBody
}

export function endpointsOf<Operation extends string, const Rows extends Readonly<Record<string, Declared<Operation>>>>(
  service: ServiceName,
  _operations: Readonly<Record<Operation, unknown>>,
  rows: Rows,
): {
  // Written out: a named type would bring the schemas into the published types.
  readonly [Name in keyof Rows]: EndpointRow &
    Typed<Rows[Name]['operation'], Rows[Name]['path'], Rows[Name] extends { body: object } ? true : false>
} {
  const usual = { service, isSecured: true, aliases: [], publishedAliases: [], source: 'published' } as const
  const full = Object.entries<Declared<Operation>>(rows).map(([name, row]) => [name, { ...usual, ...row }])
  return Object.fromEntries(full)
}
