/** Token request and response, and the discovery document of the token server. (§2.1, §5) */
import * as z from 'zod'
import type { TokenRequest, TokenResponse } from '../core/access/token.ts'

export const tokenRequest = z.object({
  grant_type: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
  audience: z.string(),
}) satisfies z.ZodType<TokenRequest>

/** What the function API takes instead: the partner is known. */
export const issueTokenOptions = z.strictObject({ audience: z.string().optional() })

export const tokenResponse = z.strictObject({
  access_token: z.string().min(1),
  expires_in: z.int(),
  token_type: z.literal('Bearer'),
}) satisfies z.ZodType<TokenResponse>

/** What OAuth client libraries read before they ask for a token. */
export const discoveryDocument = z.strictObject({
  issuer: z.string(),
  token_endpoint: z.string(),
  grant_types_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  response_types_supported: z.array(z.string()),
})
