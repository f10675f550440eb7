import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { assumptions, createBank, isUsageError } from 'vostro'
import shipped from 'vostro/openapi.json'
import { formats, openapi } from 'vostro/server'
import { endpoints } from '../../src/contract/endpoints.ts'
import { keysOf } from '../../src/core/kernel/keys.ts'
import { bankEvents } from '../../src/core/webhooks/event-name.ts'
import { root } from '../docs/doc-files.ts'
import { openapiFile } from '../docs/openapi-file.ts'
import { judgeOf, operationsOf } from '../support/openapi/contract.ts'
import { validatorOf } from '../support/openapi/validator.ts'

const names = async (options = {}) => operationsOf(await openapi(options)).map(({ operationId }) => operationId)

it('has every call of the table, and every event [§4]', async () => {
  const document = await openapi()

  expect((await names()).sort()).toEqual(keysOf(endpoints).sort())
  expect(Object.keys(document.webhooks)).toEqual([...keysOf(bankEvents), ...createBank().loans.events()])
})

it('has the specified calls and events alone where only they are asked for [§4]', async () => {
  const document = await openapi({ only: 'specified' })

  expect(await names({ only: 'specified' })).toHaveLength(10)
  expect(Object.keys(document.webhooks)).toEqual([
    'Wire.Payment.Sent',
    'Wire.Payment.Received',
    ...createBank().loans.events(),
  ])
  expect(JSON.stringify(document)).not.toContain('/connect/token')
})

it('is the same, byte for byte, whenever it is made, and a new object each time [§4]', async () => {
  const [first, second] = [await openapi(), await openapi()]

  expect(JSON.stringify(first)).toBe(JSON.stringify(second))
  first.info.title = 'Mine'
  expect((await openapi()).info.title).toBe(second.info.title)
})

it('ships as a file that is up to date [§4]', async () => {
  const { path, text } = await openapiFile()

  expect(readFileSync(root + path, 'utf8'), 'The document is not what the source says. Run `npm run docs`.').toBe(text)
  expect(shipped).toEqual(JSON.parse(text))
})

it('has the version of the package [§9]', async () => {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string }

  expect((await openapi()).info.version).toBe(version)
})

it('says of each field of each answer where it comes from [§7]', async () => {
  const { components } = await openapi()
  const { WirePayment } = components.schemas as Record<string, { properties: Record<string, object> }>

  expect(WirePayment?.properties['amount']).toMatchObject({ 'x-section': '§2.4', 'x-source': 'specified' })
  expect(WirePayment?.properties['imad']).toMatchObject({
    'x-section': '§2.4',
    'x-source': 'published',
    'x-assumption': 'wires.imadSource',
  })
  const named = [...JSON.stringify(components).matchAll(/"x-assumption":"([^"]+)"/g)].map(([, id = '']) => id)
  expect(named.filter((id) => !(id in assumptions))).toEqual([])
})

it.each(['WirePayment', 'Registration', 'Event', 'Restriction', 'Subledger', 'Transaction', 'Loan', 'Error'])(
  'leaves no field of %s without its source [§7]',
  async (name) => {
    const { components } = await openapi()
    const schema = components.schemas[name] as { properties: Record<string, object> }

    const silent = Object.entries(schema.properties).filter(([, field]) => !('x-source' in field))

    expect(silent).toEqual([])
  },
)

it('shows examples that are as documented, for every call and every event [§4]', async () => {
  const document = await openapi()
  const isValid = validatorOf(document)
  const examples: [object, unknown][] = []
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    if ('schema' in part && 'example' in part) examples.push([part.schema as object, part.example])
    for (const each of Object.values(part)) look(each)
  }
  look(document)

  expect(examples.filter(([schema, example]) => !isValid(schema, example))).toEqual([])
  const withContent = Object.values(document.webhooks).map((each) => JSON.stringify(each).includes('"example"'))
  expect(withContent).not.toContain(false)
  for (const { responses } of operationsOf(document)) {
    const done = responses['200']
    if (done) expect(done).toMatchObject({ content: { 'application/json': { example: expect.anything() } } })
  }
})

