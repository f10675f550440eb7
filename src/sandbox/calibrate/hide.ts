/** Hides what a calibration was given to ask with: wherever it stands, in an address or in a sentence. */
import type { ServiceCredentials } from '../service/service-options.ts'

/** What is shorter is a word that may stand for anything. */
const SHORTEST = 6

/** A copy of plain data in which no credential stands; each is named instead. */
export function hidden<Data>(data: Data, credentials: Partial<ServiceCredentials>): Data {
  const secret = ['clientId', 'clientSecret', 'partnerId', 'accountNumber'] as const
  let text = JSON.stringify(data)
  for (const name of secret) {
    const value = credentials[name]
    if (value === undefined || value.length < SHORTEST) continue
    for (const form of new Set([value, encodeURIComponent(value)])) {
      text = text.replaceAll(JSON.stringify(form).slice(1, -1), `(${name})`)
    }
  }
  return JSON.parse(text)
}
