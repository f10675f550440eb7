/** Token request and response, and the discovery document of the token server. (§2.1, §5) */
import * as z from 'zod'
import { issueToken, revokeToken, type TokenRequest, type TokenResponse } from '../core/access/token.ts'
import { endpointsOf } from './endpoint.ts'
import { operation } from './operation.ts'
import { recordFrom } from './record.ts'

export const tokenRequest = z.object({
  grant_type: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
  audience: z.string().optional(),
  scope: z.string().optional(),
}) satisfies z.ZodType<TokenRequest>

/** What the function API takes instead: the partner is known. */
const issueTokenOptions = z.strictObject({ audience: z.string().optional() })

const tokenResponse = recordFrom('§2.1', 'token response', {
  access_token: z.string().min(1),
  expires_in: z.int(),
  token_type: z.literal('Bearer'),
}) satisfies z.ZodType<TokenResponse>

/** What OAuth client libraries read before they ask for a token. */
const discoveryDocument = recordFrom('tokens.discovery', 'token server metadata', {
  issuer: z.string(),
  token_endpoint: z.string(),
  grant_types_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  response_types_supported: z.array(z.string()),
})

// biome-ignore format: read it as a table
export const tokenOperations = {
  'tokens.issue': operation(issueToken, 'issue a token', '§2.1', issueTokenOptions),
  'tokens.revoke': operation(revokeToken, 'revoke the token', '§5'),
} as const

// biome-ignore format: read it as a table
export const tokenEndpoints = endpointsOf('token', tokenOperations, {
  requestToken: {
    method: 'POST', path: '/oauth/token', publishedAliases: ['/connect/token'], isSecured: false, operation: 'tokens.issue', body: tokenRequest,
    isFormAccepted: true, response: tokenResponse, summary: 'issue a bearer token for client credentials', section: '§2.1',
    source: 'specified',
  },
  discoverTokenServer: {
    method: 'GET', path: '/.well-known/openid-configuration', aliases: ['/.well-known/oauth-authorization-server'],
    isSecured: false, operation: 'discovery',
    response: discoveryDocument, summary: 'describe the token server to OAuth clients', section: '§5', assumption: 'tokens.discovery',
  },
})
