/**
 * The token of the control API. A person passes it to the page in the fragment `#token=`, which browsers send to no server. The page
 * removes it from the address at once, and keeps it for this tab only, so that a reload still has it.
 */
import { replaceAddress } from '../place.ts'

const KEY = 'vostro-control-token'

export function tokenGiven(): string | undefined {
  const parameters = new URLSearchParams(location.hash.replace(/^#/, ''))
  const given = parameters.get('token')
  if (given === null) return kept()
  parameters.delete('token')
  replaceAddress(`${location.pathname}${location.search}${parameters.size > 0 ? `#${parameters}` : ''}`)
  storeToken(given)
  return given
}

export function storeToken(token: string): void {
  try {
    sessionStorage.setItem(KEY, token)
  } catch {
    // The browser may forbid storage. Then a reload asks for the token again.
  }
}

function kept(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}
