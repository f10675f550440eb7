/** An OpenAPI document as a judge: which operation a request is for, and whether what came back is as documented. */
import type { OpenApiDocument } from 'vostro/server'
import { type Validator, validatorOf } from './validator.ts'

export interface Operation {
  readonly operationId: string
  readonly method: string
  readonly path: string
  /** Where its service is. */
  readonly server: string
  readonly parameters: readonly Parameter[]
  /** The schema of a JSON body; undefined where there is none. */
  readonly body: object | undefined
  readonly responses: Readonly<Record<string, object>>
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly schema: Readonly<Record<string, unknown>>
}

// What a document says has no type of its own here; a validator of OpenAPI looks at its form.
// biome-ignore lint/suspicious/noExplicitAny: see above.
type Part = any

/** Every operation of a document. */
export function operationsOf(document: OpenApiDocument): Operation[] {
  const resolved = (part: Part): Part =>
    part?.$ref
      ? part.$ref
          .slice(2)
          .split('/')
          .reduce((at: Part, step: string) => at[step], document)
      : part
  return Object.entries(document.paths).flatMap(([path, item]: [string, Part]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'servers')
      .map(([method, operation]: [string, Part]) => ({
        operationId: operation.operationId,
        method: method.toUpperCase(),
        path,
        server: (item.servers ?? document.servers)[0].url,
        parameters: (operation.parameters ?? []).map(resolved),
        body: operation.requestBody?.content['application/json'].schema,
        responses: Object.fromEntries(
          Object.entries(operation.responses).map(([status, response]) => [status, resolved(response)]),
        ),
      })),
  )
}

/** What is not as documented in an answer. */
export type Judge = (operation: Operation, answer: { status: number; headers: Headers; text: string }) => string[]

export function judgeOf(document: OpenApiDocument, isValid: Validator = validatorOf(document)): Judge {
  return ({ responses, operationId }, { status, headers, text }) => {
    const response: Part = responses[String(status)] ?? responses['default']
    const schema = response.content?.['application/json'].schema
    const problems: string[] = []
    if (status < 300 && !(status in responses))
      problems.push(`${operationId} answered ${status}, which is not documented.`)
    if (schema === undefined && text !== '') problems.push(`${operationId} answered ${status} with a body: ${text}`)
    if (schema !== undefined && !isValid(schema, JSON.parse(text)))
      problems.push(`${operationId} answered ${status} otherwise than documented: ${text}`)
    for (const name of headers.keys()) {
      const known = { ...response.headers, 'content-type': {} }
      if (!(name in known)) problems.push(`${operationId} answered ${status} with the header ${name}.`)
    }
    return problems
  }
}
