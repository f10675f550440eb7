/** Error bodies: of the banking API, of the token server, of the loan service. (§7) */
import * as z from 'zod'

export const bankingError = z.strictObject({
  errors: z.array(z.strictObject({ code: z.int().min(1000).max(9999), message: z.string() })).min(1),
})

export const oauthError = z.strictObject({ error: z.string(), error_description: z.string() })

export const loanError = z.strictObject({
  ResponseStatus: z.strictObject({
    ErrorCode: z.string(),
    Message: z.string(),
    Errors: z.array(z.strictObject({ ErrorCode: z.string(), FieldName: z.string(), Message: z.string() })),
  }),
})
