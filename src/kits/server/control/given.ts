/** What a control call was given, read and checked: by the schemas of its row, with every problem, and the nearest name to a mistyped one. */
import type { Bank } from '../../../bank.ts'
import type { Schema } from '../../../contract/operation.ts'
import { parse } from '../../../contract/parse.ts'
import { takeNotes } from '../../../core/assumptions/notes.ts'
import { nearestOrAll } from '../../../core/option-check.ts'
import type { Problem } from '../../../core/rejection.ts'
import { isDeeperThan } from '../../../shell/json-depth.ts'
import { Refusal } from '../refusal.ts'
import type { ControlCall, ControlRow } from './row.ts'

/** How deep a body may be nested: a snapshot is, more than anything else. */
const DEEPEST = 100

/** What of a request is read here. */
export interface Given {
  readonly row: ControlRow
  readonly search: URLSearchParams
  readonly text: string
}

/** What the row is called with. @throws {Refusal} where anything of it cannot be used */
export function givenTo(bank: Bank, { row, search, text }: Given): Pick<ControlCall, 'view' | 'body' | 'fields'> {
  const { partner, ...rest } = Object.fromEntries(search)
  const query = row.isOfPartner || partner === undefined ? rest : { ...rest, partner }
  const body = row.body === undefined ? undefined : bodyIn(row, text)
  const asked = partsOf(bank, row.query, query, row)
  const checked = body === undefined ? { problems: [] } : partsOf(bank, row.body, body, row)
  const problems = [...asked.problems, ...checked.problems]
  if (problems.length > 0) {
    const lines = problems.map(({ path, message }) => `\n  ${path === '' ? 'the body' : path} ${message}`)
    throw new Refusal(
      400,
      'request_is_invalid',
      `Failed to ${row.summary}: ${problems.length} of its inputs cannot be used.${lines.join('')}`,
      problems,
    )
  }
  const view = row.isOfPartner && partner !== undefined ? bank.as(partner) : bank
  const fields = { ...(asked.value as object), ...(isRecord(body) ? body : {}) } as ControlCall['fields']
  return { view, body: body as never, fields }
}

interface Part {
  readonly problems: readonly Problem[]
  readonly value?: unknown
}

function partsOf(bank: Bank, schema: Schema | undefined, given: unknown, row: ControlRow): Part {
  if (schema === undefined) return { problems: unknownParameters(given as object, row) }
  const overrides = bank.world.settings.assume
  const parsed = parse(schema, given, { overrides, notes: takeNotes('control'), isStrict: true })
  return 'value' in parsed ? { value: parsed.value, problems: [] } : parsed
}

function unknownParameters(given: object, { isOfPartner }: ControlRow): Problem[] {
  return Object.keys(given).map((path) => ({
    path,
    message: `is no parameter${nearestOrAll(path, isOfPartner ? ['partner'] : [])}`,
  }))
}

/** The value of a body; undefined where it was left out, and may be. */
function bodyIn({ isBodyOptional, summary }: ControlRow, text: string): unknown {
  if (text.trim() === '' && isBodyOptional) return undefined
  if (isDeeperThan(text, DEEPEST)) {
    throw new Refusal(
      400,
      'body_is_too_deep',
      `Failed to ${summary}: the lists and objects of the body are nested more than ${DEEPEST} deep. Send what the call is documented to take. (§8)`,
    )
  }
  try {
    return JSON.parse(text)
  } catch {
    const fact = text === '' ? 'the body is empty' : 'the body is not well-formed JSON'
    throw new Refusal(400, 'body_is_not_json', `Failed to ${summary}: ${fact}. Send JSON. (§4)`)
  }
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
