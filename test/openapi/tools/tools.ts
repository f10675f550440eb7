/** The tools that `run.ts` has installed, by name. */
import { createRequire } from 'node:module'

/** Where they are. */
export const folder = process.env['OPENAPI_TOOLS'] ?? ''
if (folder === '')
  throw new Error('Failed to find the tools: OPENAPI_TOOLS is not set. Run `npx tsx test/openapi/tools/run.ts`.')

// biome-ignore lint/suspicious/noExplicitAny: their types are where they are, in the scratch folder.
export const tool: (name: string) => any = createRequire(`${folder}/`)
