/**
 * The page of a trace, bundled: what `src/bank/reports/trace/page` holds becomes one script, which stands as a text in the place of
 * `built-page.ts`. One plugin does it for every build: that of the package, and that of the tests.
 */
import { fileURLToPath } from 'node:url'
import { deflateRawSync } from 'node:zlib'
import { build } from 'esbuild'
import { notePackages } from './notices.ts'

const at = (path: string) => fileURLToPath(new URL(`../../src/bank/reports/trace/${path}`, import.meta.url))
const place = /[\\/]src[\\/]bank[\\/]reports[\\/]trace[\\/]built-page\.ts$/

let made: Promise<string> | undefined

/** The module that takes the place of `built-page.ts`; it is bundled once. */
function moduleText(): Promise<string> {
  made ??= bundle()
  return made
}

async function bundle(): Promise<string> {
  const [page, loader] = await Promise.all([bundled('page/main.tsx'), bundled('page/loader.ts')])
  // The style goes along with the script, so that both are packed.
  const style = `document.head.append(Object.assign(document.createElement('style'),{textContent:${JSON.stringify(page.style)}}));`
  const script = deflateRawSync(style + page.script, { level: 9 }).toString('base64')
  return `export const builtPage = ${JSON.stringify({ script, loader: loader.script })}`
}

async function bundled(entry: string): Promise<{ script: string; style: string }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [at(entry)],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    outdir: 'page',
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'error',
  })
  notePackages(metafile)
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text.trim() ?? ''
  return { script: textOf('.js'), style: textOf('.css') }
}

/** As much of a build of esbuild as is needed here. */
interface Build {
  onLoad(where: { filter: RegExp }, load: () => Promise<{ contents: string; loader: 'js' }>): void
}

/** For esbuild. */
export const tracePage = {
  name: 'trace-page',
  setup: ({ onLoad }: Build): void => {
    onLoad({ filter: place }, async () => ({ contents: await moduleText(), loader: 'js' }))
  },
}

/** For vite, and so for vitest. */
export const tracePageForVite = {
  name: 'trace-page',
  enforce: 'pre' as const,
  load: (id: string): Promise<string> | undefined =>
    place.test(id.split('?')[0] as string) ? moduleText() : undefined,
}
