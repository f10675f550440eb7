/** Reads the input of a control call, and checks it by the schemas of its row. The error lists every problem. */

import type { Bank } from '../../bank/bank.ts'
import type { Schema } from '../../contract/operation.ts'
import { type Parsed, parse } from '../../contract/parse.ts'
import { cannotBeUsed, toldProblems } from '../../contract/problems.ts'
import { typeText } from '../../contract/value-text.ts'
import { fieldsAt } from '../../contract/walk-schema.ts'
import { AssumptionNotes } from '../../core/assumptions/notes.ts'
import { count } from '../../core/kernel/count.ts'
import { isDeeperThan, isRecord, jsonIn } from '../../core/kernel/json.ts'
import { didYouMean } from '../../core/kernel/nearest.ts'
import { Refusal } from '../refusal.ts'
import type { ControlCall, ControlRow } from './row.ts'

/** How deep a body may be nested: snapshots need the most. */
const DEEPEST = 100

type Checked = Pick<ControlCall, 'partner' | 'query' | 'body' | 'notes'>

/** `text` is the body. @throws {Refusal} if any input is invalid */
export function givenTo(bank: Bank, row: ControlRow, search: URLSearchParams, text: string): Checked {
  const { partner, ...rest } = Object.fromEntries(search)
  const isMeant = row.isOfPartner === true
  const { assume: overrides } = bank.world.settings
  const notes = new AssumptionNotes(row.operation ?? 'control')
  const check = (schema: Schema, given: unknown) => parse(schema, given, { overrides, notes, isStrict: true })
  const given = isMeant || partner === undefined ? rest : { ...rest, partner }
  const content = bodyIn(row, text)
  const query = unknownParameters(given, row) ?? (row.query ? check(row.query, given) : { value: {} })
  const body = row.body && content ? check(row.body, content) : { value: undefined }
  if ('value' in query && 'value' in body) {
    return { partner: isMeant ? partner : undefined, query: query.value as never, body: body.value as never, notes }
  }
  const problems = [query, body].flatMap((part) => ('problems' in part ? part.problems : []))
  const message = cannotBeUsed(`Failed to ${row.summary}`, 'inputs', problems, 'the body')
  throw new Refusal('request_is_invalid', message, problems)
}

function unknownParameters(given: object, { query, isOfPartner }: ControlRow): Parsed<unknown> | undefined {
  const known = [...(query ? fieldsAt(query, []) : []), ...(isOfPartner ? ['partner'] : [])]
  const unknown = Object.keys(given).filter((name) => !known.includes(name))
  const problems = toldProblems(unknown, (path) => ({
    path,
    message: `is an unknown parameter${didYouMean(path, known)}`,
  }))
  return problems.length > 0 ? { problems } : undefined
}

/** Whether a text is no body. Clients may also send `{}` or `null` for no body. */
const hasNothing = (text: string): boolean => /^(?:\{\s*\}|null)?$/.test(text.trim())

/** The body as an object; undefined if it is empty, and the call does not need one. */
function bodyIn({ body, isBodyOptional, summary }: ControlRow, text: string): object | undefined {
  if ((isBodyOptional || body === undefined) && hasNothing(text)) return undefined
  if (body === undefined) {
    const fact = `the call takes no body, and one of ${count(text.length, 'character')} was sent`
    throw new Refusal('request_is_invalid', `Failed to ${summary}: ${fact}. Send it without a body, or with {}.`)
  }
  if (isDeeperThan(text, DEEPEST)) {
    throw new Refusal(
      'body_is_too_deep',
      `Failed to ${summary}: the lists and objects of the body are nested more than ${DEEPEST} deep. Send the body that the documentation of the call shows.`,
    )
  }
  const value = jsonIn(text)
  if (value === undefined) {
    const fact = text.trim() === '' ? 'the body is empty' : 'the body is not well-formed JSON'
    throw new Refusal('body_is_not_json', `Failed to ${summary}: ${fact}. Send JSON.`)
  }
  if (isRecord(value)) return value
  throw new Refusal(
    'request_is_invalid',
    `Failed to ${summary}: the body must be a JSON object, and is ${typeText(value)}. Send its fields in braces: { … }.`,
    [{ path: '', message: `must be a JSON object, and is ${typeText(value)}` }],
  )
}
