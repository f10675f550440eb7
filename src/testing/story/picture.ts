/** The timeline as a picture, for reports that show pictures: the lines of its text, in the colours of the reader's page. */
import type { Bank } from '../../bank/bank.ts'

/** In pixels: of a monospaced letter of 12 pixels, and of a line. */
const LETTER = 7.3
const LINE = 17

const style =
  'text{font:12px ui-monospace,monospace;white-space:pre;fill:#1f2328}rect{fill:#fff}@media(prefers-color-scheme:dark){text{fill:#e6edf3}rect{fill:#0d1117}}'

/** The last facts of a bank as SVG; undefined where nothing has happened. */
export function pictureOf(bank: Bank, last = 40): string | undefined {
  const story = bank.timeline({ last })
  if (story === '') return undefined
  const lines = story.split('\n')
  const width = Math.ceil((Math.max(...lines.map((line) => line.length)) + 2) * LETTER)
  const height = (lines.length + 1) * LINE
  const rows = lines.map(
    (line, row) => `<text x="${LETTER}" y="${(row + 1) * LINE}" xml:space="preserve">${escaped(line)}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img" aria-label="Timeline of the bank"><style>${style}</style><rect width="100%" height="100%"/>${rows.join('')}</svg>`
}

/** XML has no control characters, not even escaped ones. */
function escaped(text: string): string {
  return text
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'))
}
