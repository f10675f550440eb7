/** The page of a trace as one HTML file: script, style and data stand in it, and it may fetch nothing. */
import { UsageError } from '../../../core/errors.ts'
import { type BuiltPage, builtPage } from './built-page.ts'
import { deflated } from './deflate.ts'
import type { TraceData } from './trace-data.ts'

/** What the page may do: run its own script, without any request. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/** A page that follows a bank may ask its own server alone. */
const policyFor = ({ follow }: TraceData) => (follow === undefined ? POLICY : `${POLICY}; connect-src 'self'`)

export async function htmlOf(data: TraceData): Promise<string> {
  const { script, loader } = pageThatIsBuilt()
  const text = JSON.stringify(data)
  const short = await deflated(text)
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policyFor(data)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<link rel="icon" href="data:,">',
    `<title>${escapedText(data.title)}</title>`,
    '</head>',
    '<body>',
    '<div id="trace"><noscript>This page shows the trace of a test, and needs JavaScript to do so.</noscript></div>',
    `<script type="text/plain" id="page">${script}</script>`,
    short === undefined
      ? `<script type="application/json" id="data">${escapedJson(text)}</script>`
      : `<script type="text/plain" id="data">${short}</script>`,
    `<script>${loader}</script>`,
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

/** JSON that no parser of HTML takes for the end of its element, or for a comment. */
function escapedJson(json: string): string {
  return json.replaceAll('<', '\\u003c')
}
