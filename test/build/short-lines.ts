/**
 * What ships takes little room and can still be read: every function, class and name at the top of a file keeps its name, and each
 * statement has a line of its own, so that a stack leads to a line that a person understands. Variables inside of functions become
 * short.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { minify } from 'terser'

/** How long a line may get before it goes on at the next comma. */
const LINE = 150

/** What is never read inside of a function goes, and a value that is read once stands where it is read; no function is moved into another. */
const kept = { keep_fnames: true, keep_classnames: true }
const rewritten = {
  unused: true,
  dead_code: true,
  collapse_vars: true,
  reduce_vars: true,
  join_vars: true,
  conditionals: true,
  if_return: true,
  booleans: true,
  comparisons: true,
  properties: true,
  evaluate: true,
}
/** The asking of a real service stands in no stack of a partner's test: there the names at the top become short, too. */
const isAsked = (path: string) => path.includes('sandbox/')

const compress = { defaults: false, ...rewritten, keep_fargs: true, ...kept }
const format = { semicolons: false, max_line_len: LINE, comments: false } as const

/** Writes a file of the build anew, module or CommonJS. */
export async function shorten(path: string): Promise<void> {
  const mangle = isAsked(path) ? { toplevel: true, keep_classnames: true } : { toplevel: false, ...kept }
  const parse = { module: path.endsWith('.js') } as { bare_returns?: boolean }
  const { code } = await minify(readFileSync(path, 'utf8'), { ecma: 2020, compress, parse, mangle, format })
  if (code === undefined) throw new Error(`Failed to shorten ${path}: nothing is left of it.`)
  writeFileSync(path, `${code}\n`)
}
