/** The data of a page, made short: a trace says the same things again and again. Where nothing can deflate, it stays as it is. */
import { nodeModule } from '../../shell/state/platform.ts'

/** As much of Node's zlib as is needed here. */
interface Zlib {
  deflateRawSync(text: string, options: { readonly level: number }): { toString(encoding: 'base64'): string }
}

/** It is done at once: a test may hold every timer and promise there is. */
export async function deflated(text: string): Promise<string | undefined> {
  const zlib = nodeModule('node:zlib') as Zlib | undefined
  if (zlib) return zlib.deflateRawSync(text, { level: LEVEL }).toString('base64')
  return typeof CompressionStream === 'undefined' ? undefined : deflatedAsStream(text)
}

/** More takes longer than it is worth. */
const LEVEL = 5

async function deflatedAsStream(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  let binary = ''
  // All at once would be more arguments than a call may have.
  for (let start = 0; start < bytes.length; start += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK))
  }
  return btoa(binary)
}

const CHUNK = 8_192
