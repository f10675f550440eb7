/** Returns a percent-encoded text, such as a segment of a path, without its encoding; or unchanged, if the encoding is not valid. */
import { attempt } from './attempt.ts'

export const decoded = (text: string): string => attempt(() => decodeURIComponent(text)) ?? text
