/**
 * Runs a piece of TypeScript or JavaScript from a page or a doc comment. Imports come from this process, `test(…)` runs at once, and
 * a line `expression // value` is checked: the value must be what the expression gives.
 */
import * as fc from 'fast-check'
import { setupServer } from 'msw/node'
import { ModuleKind, preProcessFile, ScriptTarget, transpileModule } from 'typescript'
import { expect, vi } from 'vitest'
import type { BankOptions } from 'vostro'
import * as vostro from 'vostro'
import * as vostroExplore from 'vostro/explore'
import * as vostroFastCheck from 'vostro/fast-check'
import * as vostroMsw from 'vostro/msw'
import * as vostroSandbox from 'vostro/sandbox'
import * as vostroServer from 'vostro/server'
import { currentBank, within } from 'vostro/vitest'
import { always } from '../properties/history.ts'
import { standInGlobals, standIns } from './stand-ins.ts'

type Module = Record<string, unknown>

/** What a snippet may use beside its imports. */
export interface Surroundings {
  /** Names that it may use without declaring them. */
  readonly given?: Module
  /** The other files of its page, by the names under which it imports them: `./pay-invoice.js`. */
  readonly files?: Readonly<Record<string, Module>>
}

/** What came of a snippet: what it exports, and what it printed. */
export interface Outcome {
  readonly exported: Module
  readonly printed: string
}

/** Runs a snippet, and then the tests that it declares. */
export async function runSnippet(code: string, { given = {}, files = {} }: Surroundings = {}): Promise<Outcome> {
  const runner = runnerOf(files)
  const modules: Record<string, Module> = { ...runner.modules, ...files, ...(files['./bank.js'] && runner.bankFile) }
  // Imports are found in the text as the page shows it. Their modules are loaded first, because `require` below cannot wait.
  for (const { fileName } of preProcessFile(code).importedFiles) modules[fileName] ??= await import(fileName)
  const script = transpileModule(withChecks(code), {
    compilerOptions: { target: ScriptTarget.ES2022, module: ModuleKind.CommonJS, esModuleInterop: true },
  }).outputText
  const module = { exports: {} as Module }
  const printed: string[] = []
  const names: Module = {
    require: (name: string) => ({ __esModule: true, ...modules[name] }),
    module,
    exports: module.exports,
    check: (got: unknown, wanted: unknown) => expect(got).toEqual(wanted),
    console: { log: (...values: unknown[]) => void printed.push(values.join(' ')) },
    ...runner.globals,
    ...given,
  }
  const AsyncFunction = (async () => {}).constructor as new (
    ...source: string[]
  ) => (...values: unknown[]) => Promise<void>
  try {
    // In a block of its own, so that the snippet may declare a name that it is also given.
    await new AsyncFunction(...Object.keys(names), `'use strict'\n{\n${script}\n}`)(...Object.values(names))
    await runner.run()
    return { exported: module.exports, printed: printed.join('\n') }
  } finally {
    runner.end()
  }
}

/** A stand-in for a test runner: what a snippet declares runs after the snippet, in order. */
function runnerOf(files: Readonly<Record<string, Module>>) {
  const servers: { close(): void }[] = []
  const tests: (() => unknown)[] = []
  const before: (() => unknown)[] = []
  const each: (() => unknown)[] = []
  const after: (() => unknown)[] = []
  const open = (...handlers: Parameters<typeof setupServer>) => {
    const server = setupServer(...handlers)
    servers.push(server)
    return server
  }
  const declare = (_: string, run: () => unknown) => void tests.push(run)
  const hooks = {
    beforeAll: (run: () => unknown) => void before.push(run),
    beforeEach: (run: () => unknown) => void each.push(run),
    afterAll: (run: () => unknown) => void after.push(run),
    afterEach: (run: () => unknown) => void after.push(run),
  }
  const runner = {
    declare,
    expect,
    hooks,
    bankTest: testWithBank(tests, open, files['./bank-setup.js'] ? {} : { bankServer: 'own' }),
  }
  return {
    modules: {
      ...standIns(runner, files),
      vostro,
      'vostro/explore': vostroExplore,
      'vostro/fast-check': vostroFastCheck,
      'vostro/msw': vostroMsw,
      'vostro/server': vostroServer,
      'vostro/sandbox': vostroSandbox,
      'vostro/vitest': { expect, currentBank, within, test: testWithBank(tests, open) },
      // The `bankTest` of jest starts no MSW server.
      'vostro/jest': { currentBank, within, bankTest: testWithBank(tests, open, { bankServer: 'own' }) },
      'vostro/playwright': { expect, currentBank, within, test: testWithBank(tests, open), ...browserFor() },
      '@playwright/test': { defineConfig: (config: object) => config },
      vitest: { expect, vi, test: declare, it: declare, ...hooks },
      'vitest/config': { defineConfig: (config: object) => config, mergeConfig: Object.assign },
      'fast-check': sameCasesAlways,
      'msw/node': { setupServer: open },
      // In a page a service worker listens; here a server does.
      'msw/browser': {
        setupWorker: (...handlers: Parameters<typeof setupServer>) => {
          const server = open(...handlers)
          return { start: async () => server.listen({ onUnhandledRequest: 'error' }), stop: () => server.close() }
        },
      },
    } as Record<string, Module>,
    // On some pages the file `bank.js` chooses the runner of the reader. Here it is this stand-in.
    bankFile: { './bank.js': { expect, test: testWithBank(tests, open) } } as Record<string, Module>,
    // What jest gives to each file.
    globals: { ...standInGlobals(runner), expect, test: declare, it: declare, ...hooks, jest: vi },
    run: async () => {
      for (const run of before) await run()
      for (const test of tests) {
        for (const run of each) await run()
        await test()
      }
      for (const run of after) await run()
    },
    end: () => {
      vi.useRealTimers()
      for (const server of servers) server.close()
    },
  }
}

