/** Error bodies: of the banking API, of the token server, of the loan service. (§7) */
import * as z from 'zod/mini'
import type { AssumptionId } from '../core/assumptions/catalogue.ts'
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
