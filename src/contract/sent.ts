/** The types of request bodies as clients send them, derived from the table of endpoints and from their operations. */
import type { Typed } from './endpoint.ts'
import type { EndpointName, EndpointRows } from './endpoints.ts'
import type { InputOf } from './operation.ts'
import type { operations } from './operations.ts'

/**
 * A request as a client sent it. If the bank accepted it, its fields have these types, or are absent or null. A refused request may be
 * anything, so check its status first.
 */
type Sent<Request> = Request extends Plain
  ? Request
  : Request extends readonly (infer Item)[]
    ? readonly Sent<Item>[]
    : { readonly [Field in keyof Request]?: Sent<Request[Field]> | (undefined extends Request[Field] ? null : never) }

/** A value without fields. To the compiler, a text type that allows other texts (`string & {}`) is an object, too. */
type Plain = string | number | boolean | null | undefined

/** The body that an endpoint takes, as it was sent; unknown if the endpoint takes no body. */
export type SentTo<Name extends EndpointName> =
  EndpointRows[Name] extends Typed<infer Operation, infer Path, true>
    ? Operation extends keyof typeof operations
      ? Sent<Omit<InputOf<(typeof operations)[Operation]>, ParametersOf<Path>>>
      : unknown
    : unknown

/** The parameters in a path: `id` in `/wires/v1/payments/{id}`. */
type ParametersOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParametersOf<Rest> : never
