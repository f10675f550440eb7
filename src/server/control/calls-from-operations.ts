/**
 * Makes the rows of control calls that only perform an operation of the bank. The table of operations gives the input and the section,
 * the resource of the operation gives the answer, and `Differences` says where a call differs.
 */
import type { Performed } from '../../bank/api/calls.ts'
import type { Schema } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import { findPartner } from '../../core/access/partners.ts'
import { RejectionError } from '../../core/errors.ts'
import { isRejection } from '../../core/rejection.ts'
import { type Actor, INTERNAL } from '../../core/turn.ts'
import { type ControlCall, type ControlRow, placeOf } from './row.ts'
import { answerOf, takenBy } from './schemas/calls.ts'

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
    const { section, schema } = operations[name]
    const { method, path } = placeOf(call)
    const taken = { ...takenBy(name, method, field), ...others }
    const makeInput = input ?? ((given: ControlCall) => inputOf(given, differences, schema !== undefined))
    return {
      method,
      path,
      summary,
      section,
      operation: name,
      answer: answerOf(name),
      line: lineOf(name, path, { ...differences, ...taken }, isOfPartner),
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
