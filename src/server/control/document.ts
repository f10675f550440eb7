/** Makes the OpenAPI document of a bank of a server: of its three services and its control API. (§4) */

import { answerSchemas, type Draft, jsonSchemasOf, refTo } from '../../contract/json-schema.ts'
import type { Schema } from '../../contract/operation.ts'
import type { AssumptionValues } from '../../core/assumptions/catalogue.ts'
import { valuesWith } from '../../core/assumptions/notes.ts'
import { documentWith, type OpenApiDocument } from '../../openapi/document.ts'
import type { ExtraOperation } from '../../openapi/extra-operations.ts'
import type { HostedBank } from '../banks/hosted-bank.ts'
import { type ControlRow, type ControlRows, typesBesideJson } from './row.ts'
import { recordNames } from './schemas/records.ts'

/** The parameter for the partner whose resources a call is about. */
const partner = {
  name: 'partner',
  in: 'query',
  description: 'The id of the partner; by default the first one.',
  required: false,
  schema: { type: 'string' },
}

/** @param rows - the table of control calls */
export async function documentOf(
  { addresses, record, bank, isMain }: HostedBank,
  rows: ControlRows,
): Promise<OpenApiDocument> {
  const { assume } = bank.world.settings
  const answers = answersOf(rows, valuesWith(assume))
  const calls = Object.entries(rows).flatMap(([name, row]) =>
    row.isOfServer && !isMain
      ? []
      : {
          ...row,
          name,
          answer: answers.ofRow(row),
          example: row.example?.(bank),
          parameters: row.isOfPartner ? [partner] : [],
          description: describe(row),
        },
  )
  return documentWith(
    { ...addresses, assume },
    {
      url: record.controlUrl,
      tag: {
        name: 'control',
        description: 'Control of the bank by a test: clock, state, faults, pushes, the desk, reports.',
      },
      calls,
      meanings,
      refusal: 'controlRefusal',
      security: [{}, { control: [] }],
      schemas: answers.records,
      responses: {
        controlRefusal: {
          description: 'The call is refused: the error says why, and what to do.',
          content: { 'application/json': { schema: { $ref: refTo('ControlError') } } },
        },
      },
      securitySchemes: {
        control: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of the control API, if the server has one.',
        },
      },
    },
  )
}

/** What parameters mean, by their names. */
const meanings = {
  id: 'The id of the record.',
  eventId: 'The id of the event, as in the answers of `/events` and `/pushes`.',
  accountNumber: 'The number of the account.',
  productId: 'The id of the product of a partner.',
  last: 'How many items from the end of the list; by default all.',
  as: '`text`, the default, or `mermaid` for a sequence diagram.',
  title: 'The title of the page.',
  isSparse: 'Whether the loan has only the fields that are given.',
  pageNumber: 'The number of the page; the first is 1.',
  pageSize: 'The number of records on a page.',
  sortDirection: '`Ascending`, in the order of their creation, or `Descending`.',
}

function describe({ section, isOfServer, isOpen }: ControlRow): string {
  const whose = isOfServer ? 'It is a call of the server, not of one bank. ' : ''
  return `${whose}${isOpen ? 'It needs no token. ' : ''}It is about ${section} of the specification.`
}

/** The schema of each answer, and the schemas of records by their names. */
function answersOf(rows: ControlRows, values: AssumptionValues) {
  const { named } = answerSchemas()
  const known = new Set(named.values())
  for (const [schema, name] of recordNames) named.set(schema, name)
  const records = new Set(named.values())
  for (const [name, { answer }] of Object.entries(rows)) {
    if (isSchema(answer) && !named.has(answer)) named.set(answer, `AnswerOf${name}`)
  }
  const drafts = jsonSchemasOf(named, { values, of: 'answer' })
  const ofRow = ({ answer }: ControlRow): ExtraOperation['answer'] => {
    if (answer === null) return null
    if (!isSchema(answer)) return { type: typesBesideJson[answer], schema: { type: 'string' } }
    const name = named.get(answer) as string
    return { type: 'application/json', schema: records.has(name) ? { $ref: refTo(name) } : (drafts[name] as Draft) }
  }
  const own = [...records].filter((name) => !known.has(name))
  return { ofRow, records: Object.fromEntries(own.map((name) => [name, drafts[name] as Draft])) }
}

const isSchema = (answer: ControlRow['answer']): answer is Schema => typeof answer === 'object' && answer !== null
