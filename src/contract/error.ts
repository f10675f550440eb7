/** Error bodies: of the banking API, of the token server, of the loan service. (§7) */
import * as z from 'zod/mini'
import type { AssumptionId, AssumptionValues } from '../core/assumptions/catalogue.ts'
import { fieldsOf, isRecord } from '../core/kernel/json.ts'
import type { ServiceName } from './endpoint.ts'
import { recordFrom } from './record.ts'

const part = recordFrom('errors.body', 'error', () => ({
  code: ['errors.codes', z.int().check(z.gte(1000), z.lte(9999))],
  message: z.string(),
}))
export const bankingError = recordFrom('errors.body', 'error of the banking API', () => ({
  errors: z.array(part).check(z.minLength(1)),
}))

export const oauthError = recordFrom('tokens.errors', 'error of the token server', () => ({
  error: z.string(),
  error_description: z.string(),
}))

const loanFieldError = { ErrorCode: z.string(), FieldName: z.string(), Message: z.string() }
export const loanError = recordFrom('loans.errors', 'error of the loan service', () => ({
  ResponseStatus: recordFrom('loans.errors', 'response status', () => ({
    ErrorCode: z.string(),
    Message: z.string(),
    Errors: z.array(recordFrom('loans.errors', 'error of a field', () => loanFieldError)),
  })),
}))

export const errorSchemas = { banking: bankingError, token: oauthError, loans: loanError } as const

export const errorSources = {
  banking: 'errors.codes',
  token: 'tokens.errors',
  loans: 'loans.errors',
} as const satisfies { readonly [Service in ServiceName]: AssumptionId }

export type ErrorForm = AssumptionValues['errors.body']

/** Whether a value is an error of the banking API, whatever the range of its code. */
const isError = (value: unknown): boolean =>
  isRecord(value) && Number.isSafeInteger(value['code']) && typeof value['message'] === 'string'

/** The form of an error body, as the assumption `errors.body` names it; undefined for any other body. */
export function errorFormOf(body: unknown): ErrorForm | undefined {
  if (typeof body === 'string') return 'text'
  const { errors, error, title, detail } = fieldsOf(body)
  if (Array.isArray(errors)) return errors.length > 0 && errors.every(isError) ? 'list' : undefined
  if (isError(error)) return 'envelope'
  return typeof title === 'string' && (detail === undefined || typeof detail === 'string') ? 'problem' : undefined
}
