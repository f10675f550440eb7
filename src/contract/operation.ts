/** One row of the table of operations, which the function API, HTTP, the journal and the documentation use. */
import type { RestsOn } from '../core/assumptions/catalogue.ts'
import type { Rejection } from '../core/rejection.ts'
import type { Reading, Turn } from '../core/turn.ts'

/** A zod schema. The tables avoid zod's own types, because these would become part of the published types. */
export interface Schema {
  readonly _zod: unknown
}

/** A row: an operation changes the world, an inquiry only reads it. */
export interface OperationRow<Kind, Perform> {
  readonly kind: Kind
  readonly perform: Perform
  /** What the row does, in the words of its errors: `originate a wire`, as in `Failed to originate a wire: …`. */
  readonly verb: string
  readonly section: string
  /** The schema of the input in the function API; undefined if the input is at most an id. */
  readonly schema: Schema | undefined
  /** The assumptions on which what it does rests, besides those of its fields, its happenings and its refusals. */
  readonly restsOn: RestsOn<never>
  /** The schema of its answer, if no endpoint performs it. */
  readonly answer: Schema | undefined
}

/** What a row declares if it has more than the usual. */
interface More<Input> {
  readonly restsOn?: RestsOn<Input>
  readonly answer?: Schema
}

/** `schema`: the schema of the input, or a function that makes it on first use. */
export function operation<Perform extends (turn: Turn, input: never) => unknown>(
  perform: Perform,
  verb: string,
  section: string,
  schema?: Schema | (() => Schema),
  { restsOn = [], answer }: More<InputOf<{ perform: Perform }>> = {},
): OperationRow<'operation', Perform> {
  let made = schema
  return {
    kind: 'operation',
    perform,
    verb,
    section,
    get schema() {
      if (typeof made === 'function') made = made()
      return made
    },
    restsOn,
    answer,
  }
}

export function inquiry<Perform extends (reading: Reading, input: never) => unknown>(
  perform: Perform,
  verb: string,
  section: string,
  schema?: Schema,
  { restsOn = [], answer }: More<InputOf<{ perform: Perform }>> = {},
): OperationRow<'inquiry', Perform> {
  return { kind: 'inquiry', perform, verb, section, schema, restsOn, answer }
}

/** The input of an operation: the second parameter of its function. */
export type InputOf<Row> = Row extends { perform: (first: never, second: infer Input) => unknown }
  ? unknown extends Input
    ? undefined
    : Input
  : never

export type OutputOf<Row> = Row extends { perform: (...given: never) => infer Output }
  ? Exclude<Output, Rejection>
  : never