interface Fixtures {
  readonly bankOptions?: BankOptions
  readonly bankServer?: 'vostro' | 'own'
  readonly looseEnds?: object
  readonly trace?: object
}

type Open = (...handlers: Parameters<typeof setupServer>) => ReturnType<typeof setupServer>

/** The `test` of vostro/vitest, and the `bankTest` of vostro/jest, as a snippet uses them: each test with its bank behind a server. */
function testWithBank(tests: (() => unknown)[], open: Open, extended: Fixtures = {}): object {
  let fixtures = extended
  const before: ((context: object) => unknown)[] = []
  const declare = (_: string, ...rest: unknown[]) => {
    const run = rest.pop() as (context: object) => unknown
    add(rest, run)
  }
  const add = (rest: unknown[], run: (context: object) => unknown) => {
    const { looseEnds, trace, ...given } = { ...fixtures.bankOptions, ...(rest[0] as BankOptions & Fixtures) }
    const bankOptions = (given.seed as unknown) === 'test' ? { ...given, seed: 1 } : given
    const { bankServer, ...others } = fixtures
    tests.push(async () => {
      const bank = vostro.createBank(bankOptions)
      const server = open(...vostroMsw.bankHandlers(bank))
      // Requests to a server of the snippet itself pass through, as with the real runners.
      const isOwn = (url: string) => new URL(url).hostname === '127.0.0.1'
      if (bankServer !== 'own') server.listen({ onUnhandledRequest: ({ url }, { error }) => isOwn(url) || error() })
      await within(bank, async () => {
        for (const hook of before) await hook({ bank })
        await withFixtures(Object.entries(others), { bank, ...browserFor() }, run)
      })
      server.close()
    })
  }
  const each =
    (cases: readonly unknown[]) =>
    (_: string, ...rest: unknown[]) => {
      const run = rest.pop() as (context: object, ...values: readonly unknown[]) => unknown
      for (const one of cases) add(rest, (context) => run(context, ...(Array.isArray(one) ? one : [one])))
    }
  const extend = (more: Fixtures) => testWithBank(tests, open, { ...fixtures, ...more })
  const beforeEach = (run: (context: object) => unknown) => void before.push(run)
  // As in Playwright: sets fixtures from here to the end of the group.
  const use = (more: Fixtures) => {
    fixtures = { ...fixtures, ...more }
  }
  const describe = (_: string, group: () => void) => {
    const before = fixtures
    group()
    fixtures = before
  }
  return Object.assign(declare, { extend, each, beforeEach, concurrent: declare, use, describe })
}

/** Runs a test with the fixtures of its `extend`, one within the other. */
async function withFixtures(
  [first, ...others]: readonly [string, unknown][],
  context: Module,
  run: (context: object) => unknown,
): Promise<unknown> {
  if (first === undefined) return await run(context)
  const [name, given] = first
  const value: unknown = Array.isArray(given) ? given[0] : given
  const use = async (made: unknown) => void (await withFixtures(others, { ...context, [name]: made }, run))
  return typeof value === 'function' ? await value(context, use) : await use(value)
}

/** A stand-in for the browser of Playwright: a page runs its code in this process, where a server listens. */
export function browserFor(): Module {
  const page = {
    route: async () => {},
    goto: async () => {},
    evaluate: async (run: (given: unknown) => unknown, given: unknown) => await run(given),
  }
  return { page, browser: { newContext: async () => ({ newPage: async () => page }) }, routeFromBank: async () => {} }
}

/** fast-check, with the same few cases in every run. */
export const sameCasesAlways = {
  ...fc,
  assert: ((property, parameters) => fc.assert(property, { ...always(20), ...parameters })) as typeof fc.assert,
}

/** `expression // 'value'`: texts, numbers, arrays and booleans are checked; other comments are prose. */
function withChecks(code: string): string {
  return code.replace(
    /^( *)([^\s/].*?\S) +\/\/ ('[^'…]*'|\d+|true|false|\[[^…]*\])(?:$|:.*$)/gm,
    (line, indent, expression, value) =>
      /^(const|let|import|export|return)\b|[,{(]$/.test(expression) ? line : `${indent}check(${expression}, ${value})`,
  )
}
