/** Reads the input of a control call, and checks it by the schemas of its row. The error lists every problem. */

import type { Bank } from '../../bank/bank.ts'
import { withoutNulls } from '../../contract/absent.ts'
import type { Schema } from '../../contract/operation.ts'
import { type Parsed, parse } from '../../contract/parse.ts'
import { cannotBeUsed } from '../../contract/problems.ts'
import { typeText } from '../../contract/value-text.ts'
import type { AnySchema } from '../../contract/walk-schema.ts'
import { AssumptionNotes } from '../../core/assumptions/notes.ts'
import { count } from '../../core/kernel/count.ts'
import { isDeeperThan, isRecord, jsonIn } from '../../core/kernel/json.ts'
import { Refusal } from '../refusal.ts'
import type { ControlCall, ControlRow } from './row.ts'

/** How deep a body may be nested: snapshots need the most. */
const DEEPEST = 100

type Checked = Pick<ControlCall, 'view' | 'query' | 'body'>

/** `text` is the body. @throws {Refusal} if any input is invalid */
export function givenTo(bank: Bank, row: ControlRow, search: URLSearchParams, text: string): Checked {
  const { assume: overrides } = bank.world.settings
  const notes = new AssumptionNotes('control')
  const check = (schema: Schema, given: unknown) => parse(schema, given, { overrides, notes, isStrict: true })
  const content = bodyIn(row, text)
  const query = check(row.query, Object.fromEntries(search))
  const body = row.body && content ? check(row.body, content) : { value: undefined }
  if ('value' in query && 'value' in body) {
    const { partner, ...others } = query.value as { readonly partner?: string }
    // The line of the call takes the body as it was sent: the function API reads it once more. Null stands for no value.
    const sent = row.body && withoutNulls(row.body as AnySchema, content)
    return { view: partner === undefined ? bank : bank.as(partner), query: others, body: sent as never }
  }
  const problemsOf = (part: Parsed<unknown>, whole: string) =>
    'problems' in part ? part.problems.map((problem) => ({ ...problem, path: problem.path || whole })) : []
  const problems = [...problemsOf(query, 'the query'), ...problemsOf(body, 'the body')]
  throw new Refusal('request_is_invalid', cannotBeUsed(failedTo(row), 'inputs', problems), problems)
}

/** How an error begins: with the first words of the summary. */
const failedTo = ({ summary }: ControlRow): string => `Failed to ${summary.split(/[,:;]/)[0]}`

/** Whether a text is no body. Clients may also send `{}` or `null` for no body. */
const hasNothing = (text: string): boolean => /^(?:\{\s*\}|null)?$/.test(text.trim())

/** The body as an object; undefined if it is empty, and the call does not need one. */
function bodyIn(row: ControlRow, text: string): object | undefined {
  const { body, isBodyOptional } = row
  if ((isBodyOptional || body === undefined) && hasNothing(text)) return undefined
  if (body === undefined) {
    const fact = `the call takes no body, and one of ${count(text.length, 'character')} was sent`
    throw new Refusal('request_is_invalid', `${failedTo(row)}: ${fact}. Send it without a body, or with {}.`)
  }
  if (isDeeperThan(text, DEEPEST)) {
    throw new Refusal(
      'body_is_too_deep',
      `${failedTo(row)}: the lists and objects of the body are nested more than ${DEEPEST} deep. Send the body that the documentation of the call shows.`,
    )
  }
  const value = jsonIn(text)
  if (value === undefined) {
    const fact = text.trim() === '' ? 'the body is empty' : 'the body is not well-formed JSON'
    throw new Refusal('body_is_not_json', `${failedTo(row)}: ${fact}. Send JSON.`)
  }
  if (isRecord(value)) return value
  throw new Refusal(
    'request_is_invalid',
    `${failedTo(row)}: the body must be a JSON object, and is ${typeText(value)}. Send its fields in braces: { … }.`,
    [{ path: '', message: `must be a JSON object, and is ${typeText(value)}` }],
  )
}
