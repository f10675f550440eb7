/** A failure as a runner shows it: the message with the story of the bank below, the difference, and the line of the story's code. */
import { processError } from '@vitest/utils/error'
import { STORY_FILE } from './compile.ts'

export function failureText(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  // Its place is read first: what shows the difference makes plain data of the error.
  const place = placeIn(thrown.stack ?? '')
  const { name, message, diff } = processError(thrown) as { name?: string; message: string; diff?: string }
  const parts = [`${name ?? 'Error'}: ${message.trim()}`, withoutColours(diff ?? ''), place]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** The first frame that lies in the story. */
function placeIn(stack: string): string {
  const [, line] = new RegExp(`${STORY_FILE}:(\\d+)`).exec(stack) ?? []
  return line === undefined ? '' : `at line ${Number(line) - LINES_BEFORE}`
}

/** What an engine puts before the body of a function that is made of a text. */
const LINES_BEFORE = 2

function withoutColours(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one
  return text.replace(/\u001b\[\d+m/g, '').trim()
}
