/** The OpenAPI document of a server: the services of a bank where they are, and the control API beside them. (§4) */
import { expect, it } from 'vitest'
import { openapi } from 'vostro/server'
import { controlCalls } from '../../src/server/control/control-calls.ts'
import { ORIGIN, serverFor } from './client.ts'

interface Operation {
  readonly operationId: string
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> }
  readonly security: object[]
}
type Paths = Record<string, Record<string, Operation> & { readonly servers?: { readonly url: string }[] }>

const operationsOf = (paths: Paths): Operation[] =>
  Object.values(paths).flatMap(({ servers: _, ...methods }) => Object.values(methods as Record<string, Operation>))

it('describes every call of the services and of the control API, each at its address [§4]', async () => {
  const { call } = serverFor()

  const { body: document } = await call('GET', '/_vostro/openapi.json')

  const paths = document.paths as Paths
  const own = await openapi()
  expect(document.servers[0].url).toBe(`${ORIGIN}/api`)
  expect(paths['/oauth/token']?.servers).toEqual([{ url: `${ORIGIN}/auth` }])
  expect(paths['/clock/advance']?.servers).toEqual([{ url: `${ORIGIN}/_vostro` }])
  expect(operationsOf(paths).map(({ operationId }) => operationId)).toEqual([
    ...operationsOf(own.paths as unknown as Paths).map(({ operationId }) => operationId),
    ...Object.keys(controlCalls).sort((first, second) => placeOf(paths, first) - placeOf(paths, second)),
  ])
  expect(paths['/clock/advance']?.['post']?.requestBody?.content['application/json']?.schema).toMatchObject({
    type: 'object',
    additionalProperties: false,
    properties: { hours: { type: ['number', 'null'], minimum: 0 } },
  })
})

const placeOf = (paths: Paths, operation: string): number =>
  operationsOf(paths).findIndex(({ operationId }) => operationId === operation)

it("describes a further bank at its address, without the server's calls [§4]", async () => {
  const { call } = serverFor()
  const { body: bank } = await call('POST', '/_vostro/banks', { body: { assume: { 'requests.null': 'refused' } } })

  const { body: document } = await call('GET', `${bank.controlUrl}/openapi.json`)

  expect(document.servers[0].url).toBe(bank.baseUrl)
  expect(document.paths['/clock'].servers).toEqual([{ url: bank.controlUrl }])
  expect(document.paths['/banks']).toBeUndefined()
})

it('has no dangling reference, and says which calls need the token of the control API [§4]', async () => {
  const { call } = serverFor()

  const { body: document } = await call('GET', '/_vostro/openapi.json')

  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path.split('/'))
  const missing = refs.filter((path) => path.reduce((at, step) => at?.[step], document) === undefined)
  expect(missing).toEqual([])
  expect(document.paths['/health'].get.security).toEqual([])
  expect(document.paths['/clock'].get.security).toEqual([{}, { control: [] }])
})

it('describes every control call, with its answer, its parameters and its refusals [§4]', async () => {
  const { call } = serverFor()

  const { body: document } = await call('GET', '/_vostro/openapi.json')

  for (const [name, { path, method, answer }] of Object.entries(controlCalls)) {
    const { description, responses, parameters = [] } = document.paths[path || '/'][method.toLowerCase()]
    expect(description, name).toMatch(/\w/)
    const [done] = Object.values(responses['200']?.content ?? {}) as { schema: object }[]
    expect([name, Object.keys(responses)]).toEqual([name, [answer === null ? '204' : '200', 'default']])
    expect([name, answer === null || Object.keys(done?.schema ?? {}).length > 0]).toEqual([name, true])
    for (const { description } of parameters) expect([name, description]).toEqual([name, expect.any(String)])
  }
  expect(document.components.schemas.ControlError.properties.error.properties.code.enum).toContain('payment_not_found')
})