it('is the contract of the bank of these assumptions [§4]', async () => {
  const document = await openapi({
    assume: { 'wires.fieldLengths': 'ignored', 'errors.unknownFields': 'refused', 'idempotency.header': 'x-key' },
  })
  const text = JSON.stringify(document)

  expect(text).not.toContain('"maxLength":35')
  expect(document.components.schemas['CreateSubledgerRequest']).toMatchObject({ additionalProperties: false })
  expect(document.components['parameters']).toMatchObject({ IdempotencyKey: { name: 'x-key' } })
})

it('says of each call that is not specified which assumption it comes from [§4]', async () => {
  const { paths } = await openapi()
  const calls = Object.values(paths).flatMap((path) => Object.values(path)) as Record<string, string>[]
  const others = calls.filter((call) => call['operationId'] && call['x-source'] !== 'specified')

  expect(others.filter((call) => !((call['x-assumption'] ?? '') in assumptions))).toEqual([])
  expect(others.length).toBeGreaterThan(10)
})

it('says of what a request must have, and of published values, where they come from [§2.3, §2.4]', async () => {
  const { components } = await openapi()

  expect(components.schemas).toMatchObject({
    CreateWireRequest: { 'x-assumption': 'wires.requiredFields' },
    Party: { properties: { idCode: { 'x-assumption': 'wires.party' } } },
    WirePayment: {
      properties: { status: { 'x-section': '§2.4' }, referenceId: { 'x-assumption': 'wires.reference' } },
    },
    Transaction: { properties: { id: { 'x-assumption': 'transactions.record' } } },
    Registration: { properties: { partnerId: { 'x-assumption': 'webhooks.record' } } },
    Subledger: { properties: { title: { 'x-assumption': 'subledgers.record' } } },
  })
})

it('says in one way that a field may be null [§2.8]', async () => {
  const { components } = await openapi()
  const { CreateRestrictionRequest } = components.schemas as Record<string, { properties: Record<string, object> }>

  expect(CreateRestrictionRequest?.properties['rail']).toMatchObject({ type: ['string', 'null'] })
  expect(CreateRestrictionRequest?.properties['rail']).toHaveProperty('enum', expect.arrayContaining(['Ach', null]))
  expect(JSON.stringify(components.schemas)).not.toMatch(/"anyOf":\[\{[^}]*"enum":[^}]*\},\{"type":"null"\}\]/)
})

it('says what assumptions change beside the schemas [§4, §6]', async () => {
  const changed = await openapi({
    assume: { 'webhooks.success': '2xx', 'paging.pageSize': 25 },
  })
  const usual = await openapi()
  const textOf = ({ paths, webhooks }: typeof usual) => JSON.stringify([paths, webhooks])

  expect(changed.webhooks['Wire.Payment.Sent']).toMatchObject({ post: { responses: { '2XX': {} } } })
  expect(usual.webhooks['Wire.Payment.Sent']).toMatchObject({ post: { responses: { '200': {} } } })
  expect(textOf(changed)).toContain('"default":25')
  expect(textOf(changed)).toContain('by default 25')
  expect(textOf(usual)).toContain('"default":10')
})

it.each(createBank().loans.events())('has the ping of a registration for %s [§6]', async (eventName) => {
  const bank = createBank()
  const callbackUrl = 'https://partner.example/hooks'
  const { id } = bank.webhooks.register({ partnerId: bank.partner.id, eventName, callbackUrl })
  bank.webhooks.ping(id)
  const document = await openapi()
  const { post } = document.webhooks[eventName] as {
    post: { requestBody: { content: { 'application/json': { schema: object } } } }
  }
  const { schema } = post.requestBody.content['application/json']
  const ping = JSON.parse(JSON.stringify(bank.pushes.at(-1)?.notification))

  expect(ping).toMatchObject({ eventName, resources: [], details: [], isPing: true })
  expect(validatorOf(document)(schema, ping)).toBe(true)
  expect(validatorOf(document)(schema, { ...ping, isPing: undefined })).toBe(false)
})

