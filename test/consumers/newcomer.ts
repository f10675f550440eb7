/**
 * The newcomer's path: the first page of the documentation, copied literally into an empty folder, in each runner that it names. Its
 * tests pass; then a bug is planted into its application, and what the runner prints must name the cause on its first screen.
 */
import { readFileSync } from 'node:fs'
import { snippetsIn } from '../docs/doc-files.ts'
import type { Cell, Run } from './cells.ts'

const page = readFileSync(new URL('../../docs/start.md', import.meta.url), 'utf8')

/** The files that the page prints, by their names; of `bank.js` each runner has its own. */
const printed = snippetsIn(page).map(({ code }) => ({ name: /^\/\/ (\S+)\n/.exec(code)?.[1] ?? '', code }))
const file = (name: string) => printed.find((each) => each.name === name)?.code ?? ''
const bankOf = (says: string) =>
  printed.find(({ name, code }) => name === 'bank.js' && code.includes(`'${says}'`))?.code ?? ''

/** The failure that the page shows. */
const failure = /```text\n([\s\S]*?)```/.exec(page)?.[1] ?? ''

/** What the table of the page says of a runner. */
function rowOf(runner: string): { packages: string[]; command: string[] } {
  const row = page.split('\n').find((line) => line.startsWith(`| ${runner} |`)) ?? ''
  const [install = '', run = ''] = [...row.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
  return { packages: install.replace('npm install --save-dev vostro ', '').split(' '), command: run.split(' ') }
}

/** The bugs: what is changed in the application, and what the first screen of the failure must say. */
const bugs: readonly { from: string; to: string; says: readonly string[] }[] = [
  {
    // It pays a hundredth.
    from: 'Math.round(amount * 100), // in minor units',
    to: 'amount,',
    says: ['99999900', 'outbound 1.00 from'],
  },
  {
    // It pays twice where the answer is lost.
    from: '.catch(() => createWire(wire, number))',
    to: '.catch(() => createWire(wire, crypto.randomUUID()))',
    says: ['lostAnswer', 'Created  outbound 100.00'],
  },
  {
    // It asks for a token with each call.
    from: 'token ??= await newToken()',
    to: 'token = await newToken()',
    says: ['token_requested_per_call', 'Keep the token'],
  },
  {
    // Its receiver reads a field that is not there.
    from: 'const { resources } = await request.json()',
    to: 'const { resource: resources } = await request.json()',
    says: ['push', 'resources is not iterable'],
  },
  {
    // It books an invoice as paid as soon as the bank has taken the order.
    from: 'wires.set(number, id)',
    to: 'wires.set(number, id), completed.add(id)',
    says: ['Created  outbound 100.00'],
  },
]

/** So many lines are on the first screen of a failure. */
const SCREEN = 50

interface Runner {
  readonly name: string
  /** What its `bank.js` imports. */
  readonly imports: string
  /** Versions of what the page installs, where it is not the latest that runs here. */
  readonly versions?: Readonly<Record<string, string>>
  /** How a runner's command is found in the folder: `npx` looks there first, and may look elsewhere too. */
  readonly bin?: string
  /** What begins the report of a failure. */
  readonly begins: RegExp
  /** Beside the words of the page: for an output without colours and a machine that is busy. */
  readonly more: readonly string[]
}

const runners: readonly Runner[] = [
  {
    name: 'vitest',
    imports: 'vostro/vitest',
    bin: 'vitest/vitest.mjs',
    begins: /^ FAIL /m,
    more: ['--testTimeout=300000'],
  },
  { name: 'jest', imports: 'vostro/jest', begins: /^ {2}● /m, more: ['--testTimeout=300000'] },
  {
    name: 'Playwright',
    imports: 'vostro/playwright',
    bin: '@playwright/test/cli.js',
    begins: /^ {2}1\) /m,
    more: ['--timeout=300000', '--reporter=list'],
  },
  { name: 'node:test', imports: 'node:test', begins: /^✖ failing tests:/m, more: ['--test-reporter=spec'] },
]

/** The cells of the consumer matrix: one for each runner. */
export const newcomerCells: readonly Cell[] = runners.map(({ name, imports, bin, begins, more }) => {
  const { packages, command } = rowOf(name)
  const [tool, ...words] = command
  const whole = tool === 'npx' ? [`node_modules/${bin}`, ...words.slice(1)] : words
  const run: Run = { command: [...whole, ...more] }
  return {
    name: `newcomer, ${name}`,
    node: '20',
    packages: Object.fromEntries(packages.map((each) => [each, '*'])),
    files: {},
    texts: {
      'bank.js': bankOf(imports),
      'payments.js': file('payments.js'),
      'payments.test.js': file('payments.test.js'),
    },
    packageJson: { type: 'module' },
    runs: [
      run,
      ...bugs.map(({ from, to, says }, index) => ({
        ...run,
        edits: { 'payments.js': [from, to] as const },
        // What the page shows of the first is what vitest prints.
        failsWith: index === 0 && name === 'vitest' ? [...says, failure] : says,
        firstScreen: { begins, lines: SCREEN },
      })),
    ],
  }
})
