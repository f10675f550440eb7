/** Spectral's rules for OpenAPI find nothing. */
import { expect, it } from 'vitest'
import { openapi } from 'vostro/openapi'
import { tool } from './tools.ts'

/** Rules outside the recommended ones that ask for addresses on the web, of which the project has none. */
const inapplicable = ['contact-properties', 'license-url']

it.each([
  ['every call', {}],
  ['the specified calls', { only: 'specified' }],
  ['a bank of unusual assumptions', { assume: { 'errors.unknownFields': 'refused', 'requests.null': 'refused' } }],
] as const)('has no error and no warning by any rule of Spectral: %s [§4]', async (_, options) => {
  const { Spectral } = tool('@stoplight/spectral-core')
  const { oas } = tool('@stoplight/spectral-rulesets')
  const spectral = new Spectral()
  spectral.setRuleset({ extends: [[oas, 'all']], rules: Object.fromEntries(inapplicable.map((rule) => [rule, 'off'])) })

  const found = await spectral.run(await openapi(options))

  expect(found).toEqual([])
  process.stdout.write(`Spectral: ${found.length} findings.\n`)
})
