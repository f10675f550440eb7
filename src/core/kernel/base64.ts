/** Base64 (RFC 4648 §4) of bytes, and the bytes of a text in UTF-8. */

/** Matches a text of padded base64 that has at least one byte. */
export const BASE64 = /^(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

export function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** Base64 for URLs, without padding (RFC 4648 §5). */
export const base64UrlOf = (bytes: Uint8Array): string =>
  base64Of(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

export function bytesOfBase64(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
}

export function bytesOfText(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
