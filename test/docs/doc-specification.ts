/** The page about the service itself, section by section, made from the tables of the contract and from the catalogue of assumptions. */
import { createBank } from 'vostro'
import { openapi } from 'vostro/server'
import { servedPaths } from '../../src/contract/endpoint.ts'
import { assumptions } from '../../src/core/assumptions/catalogue.ts'
import { slugOf } from './doc-files.ts'
import { list, page, table } from './doc-markup.ts'
import { runEveryEvent } from './doc-runs.ts'
import { headingOf, type SectionNumber } from './doc-sections.ts'
import { bankEvents, endpoints, occasions } from './doc-tables.ts'
import { fieldWords, moves, ownWords, queryWords, rules, words } from './specification-words.ts'

interface FieldSchema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly required?: readonly string[]
  readonly items?: FieldSchema
  readonly anyOf?: unknown
  readonly 'x-source'?: string
  readonly 'x-assumption'?: string
}

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, FieldSchema>> }
  readonly paths: Readonly<Record<string, { readonly get?: { readonly parameters?: readonly Parameter[] } }>>
}

interface Parameter extends FieldSchema {
  readonly name: string
}

export async function specificationPage(): Promise<string> {
  const { components, paths } = (await openapi()) as unknown as Document
  const fields = (name: string) => fieldList(name, components.schemas[name] ?? {})
  const fieldsOf = (name: string) => `The record that comes back has ${names(components.schemas[name])}.`
  const sections: readonly (readonly [SectionNumber, ...string[]])[] = [
    ['1', numbered(rules['1'])],
    ['2'],
    ['2.1', fields('RequestTokenRequest'), 'The answer:', fields('TokenResponse')],
    ['2.2', fields('PartyRecord')],
    ['2.3', fields('CreateWireRequest'), exampleOf('createWire')],
    ['2.4', fields('WirePayment'), exampleOf('getWire')],
    ['2.5', fields('SimulateInboundWireRequest'), exampleOf('simulateInboundWire')],
    ['2.6', fields('RegisterWebhookRequest'), fieldsOf('Registration')],
    ['2.7', fields('Notification'), 'For example:', json(runEveryEvent([SENT]).get(SENT))],
    [
      '2.8',
      fields('CreateRestrictionRequest'),
      exampleOf('createRestriction'),
      fieldsOf('Restriction'),
      numbered(rules['2.8']),
    ],
    [
      '2.9',
      fields('CreateSubledgerRequest'),
      `Fields of \`beneficiary\`, all texts: ${names(components.schemas['CreateSubledgerRequest']?.properties?.['beneficiary'])}.`,
      exampleOf('createSubledger'),
      fieldsOf('Subledger'),
      numbered(rules['2.9']),
    ],
    ['2.10', fields('LoanSummary'), loanFields(components.schemas['Loan'] ?? {})],
    ['3', table(['what', 'from', 'when', 'to', 'and'], moves)],
    ['4', callTable(), 'The query of call 9:', parameterTable(paths['/LoanSummary']?.get?.parameters ?? [])],
    ['5', numbered(rules['5'])],
    ['6', eventTable()],
    ['7'],
    ['8'],
    ['9'],
  ]
  const { urls } = createBank()
  return page(
    'The service',
    `${words.page} The three addresses of the service are \`{auth_url}\`, \`{base_url}\` and \`{loan_base_url}\`: in a test ${urls.authUrl}, ${urls.baseUrl} and ${urls.loanBaseUrl}, unless you [choose others](options.md#createbank).`,
    ...sections.map(([number, ...parts]) => {
      const heading = `${number.includes('.') ? '###' : '##'} ${headingOf(number)}`
      return [heading, words[number], ...parts, ...openPointsOf(number)].join('\n\n')
    }),
  )
}

const SENT = 'Wire.Payment.Sent'

const numbered = (each: readonly string[]) => each.map((rule, index) => `${index + 1}. ${rule}`).join('\n')

