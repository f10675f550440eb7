/** The page about the control API, made from the OpenAPI document of a server. */
import { createBankServer } from '../../src/kits/server/server.ts'
import { page, table } from './doc-markup.ts'

interface Call {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
}
interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
}

/** What calls take whose body has no fields of its own, or too many. */
const bodies: Readonly<Record<string, string>> = {
  openBank: '[the options of createBank](options.md#createbank)',
  restoreSnapshot: '`id`, or a whole snapshot',
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
      .map(([method, call]) => [`\`${method.toUpperCase()} ${pathBelow(path)}\``, takenBy(call), call.summary]),
  )
  return page(
    'The control API',
    `What a test does with the bank that [\`npx vostro\`](../guides/server.md) serves. \`{control_url}\` is \`/_vostro\` for the bank that the server began with, and \`/_vostro/banks/{id}\` for one that a test opened; \`/health\` and \`/banks\` are below the first alone.

- Bodies are JSON, and \`?\` marks what may be left out. Parameters of the address are written as \`?last=\`.
- \`?partner=\` is the id of the partner that is meant; by default the first one.
- Amounts are in minor units.
- A refusal is \`{ "error": { "code", "message", "problems" } }\`.

\`GET {control_url}/openapi.json\` has the same for your tools, with the schema of each body.`,
    table(['call', 'takes', 'what it does'], rows),
  )
}

const pathBelow = (path: string) => `{control_url}${path === '/' ? '' : path}`

/** The fields of its body, and its parameters. */
function takenBy({ operationId, parameters = [], requestBody }: Call): string {
  const { properties = {}, required = [] } = requestBody?.content['application/json'].schema ?? {}
  const fields = Object.keys(properties).map((name) => (required.includes(name) ? `\`${name}\`` : `\`${name}\`?`))
  const asked = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => `\`?${name}=\``)
  return [bodies[operationId] ?? fields.join(', '), asked.join(', ')].filter((text) => text !== '').join('; ')
}
