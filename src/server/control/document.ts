/** Makes the OpenAPI document of one bank of a server. It describes the three services of the bank, and its control API. (§4) */
import * as z from 'zod/mini'
import { answerSchemas, type Draft, jsonSchemaOf, jsonSchemasOf, refTo } from '../../contract/json-schema.ts'
import type { Schema } from '../../contract/operation.ts'
import type { AssumptionValues } from '../../core/assumptions/catalogue.ts'
import { valuesWith } from '../../core/assumptions/notes.ts'
import { parametersAt, sentence } from '../../openapi/calls.ts'
import { type OpenApiDocument, openapi } from '../../openapi/document.ts'
import type { HostedBank } from '../banks/hosted-bank.ts'
import { type ControlRow, type ControlRows, typesBesideJson } from './row.ts'
import { recordNames } from './schemas.ts'

export async function documentOf(
  { addresses, record, bank, isMain }: HostedBank,
  rows: ControlRows,
): Promise<OpenApiDocument> {
  const { assume } = bank.world.settings
  const document = await openapi({ ...addresses, assume })
  const values = valuesWith(assume)
  const answers = answersOf(rows, values)
  for (const [name, row] of Object.entries(rows)) {
    if (row.isOfServer && !isMain) continue
    const path = row.path === '' ? '/' : row.path
    document.paths[path] ??= { servers: [{ url: record.controlUrl }] }
    Object.assign(document.paths[path], {
      [row.method.toLowerCase()]: {
        operationId: name,
        tags: ['control'],
        summary: sentence(row.summary),
        description: row.line
          ? `In a test: \`${row.line}\`. Names in braces stand for what is sent.`
          : 'Not in a test.',
        ...parametersIn(row, values),
        ...bodyIn(row, values, row.example?.(bank)),
        responses: {
          ...answers.ofRow(row),
          default: { $ref: '#/components/responses/controlRefusal' },
        },
        security: row.isOpen ? [] : [{}, { control: [] }],
        'x-function': row.line,
      },
    })
  }
  document.tags.push({
    name: 'control',
    description:
      'Control of the bank by a test: clock, state, faults, pushes, reports, and the desk, where the bank reviews wires.',
  })
  document.tags.sort((first, second) => (first.name < second.name ? -1 : 1))
  const { schemas, responses, securitySchemes } = document.components
  Object.assign(schemas, answers.records)
  Object.assign(responses as object, {
    controlRefusal: {
      description: 'The call is refused: the error says why, and what to do.',
      content: { 'application/json': { schema: { $ref: refTo('ControlError') } } },
    },
  })
  Object.assign(securitySchemes as object, {
    control: {
      type: 'http',
      scheme: 'bearer',
      description: 'The token of the control API, if the server has one.',
    },
  })
  return document
}

function parametersIn({ path, query }: ControlRow, values: AssumptionValues): Draft {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, z.string()])
  const parameters = [
    ...parametersAt('path', z.strictObject(Object.fromEntries(inPath)), values, meanings),
    ...parametersAt('query', query, values, meanings),
  ]
  return parameters.length === 0 ? {} : { parameters }
}

function bodyIn({ body, isBodyOptional }: ControlRow, values: AssumptionValues, example: object | undefined): Draft {
  if (body === undefined) return {}
  // Control calls check bodies as the function API does: an unknown field is a mistake.
  const strict: AssumptionValues = { ...values, 'errors.unknownFields': 'refused' }
  const schema = jsonSchemaOf(body, { values: strict, of: 'request' })
  return { requestBody: { required: !isBodyOptional, content: { 'application/json': { schema, example } } } }
}

/** What parameters mean that no call of the services has. */
const meanings: Readonly<Record<string, string>> = {
  eventId: 'The id of the event, as in the answers of `/events` and `/pushes`.',
  productId: 'The id of the product of a partner.',
  last: 'How many items from the end of the list; by default all.',
  title: 'The title of the page.',
  isSparse: 'Whether the loan has only the fields that are given.',
  partner: 'The id of the partner; by default the first one.',
}

/** The schema of each answer, and the schemas of records by their names. */
function answersOf(rows: ControlRows, values: AssumptionValues) {
  const named = answerSchemas()
  const known = new Set(named.values())
  for (const [schema, name] of recordNames) named.set(schema, name)
  const records = new Set(named.values())
  for (const [name, { answer }] of Object.entries(rows)) {
    if (isSchema(answer) && !named.has(answer)) named.set(answer, `AnswerOf${name}`)
  }
  const drafts = jsonSchemasOf(named, { values, of: 'answer' })
  const ofRow = ({ answer }: ControlRow): Draft => {
    if (answer === null) return { '204': { description: 'Done; there is nothing to show.' } }
    const content = isSchema(answer)
      ? { 'application/json': { schema: schemaOf(named.get(answer) as string) } }
      : { [typesBesideJson[answer]]: { schema: { type: 'string' } } }
    return { '200': { description: 'Done.', content } }
  }
  const schemaOf = (name: string) => (records.has(name) ? { $ref: refTo(name) } : (drafts[name] as Draft))
  const own = [...records].filter((name) => !known.has(name))
  return { ofRow, records: Object.fromEntries(own.map((name) => [name, drafts[name] as Draft])) }
}

const isSchema = (answer: ControlRow['answer']): answer is Schema => typeof answer === 'object' && answer !== null