const exampleOf = (name: keyof typeof endpoints) => `[An example](endpoints.md#${slugOf(name)}).`

const json = (text = '') => `\`\`\`json\n${text}\n\`\`\``

const names = ({ properties = {} }: FieldSchema = {}) => listed(Object.keys(properties))

const listed = (all: readonly string[]) => all.map((name) => `\`${name}\``).join(', ')

const linkTo = (id: string) => `[\`${id}\`](assumptions.md#${slugOf(id)})`

function fieldList(record: string, { properties = {}, required = [] }: FieldSchema): string {
  const rows = Object.entries(properties).map(([name, schema]) => {
    const text = ownWords[record]?.[name] ?? fieldWords[name]
    if (text === undefined)
      throw new Error(
        `Failed to describe the field "${name}" of ${record}. Add a line to test/docs/specification-words.ts.`,
      )
    const isNeeded = record.endsWith('Request') && required.includes(name)
    const assumption = schema['x-assumption']
    const open = assumption === undefined ? '' : ` (${linkTo(assumption)})`
    return [`\`${name}\`${isNeeded ? ' *' : ''}`, text + open] as const
  })
  return list(rows)
}

/** The fields of a loan by their kinds. The twenty free fields are one entry. */
function loanFields({ properties = {} }: FieldSchema): string {
  const of = (isKind: (schema: FieldSchema) => boolean) =>
    listed(
      Object.keys(properties)
        .filter((name) => isKind(properties[name] ?? {}) && !/^Field(?!1$)/.test(name))
        .map((name) => name.replace('Field1', 'Field1 … Field20')),
    )
  const { items } = properties['Rails'] ?? {}
  return [
    `- Texts: ${of(({ type }) => type === 'string')}.`,
    `- Dates: ${of(({ anyOf }) => anyOf !== undefined)}.`,
    `- Whole numbers: ${of(({ type }) => type === 'integer')}.`,
    `- Decimals: ${of(({ type }) => type === 'number')}.`,
    `- \`Rails\`, a list. Each has ${names(items)}; its \`ACHFields\` are ${names(items?.properties?.['ACHFields'])}.`,
  ].join('\n')
}

/** The calls of the specification, under the numbers that titles of tests cite. */
function callTable(): string {
  const addresses = { token: '{auth_url}', banking: '{base_url}', loans: '{loan_base_url}' }
  const rows = Object.entries(endpoints)
    .filter(([, { source }]) => source === 'specified')
    .map(([name, row], index) => {
      const places = servedPaths(row).flatMap(([path, source]) => (source === 'specified' ? [path] : []))
      const addressed = places.map((path) => `\`${row.method} ${addresses[row.service]}${path}\``)
      return [String(index + 1), addressed.join(' or '), `[${row.summary}](endpoints.md#${slugOf(name)})`]
    })
  return table(['call', 'method and path', 'what it does'], rows)
}

function parameterTable(parameters: readonly Parameter[]): string {
  const rows = parameters
    .filter((parameter) => parameter['x-source'] === 'specified')
    .map(({ name }) => [`\`${name}\``, queryWords[name] ?? ''])
  return table(['parameter', 'what it does'], rows)
}

function eventTable(): string {
  const origins: Readonly<Record<string, string>> = bankEvents
  const rows = Object.entries(occasions)
    .filter(([name]) => (origins[name] ?? 'specified') === 'specified')
    .map(([name, when]) => [`[\`${name}\`](events.md#${slugOf(name)})`, when])
  return table(['event', 'emitted when'], rows)
}

/** The assumptions that take the place of what a section leaves open. */
function openPointsOf(number: SectionNumber): string[] {
  const open = Object.entries(assumptions).filter(([, { section }]) => section === `§${number}`)
  return open.length === 0 ? [] : [`Open: ${open.map(([id]) => linkTo(id)).join(', ')}.`]
}
