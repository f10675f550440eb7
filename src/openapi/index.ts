/** The contract as a document of OpenAPI 3.1, and the formats that its schemas name. */

export { formats } from '../contract/formats.ts'
export { type OpenApiDocument, openapi } from './document.ts'
export type { OpenApiOptions } from './options.ts'
