/** Reads the exchanges of a recording in any of the known forms. (§4) */

import { jsonOf } from '../../bank/shell/state/exchange.ts'
import { messageOf, UsageError } from '../../core/errors.ts'
import { isRecord } from '../../core/kernel/json.ts'
import type { RecordedExchange } from './exchange.ts'
import { exchangeOf, type Form, forms } from './forms.ts'

/** The most names of fields that a message lists. */
const FEW = 8

/**
 * The exchanges of a recording, sorted by time; if one lacks its time, in the order of the recording.
 *
 * @param recording - parsed, or as text
 * @throws {UsageError} if the recording has none of the known forms, or if one of its entries is damaged
 */
export function exchangesFrom(recording: unknown): RecordedExchange[] {
  const value = typeof recording === 'string' ? parsed(recording) : recording
  if (Array.isArray(value) && value.length === 0) return []
  for (const form of forms) {
    const entries = form.entriesOf(value)
    if (entries) return inOrder(entries.map((entry, index) => exchangeAt(form, entry, index)))
  }
  const [first, kind] = Array.isArray(value) ? [value[0], 'a list of records'] : [value, 'a record']
  const names = Object.keys(isRecord(first) ? first : {}).slice(0, FEW)
  throw unreadable(
    `it is ${names.length > 0 ? `${kind} with ${names.join(', ')}` : 'no record with fields, and no list of these'}`,
  )
}

function exchangeAt(form: Form, entry: unknown, index: number): RecordedExchange {
  try {
    return exchangeOf(form.read(entry))
  } catch (error) {
    const message = messageOf(error)
    throw new UsageError(
      `Failed to read the recording: entry ${index} of what looks like ${form.name} is damaged: ${message}. Mend it, or leave it out.`,
      [{ path: String(index), message }],
    )
  }
}

function parsed(text: string): unknown {
  // Some editors and shells put a byte order mark at the beginning, which JSON does not allow.
  const value = jsonOf(text.replace(/^\uFEFF/, ''))
  if (value !== undefined) return value
  throw unreadable(
    /\bnock\(/.test(text.slice(0, 1_000))
      ? 'it is JavaScript that nock wrote; record with output_objects: true, and keep the result as JSON'
      : `it is a text of ${text.length} characters that is no JSON, or is nested too deep`,
  )
}

function unreadable(fact: string): UsageError {
  return new UsageError(
    `Failed to read the recording: ${fact}. Give one of these: ${forms.map(({ name }) => name).join(', ')}.`,
  )
}

/** Sorts exchanges by time, if each has one. */
const inOrder = (exchanges: readonly RecordedExchange[]): RecordedExchange[] =>
  exchanges.every(({ at }) => at !== null)
    ? exchanges.toSorted((first, second) => Number(first.at) - Number(second.at))
    : [...exchanges]
