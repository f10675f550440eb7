/** Decodes a percent-encoded text, such as a segment of a path. A text whose encoding is not valid is returned unchanged. */
import { attempt } from './attempt.ts'

export const decoded = (text: string): string => attempt(() => decodeURIComponent(text)) ?? text
