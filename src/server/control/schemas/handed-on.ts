/** What calls take and answer that hand an operation on: its schema in the table of operations, and the record of its resource. */
import * as z from 'zod/mini'
import type { Performed } from '../../../bank/api/calls.ts'
import { inAddress } from '../../../contract/endpoint.ts'
import { loanRecord } from '../../../contract/loan.ts'
import type { Schema } from '../../../contract/operation.ts'
import { operations } from '../../../contract/operations.ts'
import { page } from '../../../contract/record.ts'
import { fault, hold, masterAccount, partner, policy, restriction, transaction, wire } from './records.ts'

/** What is answered of a resource: the record; all of them, or a page, where a list is asked for. */
const records: { readonly [resource: string]: z.ZodMiniType } = {
  accounts: masterAccount,
  desk: wire,
  faults: fault,
  holds: hold,
  loans: loanRecord,
  partners: partner,
  policies: policy,
  restrictions: restriction,
  transactions: transaction,
}

const schemaOf = (name: Performed) => operations[name].schema as z.ZodMiniType | undefined

/** The query or the body of a call; `field`: the one field of a body, where the operation knows that alone. */
export function takenBy(name: Performed, method: string, field?: string): { query?: Schema; body?: Schema } {
  const schema = schemaOf(name)
  if (schema === undefined) return {}
  if (method === 'GET') return { query: z.strictObject(inAddress(schema as z.ZodMiniObject).shape) }
  return { body: field === undefined ? schema : z.strictObject({ [field]: schema }) }
}

export function answerOf(name: Performed): z.ZodMiniType | null {
  const [resource = '', verb] = name.split('.')
  const record = records[resource] ?? null
  if (record === null || verb !== 'list') return record
  return schemaOf(name) ? page(record) : z.array(record)
}
