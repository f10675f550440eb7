/**
 * Requests out of the OpenAPI document, right and broken: every answer is as documented, no right one is refused as badly formed, and no
 * broken body is let through.
 */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { accountNumbers, routingNumbers } from 'vostro/fast-check'
import { openapi } from 'vostro/server'
import { type Texts, valuesOf } from '../support/openapi/arbitrary.ts'
import { judgeOf, type Operation, operationsOf } from '../support/openapi/contract.ts'
import { validatorOf } from '../support/openapi/validator.ts'
import { anyJson, nearly } from './anything.ts'
import { furnish } from './calls.ts'
import { always } from './history.ts'

const document = await openapi()
const operations = operationsOf(document)
const isValid = validatorOf(document)
const judge = judgeOf(document, isValid)

interface Sent {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly header: Readonly<Record<string, unknown>>
  readonly body: unknown
}

it.each(operations.map((operation) => [operation.operationId, operation] as const))(
  'is answered by %s as documented, whatever right request is sent [§4]',
  async (_, operation) => {
    const { bank, texts, snapshot } = ready()
    await fc.assert(
      fc.asyncProperty(requestsOf(operation, texts), async (sent) => {
        bank.restore(snapshot)

        const answer = await send(bank, operation, sent)

        expect(judge(operation, answer)).toEqual([])
        expect(codeOf(answer), answer.text).not.toBe(BADLY_FORMED)
      }),
      always(120),
    )
  },
)

it.each(operations.filter(({ body }) => body).map((operation) => [operation.operationId, operation] as const))(
  'is answered by %s as documented, whatever broken body is sent [§7]',
  async (_, operation) => {
    const { bank, texts, snapshot } = ready()
    const broken = requestsOf(operation, texts).chain((sent) =>
      nearly(sent.body as object, anyJson).map((body) => ({ ...sent, body })),
    )
    let isRefused = 0
    await fc.assert(
      fc.asyncProperty(broken, async (sent) => {
        bank.restore(snapshot)
        const isRight = isValid(operation.body as object, JSON.parse(JSON.stringify(sent.body)))

        const answer = await send(bank, operation, sent)

        expect(judge(operation, answer)).toEqual([])
        if (!isRight) expect(answer.status).toBe(400)
        if (!isRight) isRefused++
      }),
      always(120),
    )
    expect(isRefused).toBeGreaterThan(5)
  },
)

it('answers broken parameters as documented [§7]', async () => {
  const { bank, texts, snapshot } = ready()
  const withParameters = operations.filter(({ parameters }) => parameters.length > 0)
  const word = fc.oneof(
    fc.constantFrom('0', '-1', '51', 'x', '1e3', '', 'ä', '%', '2497519675'),
    fc.string({ maxLength: 60 }),
  )
  const broken = fc.constantFrom(...withParameters).chain((operation) =>
    fc
      .tuple(requestsOf(operation, texts), fc.constantFrom(...operation.parameters), word)
      .map(([sent, parameter, text]) => ({
        operation,
        sent: { ...sent, [parameter.in]: { ...sent[parameter.in], [parameter.name]: safe(parameter.in, text) } },
      })),
  )
  await fc.assert(
    fc.asyncProperty(broken, async ({ operation, sent }) => {
      bank.restore(snapshot)

      const answer = await send(bank, operation, sent)

      expect(judge(operation, answer)).toEqual([])
    }),
    always(600),
  )
})

it('answers as documented without a token, and with an invalid one [§5]', async () => {
  const { bank, texts } = ready()
  for (const operation of operations.filter(({ responses }) => '401' in responses)) {
    const [sent] = fc.sample(requestsOf(operation, texts), { seed: 7, numRuns: 1 })
    for (const authorization of ['', 'Bearer none', 'Basic bm9uZTpub25l']) {
      const answer = await send(bank, operation, { ...(sent as Sent), header: { authorization } })

      expect(judge(operation, answer)).toEqual([])
      if (operation.operationId !== 'requestToken') expect(answer.status).toBe(401)
    }
  }
})

/** The number of a refusal of a request that is not as documented. */
const BADLY_FORMED = 1000

function codeOf({ text }: { text: string }): number | undefined {
  return text === '' ? undefined : (JSON.parse(text) as { errors?: { code: number }[] }).errors?.[0]?.code
}

/** What an address or a header may carry. */
function safe(place: string, text: string): string {
  if (place === 'header') return text.replace(/[^\x20-\x7e]/g, '')
  return place === 'path' && ['', '.', '..'].includes(text) ? 'x' : text
}

/** Made once: it is a large table of characters. */
const httpAddresses = fc.oneof(fc.webUrl(), fc.constant('https://partner.example/hooks'))

/** A bank with one of everything, and texts that its records are found by. */
function ready() {
  const bank = createBank({ seed: 7 })
  const there = furnish(bank)
  const ids = [there.payment, there.restriction, there.transaction, there.registration, bank.partner.id]
  const texts: Texts = {
    'account-number': accountNumbers(bank),
    'routing-number': routingNumbers(),
    'http-address': httpAddresses,
    id: fc.oneof(fc.constantFrom(...ids, ...bank.events.map(({ id }) => id)), fc.uuid()),
  }
  return { bank, texts, snapshot: bank.snapshot() }
}

/** Right requests of an operation. */
function requestsOf({ parameters, body }: Operation, texts: Texts): fc.Arbitrary<Sent> {
  const of = valuesOf(document, texts)
  const isId = (schema: Operation['parameters'][number]['schema']) =>
    String(schema['pattern']).startsWith('^[0-9a-fA-F]{8}-')
  const of1 = (schema: Operation['parameters'][number]['schema']) =>
    isId(schema) ? (texts['id'] as fc.Arbitrary<unknown>) : of(schema)
  const placed = (place: string) => {
    const own = parameters.filter((parameter) => parameter.in === place)
    const fields = Object.fromEntries(own.map(({ name, schema }) => [name, of1(schema)]))
    return fc.record(fields, place === 'path' ? {} : { requiredKeys: [] })
  }
  const bodies =
    body === undefined
      ? fc.constant(undefined)
      : of(body as never)
          .map(asAccountPays)
          .filter((value) => isValid(body, value))
  return fc.record({ path: placed('path'), query: placed('query'), header: placed('header'), body: bodies })
}

/** The rule that JSON Schema has no words for: an originator is the account that pays. */
function asAccountPays(body: unknown): unknown {
  const { originator, receiverRoutingNumber, accountNumber } = body as Record<string, unknown>
  const isOutbound = receiverRoutingNumber !== undefined && typeof originator === 'object' && originator !== null
  return isOutbound
    ? { ...(body as object), originator: { ...originator, idCode: 'D', identifier: accountNumber } }
    : body
}

/** Sends a request as a client of the document would. */
async function send(bank: Bank, operation: Operation, { path, query, header, body }: Sent) {
  const written = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const fields = typeof value === 'object' ? Object.entries(value ?? {}) : [[name, value] as const]
    for (const [field, text] of fields) search.append(field, String(text))
  }
  const audience = operation.server === bank.urls.loanBaseUrl ? bank.partner.loanAudience : bank.partner.audience
  const headers = new Headers({ authorization: `Bearer ${bank.tokens.issue({ audience }).access_token}` })
  for (const [name, value] of Object.entries(header)) headers.set(name, safe('header', String(value)))
  if (body !== undefined) headers.set('content-type', 'application/json')
  const response = await bank.fetch(`${operation.server}${written}?${search}`, {
    method: operation.method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
