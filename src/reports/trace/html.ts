/** The page of a trace as one HTML file: script, style and data stand in it, and it may fetch nothing. */
import { UsageError } from '../../core/errors.ts'
import { type BuiltPage, builtPage } from './built-page.ts'
import { packed } from './pack.ts'
import type { TraceData } from './trace-data.ts'

/** What the page may do: run what stands in it, and ask nobody for anything. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

export function htmlOf(data: TraceData): string {
  const { script, style } = pageThatIsBuilt()
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapedText(data.title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<div id="trace"><noscript>This page shows the trace of a test, and needs JavaScript to do so.</noscript></div>',
    `<script type="application/json" id="data">${escapedJson(packed(data))}</script>`,
    `<script>${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

function pageThatIsBuilt(): BuiltPage {
  if (builtPage) return builtPage
  throw new UsageError(
    'Failed to make the trace: the sources of vostro run without a build, and the page is bundled by it. Use the built package. (§3)',
  )
}

function escapedText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** JSON that no parser of HTML takes for the end of its element, or for a comment; and in which each character is what it is. */
function escapedJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
