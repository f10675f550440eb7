/** Token request and response, and the discovery document of the token server. (§2.1, §5) */

import * as z from 'zod'
import type { TokenRequest, TokenResponse } from '../core/access/token.ts'
import { issueToken, revokeToken } from '../core/access/token.ts'
import { endpointsOf } from './endpoint.ts'
import { operation } from './operation.ts'

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

/** What can be done here, in the order in which a reader looks for it. */
export const tokenOperations = {
  'tokens.issue': operation(issueToken, { verb: 'issue a token', section: '§2.1', schema: issueTokenOptions }),
  'tokens.revoke': operation(revokeToken, { verb: 'revoke the token', section: '§5' }),
} as const

// biome-ignore format: read it as a table
/** The calls of this section. */
export const tokenEndpoints = endpointsOf(tokenOperations, {
  requestToken: {
    service: 'token', method: 'POST', path: '/oauth/token', aliases: [], isSecured: false,
    operation: 'tokens.issue', body: tokenRequest, isFormAccepted: true, response: tokenResponse,
    summary: 'issue a bearer token for client credentials', section: '§2.1', source: 'specified',
  },
  discoverTokenServer: {
    service: 'token', method: 'GET', path: '/.well-known/openid-configuration', aliases: [], isSecured: false,
    operation: 'discovery', response: discoveryDocument,
    summary: 'describe the token server to OAuth clients', section: '§5', source: 'published',
  },
})
