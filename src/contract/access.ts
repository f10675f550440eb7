/** Partners; token request and response, and the discovery document of the token server, with their operations and endpoints. (§1, §2.1, §5) */
import * as z from 'zod/mini'
import { addPartner, getPartner, listPartners, type PartnerRequest } from '../core/access/partners.ts'
import { issueToken, revokeToken, type TokenRequest, type TokenResponse } from '../core/access/token.ts'
import { accountRequest } from './account.ts'
import { endpointsOf } from './endpoint.ts'
import { inquiry, operation } from './operation.ts'
import { shortText, uuid } from './primitives.ts'
import { recordFrom, strictObject } from './record.ts'

export const tokenRequest = z.object({
  grant_type: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
  audience: z.optional(z.string()),
  scope: z.optional(z.string()),
}) satisfies z.ZodMiniType<TokenRequest>

/** The input in the function API, which knows the partner and so needs no credentials. */
const issueTokenOptions = strictObject(() => ({ audience: z.optional(z.string()) }))

const tokenResponse = recordFrom('§2.1', 'token response', () => ({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.int(),
  token_type: z.literal('Bearer'),
})) satisfies z.ZodMiniType<TokenResponse>

/** The document that OAuth client libraries read before they ask for a token. */
const discoveryDocument = recordFrom('tokens.discovery', 'token server metadata', () => ({
  issuer: z.string(),
  token_endpoint: z.string(),
  grant_types_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  response_types_supported: z.array(z.string()),
}))

// biome-ignore format: read it as a table
export const tokenOperations = {
  'tokens.issue': operation(issueToken, 'issue a token', '§2.1', issueTokenOptions, {
    restsOn: ({ scope }) => (scope === undefined ? [] : ['tokens.scope']),
  }),
  'tokens.revoke': operation(revokeToken, 'revoke the token', '§5'),
} as const

// biome-ignore format: read it as a table
export const tokenEndpoints = endpointsOf('token', tokenOperations, {
  requestToken: {
    method: 'POST', path: '/oauth/token', aliases: { '/connect/token': 'published' }, isSecured: false, operation: 'tokens.issue', body: tokenRequest,
    example: ({ clientId, clientSecret, audience }) => ({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, audience }),
    isFormAccepted: true, response: tokenResponse, summary: 'issue a bearer token for client credentials', source: 'specified',
  },
  discoverTokenServer: {
    method: 'GET', path: '/.well-known/openid-configuration', aliases: { '/.well-known/oauth-authorization-server': 'published' },
    isSecured: false, operation: 'discovery', response: discoveryDocument,
    summary: 'describe the token server to OAuth clients', section: '§5', assumption: 'tokens.discovery',
  },
})

/** The ids and the secret of a partner that a test may choose itself. */
export const partnerIdentity = {
  id: z.optional(uuid),
  productId: z.optional(uuid),
  clientId: z.optional(shortText),
  clientSecret: z.optional(shortText),
}

const partnerRequest = strictObject(() => ({
  ...partnerIdentity,
  name: z.optional(shortText),
  masterAccount: z.optional(accountRequest),
})) satisfies z.ZodMiniType<PartnerRequest>

// biome-ignore format: read it as a table
export const partnerOperations = {
  'partners.add': operation(addPartner, 'add a partner', '§1', partnerRequest, { restsOn: ['accounts.number'] }),
  'partners.get': inquiry(getPartner, 'read the partner', '§1'),
  'partners.list': inquiry(listPartners, 'list partners', '§1'),
} as const
