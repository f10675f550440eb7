/**
 * Stand-ins for the runners and hosts of the recipes, so that the snippets of the recipes run in this process, too. The consumer matrix
 * runs the snippets in the real runners and hosts.
 */
import { vi } from 'vitest'
import { bankMatchers, coverageOf } from 'vostro/test'
import { currentBank, within } from 'vostro/vitest'

type Module = Record<string, unknown>

interface Runner {
  readonly declare: object
  readonly expect: unknown
  readonly hooks: { readonly beforeAll: unknown; readonly afterAll: unknown }
  /** A test with a bank. */
  readonly bankTest: object
}

/** The modules of other runners, and of the tools that configure them. */
export function standIns(
  { declare, expect, hooks, bankTest }: Runner,
  files: Readonly<Record<string, Module>>,
): Record<string, Module> {
  return {
    'node:test': { test: declare, before: hooks.beforeAll, after: hooks.afterAll },
    'bun:test': { expect, test: declare, ...hooks },
    '@jest/globals': { expect, test: declare, ...hooks, jest: vi },
    'vostro/test': { bankMatchers, coverageOf, currentBank, within, bankTestWith: () => bankTest },
    '@vitest/browser-playwright': { playwright: (options: object) => options },
    '@cloudflare/vitest-plugin': { cloudflareTest: (options: object) => options },
    'storybook/test': { expect },
    'msw-storybook-addon/csf3': { mswLoader: () => async () => ({}) },
    '@storybook/addon-vitest/vitest-plugin': { storybookTest: () => ({ name: 'storybook' }) },
    // A file that a page imports from another page. If the page shows a file of this name, that one is used instead.
    './vitest.config.js': { default: { test: {} } },
    'cloudflare:workers': { exports: { default: { fetch: (url: string, init: object) => answer(files, url, init) } } },
  }
}

/** The globals of other runners. */
export function standInGlobals({ declare, hooks }: Runner): Module {
  return {
    Deno: { test: Object.assign((...given: unknown[]) => Reflect.apply(declare as never, undefined, given), hooks) },
  }
}

interface Worker {
  fetch(request: Request, env: object): Promise<Response>
}
interface Config {
  readonly plugins: readonly [{ readonly miniflare: { readonly bindings: object } }]
}

/** What the worker of the page answers, with the bindings of its configuration. */
function answer(files: Readonly<Record<string, Module>>, url: string, init: object): Promise<Response> {
  const worker = files['./worker.js']?.['default'] as Worker
  const config = files['./vitest.config.js']?.['default'] as Config
  return worker.fetch(new Request(url, init), config.plugins[0].miniflare.bindings)
}
