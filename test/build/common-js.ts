/**
 * The CommonJS form of each file of a split build. tsup would have it written by sucrase, which rewrites classes for older engines, and
 * cannot read short lines.
 */
import { transform } from 'esbuild'
import type { Options } from 'tsup'

type Plugin = NonNullable<Options['plugins']>[number]

/** The plugin for tsup. */
export const commonJs: Plugin = {
  name: 'common-js',
  async renderChunk(code, { type }) {
    if (this.format !== 'cjs' || type !== 'chunk') return
    // For tsup, the file is done.
    this.splitting = false
    // jest's CommonJS loads no modules, now or later.
    const supported = { 'dynamic-import': false }
    const short = { minifyWhitespace: true, lineLimit: 120 }
    return await transform(code, { format: 'cjs', platform: 'node', target: 'es2022', supported, ...short })
  },
}