it('leaves an example out that a bank of these assumptions refuses to give [§4]', async () => {
  const document = await openapi({ assume: { 'limits.amountMinimum': 9_000_000_000, 'events.wires': 'never' } })

  expect(JSON.stringify(document.webhooks['Wire.Payment.Rejected'])).not.toContain('"example"')
  expect(JSON.stringify(document.paths['/wires/v1/payments'])).toContain('CreateWireRequest')
})

it('names the addresses of the services [§4]', async () => {
  const document = await openapi({
    baseUrl: 'https://bank.staging.example/api',
    authUrl: 'https://auth.staging.example',
  })

  expect(document.servers[0]?.url).toBe('https://bank.staging.example/api')
  expect(document.paths['/oauth/token']?.['servers']).toEqual([{ url: 'https://auth.staging.example' }])
})

it('tells an answer that is not as documented [§7]', async () => {
  const document = await openapi()
  const operation = operationsOf(document).find(({ operationId }) => operationId === 'getLoanEvents')
  const answer = { status: 200, headers: new Headers(), text: '["LoanUpdated"]' }

  expect(operation && judgeOf(document)(operation, answer)).toEqual([
    expect.stringContaining('otherwise than documented'),
  ])
})

it('lets a tool that does not know its formats miss a check digit, and no more [§2.9]', async () => {
  const document = await openapi()
  const accountNumber = createBank().masterAccount.accountNumber
  const [exact, plain] = [validatorOf(document), validatorOf(document, { isExact: false })]
  const schema = { $ref: '#/components/schemas/CreateSubledgerRequest' }
  const wrong = {
    masterAccountNumber: `${accountNumber.slice(0, -1)}${(Number(accountNumber.at(-1)) + 1) % 10}`,
    title: 'x',
  }

  expect([exact(schema, wrong), plain(schema, wrong)]).toEqual([false, true])
  expect(plain(schema, { ...wrong, masterAccountNumber: '2' })).toBe(false)
  expect(formats['account-number'](accountNumber)).toBe(true)
})

it.each([
  [{ onyl: 'specified' }, 'onyl: unknown option; did you mean "only"?'],
  [{ only: 'published' }, 'only: must be "specified", and is "published"'],
  [null, 'must be a record, and this is null'],
  [{ assume: { 'wires.review': 5 } }, 'did you mean "wires.'],
  [{ baseUrl: 'nowhere' }, 'must be an http or https URL'],
])('refuses the options %j [§4]', async (options, message) => {
  const error: unknown = await openapi(options as never).catch((thrown: unknown) => thrown)

  expect(isUsageError(error)).toBe(true)
  expect((error as Error).message).toContain(message)
})

it('says of each parameter what it means [§4]', async () => {
  const { paths } = (await openapi()) as unknown as {
    paths: Record<string, Record<string, { parameters?: { name?: string; description?: string }[] }>>
  }
  const parameters = Object.values(paths).flatMap((path) =>
    Object.values(path).flatMap(({ parameters = [] }) => parameters.filter(({ name }) => name !== undefined)),
  )

  expect(parameters.length).toBeGreaterThan(20)
  expect(parameters.filter(({ description = '' }) => description === '')).toEqual([])
})

it.each(
  (['list', 'envelope', 'problem', 'text'] as const).flatMap((form) =>
    (['published', 'status'] as const).map((codes) => ({ 'errors.body': form, 'errors.codes': codes })),
  ),
)('describes refusals as a bank with %j answers them [§7]', async (assume) => {
  const document = await openapi({ assume })
  const bank = createBank({ assume })

  const refused = await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`)

  const [type = ''] = (refused.headers.get('content-type') ?? '').split(';')
  const described = document.components?.responses?.['banking401'] as { content?: Record<string, { schema: object }> }
  const content = described?.content ?? {}
  expect(Object.keys(content)).toEqual([type])
  const text = await refused.text()
  const body: unknown = type === 'text/plain' ? text : JSON.parse(text)
  expect(validatorOf(document)(content[type]?.schema ?? {}, body)).toBe(true)
})
