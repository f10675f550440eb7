/** A bank as a function from a Request to a Response, for a server of your own; and the contract as an OpenAPI document. */

export { isNoAnswer } from '../bank/http/no-answer.ts'
export { formats } from '../contract/primitives.ts'
export { type OpenApiDocument, type OpenApiOptions, openapi } from '../openapi/document.ts'
export type { BankRecord } from './banks/hosted-bank.ts'
export type { BankServerOptions } from './options.ts'
export { type BankServer, createBankServer, type ServedBank } from './server.ts'
