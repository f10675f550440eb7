/** Encodes a story as the hash of a link: the name of one of the six stories, or else the code, deflated and in base64url. */
import { firstStory, type Story, stories } from './stories.ts'

/** Returns the hash for this code. */
export async function hashOf(code: string): Promise<string> {
  const known = stories.find((story) => story.code === code)
  if (known) return `#story=${known.name}`
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(code))
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return `#code=${letters.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`
}

/** Returns the code of a hash, or the first story if the hash has none. */
export async function codeIn(hash: string): Promise<string> {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  const [name, letters] = [given.get('story'), given.get('code')]
  if (name !== null) return storyNamed(name).code
  return letters === null ? firstStory.code : await codeOf(letters)
}

function storyNamed(name: string): Story {
  const story = stories.find((each) => each.name === name)
  if (story) return story
  throw new Error(
    `Failed to open the story "${name}": there is none of this name. Take one of ${stories.map((each) => `"${each.name}"`).join(', ')}.`,
  )
}

async function codeOf(letters: string): Promise<string> {
  try {
    const binary = atob(letters.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(
      await through(new DecompressionStream('deflate-raw'), bytes),
    )
  } catch {
    throw new Error(
      `Failed to open the story of this link: its ${letters.length} letters are no code. Copy the whole link, up to its last letter.`,
    )
  }
}

async function through(stream: CompressionStream | DecompressionStream, bytes: Uint8Array<ArrayBuffer>) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer())
}
