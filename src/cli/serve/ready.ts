/** What is told when a server is ready: addresses and credentials, for people or for machines. */
import { version } from '../../../package.json'
import type { BankRecord } from '../../server/banks/hosted-bank.ts'

/** What a server is reached by. */
export interface Ready {
  readonly origin: string
  readonly record: BankRecord
  /** Undefined where the control API needs none. */
  readonly controlToken: string | undefined
}

/** One line of JSON. */
export function readyAsJson({ origin, record, controlToken }: Ready): string {
  const { id: _, ...told } = record
  return JSON.stringify({ version, pid: process.pid, origin, ...told, ...(controlToken && { controlToken }) })
}

/** A few lines for a person. */
export function readyAsText({ origin, record, controlToken }: Ready): string {
  const rows = [
    ['banking API', record.baseUrl],
    ['token server', record.authUrl],
    ['loan service', record.loanBaseUrl],
    ['control', record.controlUrl],
    ...(controlToken ? [['control token', controlToken]] : []),
    ['client id', record.clientId],
    ['client secret', record.clientSecret],
    ['master account', record.masterAccountNumber],
    ['its clock', record.now],
  ]
  const lines = rows.map(([name = '', value]) => `  ${name.padEnd(16)}${value}`)
  return [`vostro ${version} listens on ${origin}`, '', ...lines, '', 'Ctrl-C ends it.'].join('\n')
}
