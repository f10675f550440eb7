/** The text of a failure, as a runner prints it: the message with the bank's story, the diff, and the line of the code. */
import { processError } from '@vitest/utils/error'
import { STORY_FILE } from './compile.ts'

export function failureText(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  // Read the place first, because `processError` turns the error into plain data.
  const place = placeIn(thrown.stack ?? '')
  const { name, message, diff } = processError(thrown) as { name?: string; message: string; diff?: string }
  const parts = [`${name ?? 'Error'}: ${message.trim()}`, withoutColours(diff ?? ''), place]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** Returns the line of the first stack frame in the story. */
function placeIn(stack: string): string {
  const [, line] = new RegExp(`${STORY_FILE}:(\\d+)`).exec(stack) ?? []
  return line === undefined ? '' : `at line ${Number(line) - LINES_BEFORE}`
}

/** The number of lines that an engine adds before the body of a function that is made from a text. */
const LINES_BEFORE = 2

function withoutColours(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one
  return text.replace(/\u001b\[\d+m/g, '').trim()
}
