/** The page about the control API, made from the OpenAPI document of a server. */
import { createBankServer } from '../../src/server/server.ts'
import { list, page } from './doc-markup.ts'

interface Call {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>
}
interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
}

/** What the table says a call takes, if the schema of its body has too many fields to list, or names none. */
const bodies: Readonly<Record<string, string>> = {
  openBank: '`name`?, and [the options of createBank](options.md#createbank)',
  injectFault: '`fault`, and [what it takes](options.md#a-fault-of-a-call)',
  addLoan: '[fields of a loan](fields.md#loan-summary)',
  updateLoan: '[fields of a loan](fields.md#loan-summary)',
}

export async function controlPage(): Promise<string> {
  const origin = 'http://127.0.0.1:4010'
  const server = createBankServer({
    origin,
    send: async () => new Response('ok'),
    now: () => 0,
    random: (bytes) => new Uint8Array(bytes),
  })
  const answer = await server.answer(new Request(`${origin}/_vostro/openapi.json`))
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Call>> }
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, call]) => call.tags?.includes('control'))
      .map(([method, call]) => [`\`${method.toUpperCase()} ${path}\``, takenBy(call), answerOf(call), call.summary]),
  )
  return page(
    'The control API',
    `The calls by which a test controls the bank that [\`npx vostro\`](../guides/server.md) serves. \`{control_url}\` is \`/_vostro\` for the bank that the server began with, and \`/_vostro/banks/{id}\` for a bank that a test opened. \`/health\` and \`/banks\` exist only below \`/_vostro\`.

- The paths are below \`{control_url}\`. Bodies are JSON. A \`?\` after a field marks it as optional; a name such as \`?last=\` is a parameter of the query.
- \`?partner=\` is the id of the partner for whom the call acts; by default the first partner.
- Amounts are in minor units.
- A call that advances the clock delivers what is due on the way, and answers what happened.
- If no answer is named, the call answers 204 without a body.
- The body of a refusal is \`{ "error": { "code", "message", "problems" } }\`.

\`GET {control_url}/openapi.json\` describes the same calls for your tools, with the schema of each body, and the fields of each record.`,
    list(rows.map(([call = '', takes = '', answers = '', what = '']) => [call, described(takes, answers, what)])),
  )
}

const described = (takes: string, answers: string, what: string) =>
  [what, takes && `Takes ${takes}.`, answers && `Answers ${answers}.`].filter((text) => text !== '').join(' ')

/** The fields of the body of a call, and its parameters. */
function takenBy({ operationId, parameters = [], requestBody }: Call): string {
  const { properties = {}, required = [] } = requestBody?.content['application/json'].schema ?? {}
  const fields = Object.keys(properties).map((name) => (required.includes(name) ? `\`${name}\`` : `\`${name}\`?`))
  const asked = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => `\`?${name}=\``)
  return [bodies[operationId] ?? fields.join(', '), asked.join(', ')].filter((text) => text !== '').join('; ')
}

/** What the call answers, in a few words. */
function answerOf({ responses }: Call): string {
  const [type, { schema } = { schema: {} }] = Object.entries(responses['200']?.content ?? {})[0] ?? []
  if (type === undefined) return ''
  return type === 'application/json' ? formOf(schema) : type
}

function formOf(schema: Schema): string {
  const { $ref, anyOf, items, properties } = schema
  if ($ref !== undefined) return `\`${$ref.slice($ref.lastIndexOf('/') + 1)}\``
  if (anyOf) return anyOf.map(formOf).join(' or ')
  if (items) return `list of ${formOf(items)}`
  const results = properties?.['results']?.items
  return results ? `page of ${formOf(results)}` : fieldsOf(schema)
}

function fieldsOf({ properties = {}, required = [], type, additionalProperties }: Schema): string {
  const names = Object.keys(properties)
  const isMore = names.length > MOST || additionalProperties !== false
  const few = names.slice(0, MOST).map((name) => (required.includes(name) ? `\`${name}\`` : `\`${name}\`?`))
  return [...few, ...(isMore ? ['…'] : [])].join(', ') + (type?.includes('null') ? ' or null' : '')
}

/** How many fields of a record the table shows at most: a loan has two hundred. */
const MOST = 40
