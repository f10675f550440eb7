/** Returns a percent-encoded text, such as a segment of a path, without its encoding; unchanged if it is not validly encoded. */
import { attempt } from './attempt.ts'

export const decoded = (text: string): string => attempt(() => decodeURIComponent(text)) ?? text
