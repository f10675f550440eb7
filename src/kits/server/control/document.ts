/** The OpenAPI document of a bank of a server: its three services, and the control API beside them. (§4) */
import { documentWith, type OpenApiDocument } from '../../openapi/document.ts'
import type { FurtherCall } from '../../openapi/further-calls.ts'
import type { HostedBank } from '../banks/hosted-bank.ts'
import { type ControlRow, typesBesideJson } from './row.ts'

/** Whose resources are meant. */
const partner = {
  name: 'partner',
  in: 'query',
  description: 'The id of the partner that is meant; by default the first one.',
  required: false,
  schema: { type: 'string' },
}

/** @param rows - the table of control calls */
export async function documentOf(
  { addresses, record, bank, isMain }: HostedBank,
  rows: Readonly<Record<string, ControlRow>>,
): Promise<OpenApiDocument> {
  const { assume } = bank.world.settings
  const calls = Object.entries(rows).flatMap(([name, row]) => (row.isOfServer && !isMain ? [] : callOf(name, row)))
  return documentWith(
    { ...addresses, assume },
    {
      url: record.controlUrl,
      tag: {
        name: 'control',
        description: 'The bank as a test has it in its hands: clock, state, faults, pushes, the desk, reports.',
      },
      calls,
      refusal: 'controlRefusal',
      security: [{}, { control: [] }],
      schemas: { ControlError: errorSchema },
      responses: {
        controlRefusal: {
          description: 'It cannot be done: the error says why, and what to do.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/ControlError' } } },
        },
      },
      securitySchemes: {
        control: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of the control API, where it was given one.',
        },
      },
    },
  )
}

function callOf(name: string, row: ControlRow): FurtherCall {
  const { method, path, query, body, isBodyOptional = false, answers, summary, section, isOpen = false } = row
  const type = answers === undefined ? 'application/json' : typesBesideJson[answers]
  const parameters = row.isOfPartner ? [partner] : []
  return { name, method, path, query, parameters, body, isBodyOptional, type, summary, section, isOpen }
}

const text = { type: 'string' }
const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'problems'],
      properties: {
        code: { ...text, description: 'What is refused, as a state of affairs.' },
        message: text,
        problems: {
          type: 'array',
          description: 'Each problem that was found, with the path of its field.',
          items: { type: 'object', required: ['path', 'message'], properties: { path: text, message: text } },
        },
      },
    },
  },
}
