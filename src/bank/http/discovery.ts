/** The token server's discovery document, from which OAuth client libraries learn where to ask. (§5) */
import type { Addresses } from '../../contract/endpoint.ts'
import { withoutLastSlashes } from './match-path.ts'

/** What `GET {auth_url}/.well-known/openid-configuration` answers. */
export function discover({ authUrl }: Addresses) {
  const issuer = withoutLastSlashes(authUrl)
  return {
    issuer,
    token_endpoint: `${issuer}/oauth/token`,
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    response_types_supported: [],
  }
}
