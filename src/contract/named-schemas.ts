/** The schemas that documents show by a name of their own: of what is sent, of what is answered, and of what is pushed. */
import * as z from 'zod/mini'
import { namesOf } from '../core/kernel/names.ts'
import { endpoints } from './endpoints.ts'
import { errorSchemas } from './error.ts'
import { loanPayloads } from './loan-payload.ts'
import type { Schema } from './operation.ts'
import { party, partyRecord, unnamedParty } from './party.ts'
import { type FieldSources, fieldSourcesOf } from './record.ts'
import { notification } from './webhook.ts'

/** A name as documents write those of schemas: `page of wires` is PageOfWires. */
const pascal = (words: string): string =>
  words.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** The name of what a call takes. */
export const requestName = (endpoint: string): string => `${pascal(endpoint)}Request`

/** The name of a token request as a form. */
export const tokenForm = 'RequestTokenForm'

/** What partners send, by schema. */
export function requestSchemas(): Map<Schema, string> {
  const named = new Map<Schema, string>([
    [party, 'Party'],
    [unnamedParty, 'UnnamedParty'],
  ])
  for (const name of namesOf(endpoints)) {
    const { body } = endpoints[name]
    if (body) named.set(body, requestName(name))
  }
  // What OAuth clients send as a form, who may say in a header who they are.
  const form = endpoints.requestToken.body as z.ZodMiniObject
  named.set(z.partial(form, { client_id: true, client_secret: true }), tokenForm)
  return named
}

/** What the bank answers and pushes, by schema, and where each field of a schema comes from. */
export function answerSchemas(): { named: Map<Schema, string>; sources: Map<string, FieldSources['fields']> } {
  const named = new Map<Schema, string>([
    [partyRecord, 'PartyRecord'],
    [notification, 'Notification'],
  ])
  const sources = new Map<string, FieldSources['fields']>()
  for (const name of namesOf(endpoints)) {
    const { response, isEmpty } = endpoints[name]
    const { record, fields } = fieldSourcesOf(response)
    if (isEmpty) continue
    const id = name === 'getLoanEvents' ? 'LoanEventNames' : pascal(record)
    if (!named.has(response)) named.set(response, id)
    sources.set(id, fields)
  }
  const { Results } = (
    endpoints.getLoanSummary.response as z.ZodMiniObject<{ Results: z.ZodMiniArray<z.ZodMiniObject> }>
  ).shape
  named.set(Results._zod.def.element, 'Loan')
  for (const service of namesOf(errorSchemas)) {
    const [id, schema] = [errorNames[service], errorSchemas[service]]
    named.set(schema, id)
    sources.set(id, fieldSourcesOf(schema).fields)
  }
  for (const name of namesOf(loanPayloads)) named.set(loanPayloads[name], name)
  return { named, sources }
}

/** The name of each service's error. */
export const errorNames = { banking: 'Error', token: 'TokenError', loans: 'LoanError' } as const
