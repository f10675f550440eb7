/**
 * One row of the table of control calls: everything that the server knows about one call. A call that only performs an operation has its
 * input from the table of operations; the resource of the operation gives the answer.
 */
import type { Performed } from '../../bank/api/calls.ts'
import type { Bank } from '../../bank/bank.ts'
import type { Schema } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import { findPartner } from '../../core/access/partners.ts'
import type { AssumptionNotes } from '../../core/assumptions/notes.ts'
import { RejectionError } from '../../core/errors.ts'
import { isRejection } from '../../core/rejection.ts'
import { type Actor, INTERNAL } from '../../core/turn.ts'
import type { Banks } from '../banks/banks.ts'
import type { HostedBank } from '../banks/hosted-bank.ts'
import { answerOf, takenBy } from './schemas.ts'

/** The fields of a body or a query; their types are in the row's schema. */
type Fields = Readonly<Record<string, never>>

/** The arguments of a control call. Its input is checked by the schemas of its row. */
export interface ControlCall {
  readonly bank: Bank
  readonly hosted: HostedBank
  readonly banks: Banks
  /** The id of the partner; undefined for the first one. */
  readonly partner: string | undefined
  /** The parameters of the path, by their names. */
  readonly path: Readonly<Record<string, string>>
  readonly query: Fields
  /** Undefined if the request has no body. */
  readonly body: Fields | undefined
  /** The assumptions that the check of the input used. */
  readonly notes: AssumptionNotes
}

/** The content types of answers that are not JSON. */
export const typesBesideJson = { text: 'text/plain', html: 'text/html', events: 'text/event-stream' } as const

export interface ControlRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below the control API of a bank; `{id}` is a parameter. */
  readonly path: string
  readonly query?: Schema
  readonly body?: Schema
  readonly isBodyOptional?: boolean
  /** Whether the call acts for a partner: that of `?partner=`, by default the first one. */
  readonly isOfPartner?: boolean
  /** Whether the call is about the server, and not about one bank. */
  readonly isOfServer?: boolean
  /** Whether the call needs no token. */
  readonly isOpen?: boolean
  /** Whether the body may be a whole snapshot. */
  readonly isLarge?: boolean
  /** Whether the call itself delivers due pushes. After other calls, except GET, the server delivers them. */
  readonly settles?: boolean
  /**
   * A line of a test that does the same: `bank.desk.reject({id}, {reason})`. A name in braces stands for the field of that name, `{body}`
   * for the whole body, `{query}` for the whole query, and `{rest}` for the fields that the line does not name.
   */
  readonly line?: string
  /** A valid body, with which the console fills its form. */
  readonly example?: (bank: Bank) => object
  /** The name of the operation, if the call only performs one. */
  readonly operation?: string
  /** The answer: JSON by this schema, or another type; null if the call answers nothing. */
  readonly answer: Schema | keyof typeof typesBesideJson | null
  readonly summary: string
  readonly call: (call: ControlCall) => unknown
}

export type ControlRows = Readonly<Record<string, ControlRow>>

/** The row of a call that does more than perform an operation. `call` is its method and path: `GET /clock`. */
export function byHand(
  call: string,
  summary: string,
  row: Omit<ControlRow, 'method' | 'path' | 'summary' | 'call'>,
  run: ControlRow['call'],
): ControlRow {
  return { ...placeOf(call), summary, ...row, call: run }
}

function placeOf(call: string): Pick<ControlRow, 'method' | 'path'> {
  const [method, path = ''] = call.split(' ') as [ControlRow['method'], string]
  return { method, path }
}

/** Where the call of an operation differs from its row. */
interface Differences {
  /** If the operation's input is a single value: the name of the one field of the body that holds it. */
  readonly field?: string
  /** If the whole body is one field of the operation's input: the name of that field. */
  readonly within?: string
  readonly query?: Schema
  readonly body?: Schema
  readonly isBodyOptional?: true
  readonly answer?: Schema | null
  readonly line?: string
  /** Makes the input, if neither `field` nor `within` fits. */
  readonly input?: (call: ControlCall) => object | undefined
  /** Makes the answer from the output, if they differ. */
  readonly answered?: (output: never, call: ControlCall) => unknown
}

export const byBank = rowsOf(false, () => INTERNAL)

/** Makes the row of a call that acts for a partner, by default for the first one. */
export const byPartner = rowsOf(true, ({ bank, partner: id }) => {
  const slot = id === undefined ? 0 : findPartner(bank, id, 'act as')
  if (isRejection(slot)) throw new RejectionError(slot)
  return { kind: 'partner', partner: slot }
})

function rowsOf(isOfPartner: boolean, actorOf: (call: ControlCall) => Actor) {
  return (name: Performed, call: string, summary: string, differences: Differences = {}): ControlRow => {
    const { field, within, input, answered, ...others } = differences
    const place = placeOf(call)
    const taken = { ...takenBy(name, place.method, field), ...others }
    const takesAny = operations[name].schema !== undefined
    const makeInput = input ?? ((given: ControlCall) => inputOf(given, differences, takesAny))
    return {
      ...place,
      summary,
      operation: name,
      answer: answerOf(name),
      line: lineOf(name, place.path, { ...differences, ...taken }, isOfPartner),
      ...taken,
      isOfPartner,
      call: (given) => {
        const output = given.hosted.perform(name, makeInput(given), actorOf(given), given.notes)
        return answered ? answered(output as never, given) : output
      },
    }
  }
}

/** The line of test code that performs the operation. The parameters of the path are its first arguments. */
function lineOf(
  name: Performed,
  path: string,
  { query, body, field = 'body' }: Differences,
  isOfPartner: boolean,
): string {
  const place = !isOfPartner && /^(restrictions|holds|policies)\./.test(name) ? 'bank.desk' : 'bank'
  const named = path.match(/\{\w+\}/g) ?? []
  return `${place}.${name}(${[...named, ...(body ? [`{${field}}`] : []), ...(query ? ['{query}'] : [])].join(', ')})`
}

function inputOf({ path, query, body = {} }: ControlCall, { field, within }: Differences, takesAny: boolean) {
  if (field !== undefined) return { ...path, [field]: body[field] }
  if (within !== undefined) return { ...path, [within]: body, ...query }
  return takesAny || Object.keys(path).length > 0 ? { ...query, ...body, ...path } : undefined
}
