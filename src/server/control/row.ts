/**
 * One row of the table of control calls: everything that the server knows about one call. Most calls do what a line of a test does, so the
 * row has this line, and the server runs it. If the line performs an operation, the table of operations has its input and its answer.
 */
import * as z from 'zod/mini'
import type { Performed } from '../../bank/api/checked-call.ts'
import type { PartnerView } from '../../bank/api/partner-view.ts'
import type { Bank } from '../../bank/bank.ts'
import { argumentsIn } from '../../bank/reports/line-arguments.ts'
import { inAddress } from '../../contract/endpoint.ts'
import type { Schema } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import type { Banks } from '../banks/banks.ts'
import type { HostedBank } from '../banks/hosted-bank.ts'
import { answerSchemaOf } from './schemas.ts'

/** The fields of a body or a query; their types are in the row's schema. */
type ParameterFields = Readonly<Record<string, never>>

/** The arguments of a control call. Its input is checked by the schemas of its row. */
export interface ControlCall {
  readonly bank: Bank
  readonly hosted: HostedBank
  readonly banks: Banks
  /** The bank as its partner sees it: the one that the call names, by default the first. */
  readonly view: PartnerView
  /** The parameters of the path, by their names. */
  readonly path: Readonly<Record<string, string>>
  readonly query: ParameterFields
  /** Undefined if the request has no body. */
  readonly body: ParameterFields | undefined
}

/** The content types of answers that are not JSON. */
export const typesBesideJson = { text: 'text/plain', html: 'text/html', events: 'text/event-stream' } as const

export interface ControlRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below the control API of a bank; `{id}` is a parameter. */
  readonly path: string
  /** What the call does. The words before the first comma, colon or semicolon say it in an error. */
  readonly summary: string
  readonly query: z.ZodMiniObject
  readonly body?: Schema
  readonly isBodyOptional?: boolean
  /** Whether the call is about the server, and not about one bank. */
  readonly isOfServer?: boolean
  /** Whether the call needs no token. */
  readonly isOpen?: boolean
  /**
   * A line of a test that does the same: `bank.desk.reject({id}, {reason})`. `argumentsIn` says what its arguments stand for; in the name
   * of an object or a function, `$<of>` stands for a field of the body.
   */
  readonly line?: string
  /** A valid body, with which the console fills its form. */
  readonly example?: (bank: Bank) => object
  /** The answer: JSON by this schema, or another type; null if the call answers nothing. */
  readonly answer: Schema | keyof typeof typesBesideJson | null
  readonly run: (call: ControlCall) => unknown
}

export type ControlRows = Readonly<Record<string, ControlRow>>

interface More extends Partial<Omit<ControlRow, 'method' | 'path' | 'summary' | 'run'>> {
  /** Does what the call does. By default the line is run. */
  readonly run?: (call: ControlCall) => unknown
  /** Makes the answer from what `run` or the line returned. */
  readonly answered?: (output: never, call: ControlCall) => unknown
  /** Whether the call waits for receivers, or must not come between calls that do. */
  readonly isInTurn?: boolean
}

const nothing = z.strictObject({})

/** Makes a row. `call` is its method and path: `GET /clock`. */
export function row(call: string, summary: string, more: More): ControlRow {
  const { line = '', answer = null, query = nothing, run = runnerOf(line), answered, isInTurn, ...others } = more
  const act = async (given: ControlCall) => {
    const output = await run(given)
    return answered ? answered(output as never, given) : output
  }
  const inTurn = (given: ControlCall) => given.hosted.inTurn(() => act(given))
  return { ...placeOf(call), summary, ...others, ...(line && { line }), query, answer, run: isInTurn ? inTurn : act }
}

function placeOf(call: string): Pick<ControlRow, 'method' | 'path'> {
  const [method, path = ''] = call.split(' ') as [ControlRow['method'], string]
  return { method, path }
}

/** Calls the functions of a line in order, each on the output of the one before. */
const runnerOf =
  (line: string): ControlRow['run'] =>
  async ({ view, path, query, body }) => {
    const argument = argumentsIn(line, { named: { ...path, ...query }, body }, (name) => Object.hasOwn(path, name))
    const filled = line.replace(/\$<(\w+)>/, (_, name: string) => String(body?.[name]))
    let value: unknown = view
    for (const [, name = '', list] of filled.matchAll(/\.(\w+)(?:\(([^()]*)\))?/g)) {
      const member = (value as Readonly<Record<string, unknown>>)[name]
      const given = list ? list.split(', ').map(argument) : []
      value = list === undefined ? member : await (member as (...all: unknown[]) => unknown).apply(value, given)
    }
    return value
  }

interface OfOperation extends More {
  /** If the operation's input is a single value: the name of the one field of the body that holds it. */
  readonly field?: string
}

/** The query of a call that acts for a partner; by default for the first one. */
export const ofPartnerQuery = z.strictObject({ partner: z.optional(z.string()) })

/** Makes the row of a call that performs an operation as the bank. */
export const ofBank = rowsOf(false)

/** Makes the row of a call that performs an operation for a partner. */
export const ofPartner = rowsOf(true)

function rowsOf(isOfPartner: boolean) {
  return (name: Performed, call: string, summary: string, { field, ...more }: OfOperation = {}): ControlRow => {
    const { method, path } = placeOf(call)
    const { query, ...taken } = { ...takenBy(name, method, field), ...more }
    const owner = !isOfPartner && /^(restrictions|holds|policies)\./.test(name) ? 'bank.desk' : 'bank'
    const given = [...(taken.body ? [`{${field ?? 'body'}}`] : []), ...(query ? ['{query}'] : [])]
    // The parameters of the path are the first arguments.
    const line = `${owner}.${name}(${[...(path.match(/\{\w+\}/g) ?? []), ...given].join(', ')})`
    const asked = isOfPartner ? { query: z.extend(query ?? nothing, ofPartnerQuery.shape) } : query && { query }
    return row(call, summary, { answer: answerSchemaOf(name), line, ...taken, ...asked })
  }
}

function takenBy(name: Performed, method: string, field: string | undefined): Pick<More, 'query' | 'body'> {
  const schema = operations[name].schema as z.ZodMiniType | undefined
  if (schema === undefined) return {}
  if (method === 'GET') return { query: z.strictObject(inAddress(schema as z.ZodMiniObject).shape) }
  return { body: field === undefined ? schema : z.strictObject({ [field]: schema }) }
}
