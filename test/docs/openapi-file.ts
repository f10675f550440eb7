/** The OpenAPI document as it ships: `npm run docs` writes it, and a test checks that it is up to date. */
import { openapi } from 'vostro/server'

/** Where it stands, from the root of the repository, and what is in it. */
export async function openapiFile(): Promise<{ path: string; text: string }> {
  return { path: 'docs/reference/openapi.json', text: `${JSON.stringify(await openapi(), null, 2)}\n` }
}
