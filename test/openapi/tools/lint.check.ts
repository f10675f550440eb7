/** The rules of Spectral and of Redocly for OpenAPI find nothing. */
import { expect, it } from 'vitest'
import { openapi } from 'vostro/server'
import { createBankServer } from '../../../src/server/server.ts'
import { tool } from './tools.ts'

/** Rules outside the recommended ones that ask for addresses on the web, of which the project has none. */
const inapplicable = ['contact-properties', 'license-url']

/** With the calls by which a process is controlled. */
async function ofServer(): Promise<object> {
  const server = createBankServer({
    origin: 'http://127.0.0.1:4010',
    send: async () => new Response('ok'),
    now: () => 0,
    random: (bytes) => new Uint8Array(bytes),
  })
  const answer = await server.answer(new Request(`${server.controlUrl}/openapi.json`))
  return (await answer.json()) as object
}

const documents = [
  ['every call', () => openapi()],
  ['the specified calls', () => openapi({ only: 'specified' })],
  [
    'a bank of unusual assumptions',
    () => openapi({ assume: { 'errors.unknownFields': 'refused', 'requests.null': 'refused' } }),
  ],
  ['a server', ofServer],
] as const

it.each(documents)('has no error and no warning by any rule of Spectral: %s [§4]', async (_, documentOf) => {
  const { Spectral } = tool('@stoplight/spectral-core')
  const { oas } = tool('@stoplight/spectral-rulesets')
  const spectral = new Spectral()
  spectral.setRuleset({ extends: [[oas, 'all']], rules: Object.fromEntries(inapplicable.map((rule) => [rule, 'off'])) })

  const found = await spectral.run(await documentOf())

  expect(found).toEqual([])
  process.stdout.write(`Spectral: ${found.length} findings.\n`)
})

it.each(documents)(
  'has no error and no warning by the recommended rules of Redocly: %s [§4]',
  async (_, documentOf) => {
    const { createConfig, lintFromString } = tool('@redocly/openapi-core')
    // The calls that control a server say of every refusal the same, once.
    const config = await createConfig({ extends: ['recommended'], rules: { 'operation-4xx-response': 'off' } })

    const found = await lintFromString({ source: JSON.stringify(await documentOf()), config })

    expect(found.map(({ ruleId, message }: { ruleId: string; message: string }) => `${ruleId}: ${message}`)).toEqual([])
    process.stdout.write(`Redocly: ${found.length} findings.\n`)
  },
)
