/**
 * zod, made private to the package: it shares its settings and its registry with every other copy through `globalThis`, and compiles
 * parsers with `new Function`. What is bundled does neither, so that no setting of a user's own zod reaches the bank, importing
 * vostro leaves no trace, and a page whose policy forbids `eval` has nothing to report. `zod/v4/core` is what writes JSON Schema there.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

type Replacement = readonly [before: string, after: string]

/** By the end of a file's path: each text stands there exactly once. */
const replacements: Readonly<Record<string, readonly Replacement[]>> = {
  'zod/v4/core/core.js': [
    ['globalThis.__zod_globalConfig?.postProcessor', 'undefined'],
    ['(_a = globalThis).__zod_globalConfig ?? (_a.__zod_globalConfig = {});', ''],
    ['export const globalConfig = globalThis.__zod_globalConfig;', 'export const globalConfig = { jitless: true };'],
  ],
  'zod/v4/core/registries.js': [
    ['(_a = globalThis).__zod_globalRegistry ?? (_a.__zod_globalRegistry = registry());', ''],
    [
      'export const globalRegistry = globalThis.__zod_globalRegistry;',
      'export const globalRegistry = /*@__PURE__*/ registry();',
    ],
  ],
  // What writes JSON Schema would come along wherever a schema does: files are cut by what they name, be it used or not.
  'zod/v4/core/index.js': [
    ['export * from "./to-json-schema.js";', ''],
    ['export { toJSONSchema } from "./json-schema-processors.js";', ''],
    ['export { JSONSchemaGenerator } from "./json-schema-generator.js";', ''],
  ],
  'zod/v4/mini/external.js': [['export { toJSONSchema } from "../core/json-schema-processors.js";', '']],
  // Never asked, and in no bundle a text that a scanner for policies would find.
  'zod/v4/core/util.js': [
    ['const F = Function;', ''],
    ['new F("");\n        return true;', 'return false;'],
  ],
}

/** As much of a build of esbuild as is needed here. */
interface Build {
  onResolve(where: { filter: RegExp }, resolve: () => { path: string }): void
  onLoad(where: { filter: RegExp }, load: (file: { path: string }) => { contents: string; loader: 'js' }): void
}

/** The plugin for esbuild; fails where a version of zod has other words in these places. */
export const privateZod = {
  name: 'private-zod',
  setup: (build: Build): void => {
    build.onResolve({ filter: /^zod\/v4\/core$/ }, () => ({
      path: resolve('node_modules/zod/v4/core/json-schema-processors.js'),
    }))
    build.onLoad(
      { filter: /[\\/]zod[\\/]v4[\\/](core|mini)[\\/](core|index|external|registries|util)\.js$/ },
      ({ path }) => ({
        contents: madePrivate(path.replaceAll('\\', '/'), readFileSync(path, 'utf8')),
        loader: 'js',
      }),
    )
  },
}

function madePrivate(path: string, source: string): string {
  const ofFile = Object.entries(replacements).find(([end]) => path.endsWith(end))?.[1] ?? []
  return ofFile.reduce((text, [before, after]) => {
    const [head, tail, ...more] = text.split(before)
    if (head !== undefined && tail !== undefined && more.length === 0) return head + after + tail
    throw new Error(`Failed to make zod private: "${before}" is not once in ${path}. Look how this version does it.`)
  }, source)
}
