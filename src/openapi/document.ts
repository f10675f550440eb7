/** `openapi()`: the contract as a document of OpenAPI 3.1, from the table of endpoints and the assumptions. (§4) */
import { version } from '../../package.json'
import { bankFrom } from '../bank/create-bank.ts'
import type { BankOptions } from '../bank/shell/state/options.ts'
import type { Addresses } from '../contract/endpoint.ts'
import { type EndpointName, endpoints } from '../contract/endpoints.ts'
import { answerSchemas, type Draft, originOf } from '../contract/json-schema.ts'
import { checkedOptions, isOneOf, isRecordOf, isText, type OptionRules } from '../contract/options.ts'
import { valuesWith } from '../core/assumptions/notes.ts'
import { sharedAnswers, sharedHeaders } from './answers.ts'
import { callsOf, idempotencyKey, type Making, pathsOf, tagOf, tagsOf } from './calls.ts'
import { type Exchange, runCalls } from './runs/calls.ts'
import { runEvents } from './runs/events.ts'
import { onlyUsed, schemasFor } from './schemas.ts'
import { eventNamesOf, signature, webhooksOf } from './webhooks.ts'

/** The options of `openapi`; every one is optional. */
export interface OpenApiOptions extends Pick<BankOptions, 'baseUrl' | 'authUrl' | 'loanBaseUrl' | 'assume'> {
  /** `specified`: only the calls and events of the specification. By default, also those that are published or assumed. */
  only?: 'specified' | undefined
}

/** A document of OpenAPI 3.1: plain, as JSON.parse would give it. */
export interface OpenApiDocument {
  openapi: '3.1.0'
  /** `version` is the version of the package. */
  info: { title: string; version: string; summary: string; description: string; [field: string]: unknown }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  /** The operations by path, and by method in lower case. */
  paths: Record<string, Record<string, unknown>>
  /** The events, keyed by name. */
  webhooks: Record<string, Record<string, unknown>>
  components: {
    schemas: Record<string, Record<string, unknown>>
    [kind: string]: Record<string, unknown>
  }
}

/**
 * The API that a bank serves, as a document of OpenAPI 3.1: every call with its parameters, bodies, answers, refusals and security; and
 * every event under `webhooks`. Each field of an answer says where it comes from: `x-section` is the section of the specification,
 * `x-source` is `specified`, `published` or `assumed`, and `x-assumption` is the id of the assumption. The examples come from a run of a
 * bank with seed 7, so equal options give equal documents. `vostro/openapi.json` is the document without options.
 *
 * @param options - `only: 'specified'` leaves out the calls and events that the specification does not have; `baseUrl`, `authUrl`,
 *   `loanBaseUrl`: where the services are; `assume`: values of assumptions, some of which change what the bank accepts
 * @returns a new object each time
 * @throws {UsageError} if an option is unknown or cannot be used
 * @example
 * ```ts
 * const document = await openapi({ only: 'specified' })
 * Object.keys(document.paths).length // 10
 * ```
 */
export async function openapi(options: OpenApiOptions = {}): Promise<OpenApiDocument> {
  const { only, bank: bankOptions } = optionsFrom(options)
  const bank = bankFrom(bankOptions)
  const values = valuesWith(bank.world.settings.assume)
  const named = answerSchemas()
  const exchanges = await runCalls(bank)
  const making: Making = {
    values,
    addresses: bank.urls,
    only,
    exchanges,
    answerName: (name) => named.get(endpoints[name].response) as string,
  }
  const events = eventNamesOf(only)
  const paths = pathsOf(making)
  const webhooks = webhooksOf(events, {
    values,
    only,
    bodies: runEvents(bankFrom(bankOptions), eventNamesOf(undefined)),
  })
  const used = [paths, webhooks, sharedAnswers([], () => undefined, values)]
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    info: {
      title: 'Wire payments, subledgers, restrictions and loan notifications',
      version,
      summary: 'The bank API as vostro serves it in tests.',
      description: [
        'Amounts are whole numbers of minor units: 100.00 is 10000. Timestamps are ISO 8601 with an offset.',
        'x-section is the section of the specification that defines a part, or that leaves it open. x-source says whether the part is specified, published by the service, or assumed. x-assumption is the id of the assumption about it.',
        'If JSON Schema cannot express a rule, x-rule says it in a sentence.',
      ].join('\n\n'),
      contact: { name: 'the vostro contributors' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: bank.urls.baseUrl,
        description: 'The banking API. The token server and the loan service have addresses of their own.',
      },
    ],
    tags: tagsOf(new Set([...callsOf(making).map((name) => tagOf(endpoints[name])), 'webhooks', 'loans'])).sort(
      (first, second) => (first.name < second.name ? -1 : 1),
    ),
    paths,
    webhooks,
    components: {
      schemas: onlyUsed('schemas', schemasFor(values), used),
      responses: onlyUsed('responses', sharedAnswers(exchanges, serviceOf(bank.urls), values), paths),
      parameters: { IdempotencyKey: idempotencyKey(values), Signature: signature },
      headers: sharedHeaders(values),
      securitySchemes: securitySchemes(bank.urls),
    },
  }
  // A deep copy without undefined fields.
  return JSON.parse(JSON.stringify(document))
}

const rules: OptionRules<OpenApiOptions> = {
  only: isOneOf(['specified']),
  baseUrl: isText,
  authUrl: isText,
  loanBaseUrl: isText,
  assume: isRecordOf('ids with values'),
}

/** `bank` has the options of the bank that the document describes; `createBank` checks them. */
function optionsFrom(given: OpenApiOptions): { only: 'specified' | undefined; bank: BankOptions } {
  const { only, ...bank } = checkedOptions(given, rules, {
    failed: 'Failed to make the OpenAPI document',
    advice: "Write, for example, openapi({ only: 'specified' }).",
  })
  return { only, bank: { ...bank, seed: 7 } }
}

function serviceOf({ authUrl, loanBaseUrl }: Addresses) {
  return ({ endpoint, url }: Exchange) => {
    if (endpoint !== null) return endpoints[endpoint as EndpointName].service
    if (url.startsWith(authUrl)) return 'token'
    return url.startsWith(loanBaseUrl) ? 'loans' : 'banking'
  }
}

function securitySchemes({ authUrl }: Addresses): Record<string, Draft> {
  return {
    token: {
      type: 'oauth2',
      description: 'A bearer token for client credentials. Keep it until it expires; ask for a new one after a 401.',
      flows: { clientCredentials: { tokenUrl: `${authUrl}/oauth/token`, scopes: {} } },
      ...originOf('§5'),
    },
    client: {
      type: 'http',
      scheme: 'basic',
      description: 'client_id and client_secret, instead of those in the body of a token request (RFC 6749 §2.3.1).',
    },
    receiver: {
      type: 'http',
      scheme: 'basic',
      description: 'authUsername and authPassword of the registration, if it has them.',
    },
  }
}
