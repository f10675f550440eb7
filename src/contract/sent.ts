/** Requests as they are sent: typed by the endpoint, from the table of endpoints and the operation that each stands for. */
import type { Typed } from './endpoint.ts'
import type { EndpointName, EndpointRows } from './endpoints.ts'
import type { InputOf } from './operation.ts'
import type { operations } from './operations.ts'

/**
 * A request as somebody sent it: as it is documented, where the bank took it. Anything may be left out, and null where there was nothing
 * to say. What was refused may be of other types, or no JSON at all: look at its status first.
 */
type Sent<Request> = Request extends Plain
  ? Request
  : Request extends readonly (infer Item)[]
    ? readonly Sent<Item>[]
    : { readonly [Field in keyof Request]?: Sent<Request[Field]> | (undefined extends Request[Field] ? null : never) }

/** What has no fields; a text with room for others is an object too, to the compiler. */
type Plain = string | number | boolean | null | undefined

/** The body that an endpoint takes, as it was sent; unknown of one that takes none. */
export type SentTo<Name extends EndpointName> =
  EndpointRows[Name] extends Typed<infer Operation, infer Path, true>
    ? Operation extends keyof typeof operations
      ? Sent<Without<InputOf<(typeof operations)[Operation]>, ParametersOf<Path>>>
      : unknown
    : unknown

/** The parameters in a path: `id` in `/wires/v1/payments/{id}`. */
type ParametersOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParametersOf<Rest> : never

type Without<Input, Names> = [Names] extends [never]
  ? Input
  : Input extends object
    ? { [Field in keyof Input as Exclude<Field, Names>]: Input[Field] }
    : Input
