/** Writes the page of a trace as one HTML file, which loads nothing else. The data is deflated if the platform can do that. */
import { UsageError } from '../../../core/errors.ts'
import { visible } from '../../../core/kernel/visible.ts'
import { nodeModule } from '../../shell/host/platform.ts'
import { type BuiltPage, builtPage } from './built-page.ts'
import type { TraceData } from './trace-data.ts'

/** The page may run its own script, and may make no request. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/** A page that follows a bank may make requests only to its own server. */
const policyFor = ({ follow }: TraceData) => (follow === undefined ? POLICY : `${POLICY}; connect-src 'self'`)

export function htmlOf(data: TraceData): string {
  const { script, loader } = pageThatIsBuilt()
  const text = JSON.stringify(data)
  const short = deflated(text)
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policyFor(data)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<link rel="icon" href="data:,">',
    `<title>${escapedText(visible(data.title))}</title>`,
    ...(data.problem === null ? [] : [`<meta name="description" content="${descriptionOf(data)}">`]),
    '</head>',
    '<body>',
    '<div id="trace"><noscript>This page shows the trace of a test, and needs JavaScript to do so.</noscript></div>',
    `<script type="text/plain" id="page">${script}</script>`,
    short === undefined
      ? // Escaped, so that an HTML parser finds no end tag and no comment in the JSON.
        `<script type="application/json" id="data">${text.replaceAll('<', '\\u003c')}</script>`
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
    'Failed to make the trace: these are the sources of vostro, and only a build bundles the page. Use the built package. (§3)',
  )
}

/** The place and the first line of the problem, which the index of the folder shows. */
function descriptionOf({ problem, place }: TraceData): string {
  const [first = ''] = (problem ?? '').trim().split('\n')
  return escapedText(visible(place === undefined ? first : `${place}: ${first}`)).replaceAll('"', '&quot;')
}

function escapedText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** Synchronous, because a test may have replaced all timers and promises of the process. Undefined in a browser, which writes no files. */
function deflated(text: string): string | undefined {
  const zlib = nodeModule('node:zlib') as typeof import('node:zlib') | undefined
  return zlib?.deflateRawSync(text, { level: LEVEL }).toString('base64')
}

/** A higher level takes too long for what it saves. */
const LEVEL = 5
