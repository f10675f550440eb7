/** The OpenAPI document as the package has it: `npm run docs` writes it, and a test checks that it is up to date. */
import { openapi } from 'vostro/server'

/** The path of the file from the root of the repository, and the text of the file. */
export async function openapiFile(): Promise<{ path: string; text: string }> {
  return { path: 'docs/reference/openapi.json', text: `${JSON.stringify(await openapi(), null, 2)}\n` }
}
