/**
 * The token of the control API, as a person hands it to the page: behind `#token=`, which browsers send nowhere. It is taken out of the
 * address at once, and kept for this tab alone, so that the page can be loaded again.
 */
import { replaceAddress } from '../place.ts'

const KEY = 'vostro-control-token'

export function tokenGiven(): string | undefined {
  const parameters = new URLSearchParams(location.hash.replace(/^#/, ''))
  const given = parameters.get('token')
  if (given === null) return kept()
  parameters.delete('token')
  replaceAddress(`${location.pathname}${location.search}${parameters.size > 0 ? `#${parameters}` : ''}`)
  keepToken(given)
  return given
}

export function keepToken(token: string): void {
  try {
    sessionStorage.setItem(KEY, token)
  } catch {
    // Where nothing may be kept, the page asks for the token again.
  }
}

function kept(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}
