/** Where a field comes from: the page of fields and the document say the same. (§4) */
import { expect, it } from 'vitest'
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts'
import { fieldSourcesOf } from '../../src/contract/record.ts'
import { openapi } from '../../src/server/index.ts'

type Node = { readonly [name: string]: unknown } & {
  readonly $ref?: string
  readonly items?: Node
  readonly anyOf?: readonly Node[]
  readonly properties?: { readonly [name: string]: Node }
}
type Operation = { readonly operationId: string; readonly responses?: { readonly [status: string]: Node } }

const document = (await openapi()) as unknown as Node & { readonly paths: Record<string, Record<string, Operation>> }
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

/** What a node is, with what stands beside its reference. */
function resolved(node: Node | undefined): Node | undefined {
  if (node?.$ref === undefined) return node
  const { $ref, ...beside } = node
  const target = $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, step) => (at as Node)[step], document)
  return { ...resolved(target as Node), ...beside } as Node
}

/** The field of a record, which may be one of a list's, or that of a list of alternatives. */
function fieldIn(node: Node | undefined, name: string): Node | undefined {
  const at = resolved(node)
  if (at === undefined || at.properties) return resolved(at?.properties?.[name])
  const inner = [at.items, ...(at.anyOf ?? [])].map(resolved)
  return inner.map((each) => each && fieldIn(each, name)).find((each) => each !== undefined)
}

const withAnswer = Object.entries(endpoints).flatMap(([name, { response }]) =>
  operations.flatMap(({ operationId, responses }) => {
    const content = resolved(responses?.['200'])?.['content'] as Node | undefined
    const schema = (content?.['application/json'] as Node | undefined)?.['schema'] as Node | undefined
    return operationId === name && schema && response ? [[name as EndpointName, schema] as const] : []
  }),
)

it.each(withAnswer)('says of each field of %s where it comes from, as the page of fields does [§4]', (name, schema) => {
  const { fields } = fieldSourcesOf(endpoints[name].response as Parameters<typeof fieldSourcesOf>[0])
  const inDocument = Object.keys(fields).map((path) => {
    const field = path.split('.').reduce(fieldIn, schema as Node | undefined)
    return [path, field?.['x-assumption'] ?? field?.['x-section']]
  })

  expect(inDocument).toEqual(Object.entries(fields))
})
