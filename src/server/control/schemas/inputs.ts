/** What the calls of the control API take: the inputs of the function API as bodies, and the parameters of addresses. (§1, §3) */
import * as z from 'zod'
import { accountStatus } from '../../../contract/account.ts'
import type { Schema } from '../../../contract/operation.ts'
import { operations } from '../../../contract/operations.ts'
import { accountNumber, choiceOf, duration, pageParameters } from '../../../contract/primitives.ts'
import { faultKinds } from '../../../core/faults/fault-kinds.ts'
import { namesOf } from '../../../core/kernel/names.ts'

const inputOf = (name: keyof typeof operations) => operations[name].schema as unknown as z.ZodType
const text = z.string()
const anything = z.record(text, z.unknown())
const digits = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number)
  .pipe(z.number())
const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((word) => word === 'true')
  .pipe(z.boolean())

/** Bodies, by what they are for. */
export const controlBodies = {
  /** `{ "hours": 2 }` */
  duration,
  instant: z.strictObject({ to: text }),
  /** The options of `createBank`, which checks them. */
  bankOptions: anything,
  /** A snapshot, or the id of one that was kept. */
  snapshot: anything,
  /** The options of `faults.inject`, which checks them, and what goes wrong. */
  fault: z.looseObject({ fault: choiceOf(namesOf(faultKinds)), for: duration.optional() }),
  delivery: z.strictObject({ loseAnswer: z.boolean().optional() }),
  reason: z.strictObject({ reason: text.nullable().optional() }),
  accountStatus: z.strictObject({ status: accountStatus }),
  allowed: z.strictObject({ allowed: inputOf('policies.set') }),
  loanStatus: z.strictObject({ status: inputOf('loans.setStatus') }),
  failedRules: z.strictObject({ rules: inputOf('loans.failCompliance') }),
  secret: z.strictObject({ secret: inputOf('webhooks.sign') }),
  accessToken: z.strictObject({ accessToken: text }),
} as const satisfies { readonly [name: string]: Schema }

const inputs = [
  'accounts.open',
  'holds.place',
  'holds.update',
  'loans.add',
  'loans.fund',
  'loans.update',
  'partners.add',
  'restrictions.create',
  'restrictions.update',
  'tokens.issue',
  'transactions.post',
] as const

/** Bodies that are the input of an operation as it is. */
export const controlInputs = Object.fromEntries(inputs.map((name) => [name, inputOf(name)])) as unknown as {
  readonly [Name in (typeof inputs)[number]]: Schema
}

/** Parameters behind the question mark, by what they are for. */
export const controlQueries = {
  /** Only the last so many of a list. */
  last: z.strictObject({ last: digits.optional() }),
  timeline: z.strictObject({ as: choiceOf(['text', 'mermaid']).optional(), last: digits.optional() }),
  trace: z.strictObject({ title: text.optional() }),
  sparse: z.strictObject({ isSparse: flag.optional() }),
  page: z.strictObject(pageParameters),
  pageOfAccount: z.strictObject({ ...pageParameters, accountNumber: accountNumber.optional() }),
} as const satisfies { readonly [name: string]: Schema }
