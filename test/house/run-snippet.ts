/**
 * Runs a piece of TypeScript from the README or a doc comment. Imports come from this process, `test(…)` runs at once, and a
 * line `expression // value` is checked: the value must be what the expression gives.
 */
import * as fc from 'fast-check'
import { setupServer } from 'msw/node'
import { transpileModule } from 'typescript'
import { expect } from 'vitest'
import type { BankOptions } from 'vostro'
import * as vostro from 'vostro'
import * as vostroExplore from 'vostro/explore'
import * as vostroFastCheck from 'vostro/fast-check'
import * as vostroMsw from 'vostro/msw'
import { currentBank, within } from 'vostro/vitest'
import * as yourCode from '../examples/your-code.ts'
import { always } from '../properties/history.ts'

type Module = Record<string, unknown>

/** Runs the snippet; `given` are names that it may use without declaring them. */
export async function runSnippet(code: string, given: Module = {}): Promise<void> {
  const servers: { close(): void }[] = []
  const before: (() => unknown)[] = []
  const tests: (() => unknown)[] = []
  const modules: Record<string, Module> = {
    vostro,
    'vostro/fast-check': vostroFastCheck,
    'vostro/msw': vostroMsw,
    'fast-check': sameCasesAlways,
    'vostro/explore': vostroExplore,
    vitest: {
      expect,
      test: (_: string, run: () => unknown) => void tests.push(run),
      beforeAll: (run: () => unknown) => void before.push(run),
      beforeEach: (run: () => unknown) => void before.push(run),
      afterAll: () => {},
    },
    'msw/node': {
      setupServer: (...handlers: Parameters<typeof setupServer>) => {
        const server = setupServer(...handlers)
        servers.push(server)
        return server
      },
    },
    'vostro/vitest': { expect, currentBank, within, test: testWithBank(tests, servers) },
    './your-code.js': yourCode,
  }
  const script = transpileModule(withChecks(withoutImports(code)), {
    compilerOptions: { target: 99, module: 99 },
  }).outputText
  const names = { modules, check: (got: unknown, wanted: unknown) => expect(got).toEqual(wanted), ...given }
  const AsyncFunction = (async () => {}).constructor as new (
    ...source: string[]
  ) => (...values: unknown[]) => Promise<void>
  try {
    await new AsyncFunction(...Object.keys(names), script)(...Object.values(names))
    for (const run of [...before, ...tests]) await run()
  } finally {
    for (const server of servers) server.close()
  }
}

/** The `test` of vostro/vitest as a snippet uses it: declared tests run later, each with its bank behind a server. */
function testWithBank(tests: (() => unknown)[], servers: { close(): void }[], bankOptions: BankOptions = {}): object {
  const declare = (_: string, run: (context: object) => Promise<void>) => {
    tests.push(async () => {
      const bank = vostro.createBank(bankOptions)
      const server = setupServer(...vostroMsw.bankHandlers(bank))
      servers.push(server)
      server.listen({ onUnhandledRequest: 'error' })
      await within(bank, () => run({ bank }))
      server.close()
    })
  }
  const extend = (fixtures: { bankOptions: BankOptions }) => testWithBank(tests, servers, fixtures.bankOptions)
  return Object.assign(declare, { extend })
}

/** fast-check, with the same few cases in every run. */
export const sameCasesAlways = {
  ...fc,
  assert: ((property, parameters) => fc.assert(property, { ...always(20), ...parameters })) as typeof fc.assert,
}

/** The fenced pieces of TypeScript in a text. */
export function snippetsIn(text: string): string[] {
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code)
}

function withoutImports(code: string): string {
  const values = (names: string) => names.replace(/\btype \w+,? */g, '')
  const whole = code.replace(/^import (?:\* as )?(\w+) from '(.*?)'$/gm, "const $1 = modules['$2']")
  return whole.replace(
    /^import \{(.*?)\} from '(.*?)'$/gm,
    (_, names, from) => `const {${values(names)}} = modules['${from}']`,
  )
}

/** `expression // 'value'`: texts, numbers, arrays and booleans are checked; other comments are prose. */
function withChecks(code: string): string {
  return code.replace(
    /^( *)([^\s/].*?\S) +\/\/ ('[^'…]*'|\d+|true|false|\[[^…]*\])(?:$|:.*$)/gm,
    (line, indent, expression, value) =>
      /^(const|let|import|return)\b|[,{(]$/.test(expression) ? line : `${indent}check(${expression}, ${value})`,
  )
}
