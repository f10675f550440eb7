/** The cells of the consumer matrix: who uses vostro, with which versions, and what must pass there. */

import { existsSync, readFileSync } from 'node:fs'
import { newcomerCells } from './newcomer.ts'

/** One consumer: a scratch folder with these packages and files, and the commands that must succeed in it. */
export interface Cell {
  readonly name: string
  /** The major version of Node; 20 is the floor, and others come as the npm package `node`. */
  readonly node: '20' | '24'
  readonly packages: Readonly<Record<string, string>>
  /** File in the scratch folder: a file of `suites`, and what is put before it. */
  readonly files: Readonly<Record<string, string | { suite: string; before: string }>>
  /** Texts written as they are. */
  readonly texts?: Readonly<Record<string, string>>
  readonly packageJson?: object
  /** Where its binaries run, if not everywhere. Elsewhere the cell is missing. */
  readonly platform?: string
  /** True for one cell of each runner, which `--core` chooses. */
  readonly isCore?: true
  /** A program that npm cannot install: the variable that names it, and where it may be. Without it the cell is missing. */
  readonly needs?: { readonly env: string; readonly places: readonly string[] }
  readonly runs: readonly Run[]
}

/** One command: words for Node, or for another program. */
export interface Run {
  /** The program, as a package and the file in it; by default Node. */
  readonly binary?: readonly [packageName: string, file: string]
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Where the command must fail: what it must say. */
  readonly failsWith?: readonly string[]
  /** Where it must say so: on so many lines after what begins the report of a failure. */
  readonly firstScreen?: { readonly begins: RegExp; readonly lines: number }
  /** Changes of files that hold for this command alone: what stands there, and what stands there instead. */
  readonly edits?: Readonly<Record<string, readonly [from: string, to: string]>>
}

/** The pages that print whole files, to be pasted: what is proven is what is printed. */
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const start = readFileSync(new URL('../../docs/start.md', import.meta.url), 'utf8')
const playwrightPage = readFileSync(new URL('../../docs/recipes/playwright.md', import.meta.url), 'utf8')
const jestPage = readFileSync(new URL('../../docs/recipes/jest.md', import.meta.url), 'utf8')

/** A file that a page shows. */
function shown(page: string, name: string): string {
  const file = new RegExp(`\`\`\`(?:[jt]s|toml)\\n((?://|#) ${name}\\n[\\s\\S]*?)\`\`\``).exec(page)?.[1]
  if (file === undefined)
    throw new Error(`Failed to find "${name}" on the page. Print it there, with its name in the first line.`)
  return file
}

/** A recipe as it is pasted: the named files of its page, and the code under test. */
const recipe = (page: string, names: readonly string[]) => {
  const text = readFileSync(new URL(`../../docs/recipes/${page}.md`, import.meta.url), 'utf8')
  const files = names.map((name) => [name, shown(text, name)] as const)
  return Object.fromEntries([['pay-invoice.js', shown(jestPage, 'pay-invoice.js')], ...files])
}

const databasesPage = readFileSync(new URL('../../docs/guides/databases.md', import.meta.url), 'utf8')
const librariesRecipes = Object.fromEntries(
  ['postgres', 'sqlite', 'pg-boss'].map((name) => [
    `libraries/${name}.test.js`,
    shown(databasesPage, `libraries/${name}.test.js`),
  ]),
)
const checkedLibraries = {
  '@electric-sql/pglite': '0.5.17',
  axios: '1.21.1',
  'axios-retry': '4.5.0',
  bottleneck: '2.19.5',
  cron: '4.4.0',
  croner: '11.0.1',
  debug: '4.4.3',
  got: '16.1.0',
  keyv: '6.1.0',
  'lru-cache': '11.5.3',
  morgan: '1.12.1',
  'node-cron': '4.6.0',
  'node-schedule': '2.1.1',
  ofetch: '1.5.1',
  'openapi-fetch': '0.17.0',
  'p-queue': '10.0.0',
  'p-retry': '9.0.0',
  pg: '8.23.1',
  'pg-boss': '12.38.0',
  pino: '10.4.0',
  'toad-scheduler': '4.1.0',
  undici: '8.13.1',
  winston: '3.19.0',
  express: '5',
  msw: '2',
  vitest: '4',
}

/** How long a test may take, in milliseconds: no cell may fail because the machine is busy. */
const BUSY = 300_000

/** What follows the message of a failed test, whatever failed it. */
const stories = [
  '(bank.timeline() has all)',
  'Against the specification (bank.conduct() has all):',
  'The hook could not begin.',
]

const vitestRun = (config: string, ...more: string[]): Run => ({
  command: ['node_modules/vitest/vitest.mjs', 'run', '--config', config, ...more],
})

/** Several files in one worker, whose modules are evaluated for the first of them alone. */
const oneWorker = ['--no-isolate', '--maxWorkers=1']

const vitestCell = (vitest: string, msw: string, node: Cell['node'], dom: Cell['packages']): Cell => ({
  name: `vitest ${vitest}, msw ${msw}${Object.keys(dom)
    .map((name) => `, ${name}`)
    .join('')}`,
  node,
  packages: { vitest, msw, ...dom },
  files: {
    'partner.js': 'partner.js',
    'bank.test.js': 'vitest.js',
    'again.test.js': 'vitest.js',
    'failing.case.js': 'vitest-failing.js',
    'again.case.js': 'vitest-failing.js',
    ...Object.fromEntries(
      Object.keys(dom).map((name) => [
        `${name}.test.js`,
        { suite: 'vitest-dom.js', before: `// @vitest-environment ${name}\n` },
      ]),
    ),
  },
  texts: {
    // The quickstart, as it is pasted.
    'pay-invoice.ts': shown(start, 'pay-invoice.ts'),
    'pay-invoice.test.ts': shown(readme, 'pay-invoice.test.ts'),
    'vitest.config.mjs': `export default { test: { maxConcurrency: 200, testTimeout: ${BUSY} } }`,
    'failing.config.mjs': `export default { test: { include: ['*.case.js'], testTimeout: ${BUSY} } }`,
  },
  packageJson: { type: 'module' },
  runs: [
    vitestRun('vitest.config.mjs'),
    vitestRun('vitest.config.mjs', 'bank', 'again', '--pool=threads', ...oneWorker),
    {
      ...vitestRun('failing.config.mjs', '--pool=forks', ...oneWorker),
      failsWith: [
        'Completed: its status is Created.',
        'It completes when the clock reaches 10:00:00.',
        'payments  │ wire',
        'The nearest is GET /wires/v1/payments.',
        'Failed to answer "GET https://elsewhere.test/": the bank of this test is at https://api.bank.test',
        ...stories,
        'Test timed out in 1000ms.',
        'Trace: .vostro/failing-case-js-a-plain-assertion-',
        'Trace: .vostro/failing-case-js-a-time-out-',
        'Trace: .vostro/failing-case-js-a-hook-of-all-',
        'Trace: .vostro/again-case-js-a-plain-assertion-',
        'Trace: .vostro/again-case-js-a-hook-of-all-',
      ],
    },
  ],
})

const dom = { jsdom: '26', 'happy-dom': '20' }

const jestConfig = shown(jestPage, 'jest.config.cjs')
const forPages = 'module.exports.testEnvironment = "jest-fixed-jsdom"'
const commonJs = { jest: '30', 'babel-jest': '30', '@babel/core': '7', '@babel/preset-env': '7' }
const jestRun: Run = { command: ['node_modules/jest/bin/jest.js', `--testTimeout=${BUSY}`] }
/** What must fail has a name that no other run finds. */
const jestFailing: Run = {
  command: [...jestRun.command, '--testRegex=failing\\.case\\.js$'],
  failsWith: [
    ...stories,
    'Exceeded timeout of 1000 ms for a test.',
    'Trace: .vostro/failing-case-js-a-test-with-a-bank-fails-by-an-assertion-',
    'Trace: .vostro/failing-case-js-a-test-with-a-bank-fails-by-a-time-out-',
    'Trace: .vostro/failing-case-js-a-test-with-a-bank-fails-in-one-of-its-cases-2-',
    'Trace: .vostro/failing-case-js-a-test-with-a-bank-fails-beside-others-',
    'Trace: .vostro/failing-case-js-a-hook-does-not-begin-',
  ],
}
/** The recipe in TypeScript: the test of the page, and its configurations. */
const typescriptPage = jestPage.slice(jestPage.indexOf('## TypeScript'))
const jestTypescript = {
  'pay-invoice.ts': shown(start, 'pay-invoice.ts'),
  'pay-invoice.test.ts': shown(jestPage, 'pay-invoice.test.js').replace(", onUnhandledFrame: 'error'", ''),
  'tsconfig.json': JSON.stringify({
    compilerOptions: { target: 'es2022', module: 'nodenext', types: ['jest', 'node'], strict: true, noEmit: true },
  }),
}
const typescriptPackages = { '@types/jest': '30', '@babel/preset-typescript': '7', typescript: '6', msw: '2' }
const checkTypes: Run = { command: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'] }
const esmConfig = (timers: string) => `export default {
  testEnvironment: 'node',
  transform: {},
  globals: { FAKE_TIMERS: ${timers} },
  maxConcurrency: 50,
}
`
const esmRun: Run = { ...jestRun, env: { NODE_OPTIONS: '--experimental-vm-modules' } }
const inEsm = (suite: string) => ({ suite, before: "import { jest } from '@jest/globals'\n" })

const chromiumHere = {
  env: 'CHROMIUM',
  places: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
}
/** Playwright's own browsers are not downloaded: where this machine has none, the pages are left out. */
const chromium = [process.env[chromiumHere.env], ...chromiumHere.places].find((path) => path && existsSync(path))
const launch = {
  executablePath: chromium,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
}
const playwrightConfig = (more: object) => `import { defineConfig } from '@playwright/test'
import printed from './playwright.config'

export default defineConfig(printed, ${JSON.stringify({ timeout: BUSY, reporter: 'line', ...more })})
`
const playwrightRun = (config: string): Run => ({
  command: ['node_modules/@playwright/test/cli.js', 'test', '--config', config],
})

const playwrightCell = (playwright: string, msw: string, type: 'module' | 'commonjs'): Cell => ({
  name: `playwright ${playwright}, ${type === 'module' ? 'ESM' : 'CommonJS'}, msw ${msw}`,
  node: msw === '3' ? '24' : '20',
  packages: { '@playwright/test': playwright, msw },
  files: { 'partner.js': 'partner.js', 'bank.spec.js': 'playwright.js', 'failing.case.js': 'playwright-failing.js' },
  texts: {
    // The recipe, as it is pasted.
    ...Object.fromEntries(
      ['playwright.config.ts', 'pay-invoice.spec.ts', 'page.spec.ts'].map((name) => [
        name,
        shown(playwrightPage, name),
      ]),
    ),
    'pay-invoice.ts': shown(start, 'pay-invoice.ts'),
    'passing.config.ts': playwrightConfig(
      chromium === undefined ? { testIgnore: 'page.spec.ts' } : { use: { launchOptions: launch } },
    ),
    'failing.config.ts': playwrightConfig({ testMatch: 'failing.case.js' }),
  },
  packageJson: { type },
  runs: [
    playwrightRun('passing.config.ts'),
    {
      ...playwrightRun('failing.config.ts'),
      failsWith: [
        'What happened last (bank.timeline() has all):',
        'payments  │ wire',
        'Trace: .vostro/failing-case-js-an-assertion-that-knows-no-bank-',
        'attachment #1: bank-trace (text/html)',
        'The nearest is GET /wires/v1/payments.',
        'Failed to answer "GET https://elsewhere.test/": the bank of this test is at https://api.bank.test',
        '3 failed',
      ],
    },
  ],
})

/** The recipe whose bank and application are processes, as it is pasted: two workers at once, each with a bank. */
const playwrightProcessCell = (playwright: string, type: 'module' | 'commonjs'): Cell => ({
  name: `playwright ${playwright}, ${type === 'module' ? 'ESM' : 'CommonJS'}, npx vostro`,
  node: '20',
  packages: { '@playwright/test': playwright },
  files: {},
  texts: {
    ...Object.fromEntries(
      ['playwright.config.ts', 'bank-of-worker.ts', 'shop.spec.ts'].map((name) => [
        `e2e/${name}`,
        shown(playwrightPage, `e2e/${name}`),
      ]),
    ),
    'e2e/shop.mjs': readFileSync(new URL('../../docs/examples/shop.mjs', import.meta.url), 'utf8'),
    'e2e/passing.config.ts': playwrightConfig({
      workers: 2,
      expect: { timeout: BUSY },
      use: { launchOptions: launch },
    }),
  },
  packageJson: { type },
  needs: chromiumHere,
  runs: [
    playwrightRun('e2e/passing.config.ts'),
    {
      ...playwrightRun('e2e/passing.config.ts'),
      edits: { 'e2e/shop.spec.ts': ['await pay(page)', "await pay(page)\n  throw new Error('too early')"] },
      failsWith: ['Error: too early', 'attachment #1: bank-timeline (text/plain)', 'Test Partner added', '1 passed'],
    },
  ],
})

/** Runners, with the types that each has as globals. */
const typedRunners: Readonly<Record<string, readonly string[]>> = { vitest: [], jest: ['jest'], playwright: [] }

const typesConfig = (runners: readonly string[]) =>
  JSON.stringify({
    compilerOptions: {
      target: 'es2022',
      module: 'nodenext',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: ['node', ...runners.flatMap((runner) => typedRunners[runner] ?? [])],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
    },
    files: ['types.ts', ...runners.map((runner) => `${runner}.ts`)],
  })

/** As Node resolves modules, each runner alone: the globals of one would hide what another lacks. As a bundler does, all in one program. */
const typesCell = (typescript: string, vitest: string): Cell => {
  const runners = Object.keys(typedRunners)
  const tsc = (config: string) => ['node_modules/typescript/bin/tsc', '-p', `${config}.json`]
  return {
    name: `types: typescript ${typescript}, ${runners.join(', ')}`,
    node: typescript === '7' ? '24' : '20',
    packages: {
      '@types/jest': '30',
      jest: '30',
      '@playwright/test': '1',
      msw: '2',
      typescript,
      '@types/node': vitest === '5' ? '24' : '20',
      vitest,
    },
    files: {
      'types.ts': 'types.ts',
      ...Object.fromEntries(runners.map((runner) => [`${runner}.ts`, `types-${runner}.ts`])),
    },
    texts: {
      'all.json': typesConfig(runners),
      ...Object.fromEntries(runners.map((runner) => [`${runner}.json`, typesConfig([runner])])),
    },
    packageJson: { type: 'module' },
    runs: [
      ...runners.map((runner) => ({ command: tsc(runner) })),
      { command: [...tsc('all'), '--module', 'esnext', '--moduleResolution', 'bundler'] },
    ],
  }
}

const printedForStorybook = {
  ...recipe('vitest-browser', ['vitest.config.js']),
  ...recipe('storybook', [
    '.storybook/main.js',
    '.storybook/preview.js',
    'pay-button.js',
    'pay-button.stories.js',
    'vitest.storybook.config.js',
  ]),
}
/** The recipe as it is pasted, with the matchers, and with patience: what a story looks for may take more than a second to show. */
const storybook = {
  ...printedForStorybook,
  '.storybook/preview.js': `${printedForStorybook['.storybook/preview.js']}
import { configure, expect } from 'storybook/test'
import { bankMatchers } from 'vostro/test'

expect.extend(bankMatchers)
configure({ asyncUtilTimeout: ${BUSY} })
`,
}
const quiet = { STORYBOOK_DISABLE_TELEMETRY: '1' }

/** The slowest come first, because all wait for them in the end. */
export const cells: readonly Cell[] = [
  typesCell('5.9', '4'),
  typesCell('7', '5'),
  vitestCell('4.1.0', '2', '20', {}),
  { ...vitestCell('4', '2', '20', dom), isCore: true },
  vitestCell('5', '3', '24', dom),
  {
    name: 'jest 30, CommonJS, msw 2',
    isCore: true,
    node: '20',
    packages: { ...commonJs, msw: '2' },
    files: {
      'partner.js': 'partner.js',
      'core.test.js': 'jest-core.js',
      'bank.test.js': 'jest-msw.js',
      'failing.case.js': 'jest-failing.js',
    },
    // And the test that it prints, with the code under test.
    texts: {
      'jest.config.cjs': jestConfig,
      'pay-invoice.js': shown(jestPage, 'pay-invoice.js'),
      'pay-invoice.test.js': shown(jestPage, 'pay-invoice.test.js'),
    },
    runs: [jestRun, jestFailing],
  },
  {
    name: 'jest 30, CommonJS, msw 2, jsdom',
    node: '20',
    packages: { ...commonJs, msw: '2', 'jest-environment-jsdom': '30', 'jest-fixed-jsdom': '0' },
    files: { 'partner.js': 'partner.js', 'core.test.js': 'jest-core.js', 'bank.test.js': 'jest-msw.js' },
    texts: { 'jest.config.cjs': `${jestConfig}${forPages}\n` },
    runs: [jestRun],
  },
  {
    name: 'jest 30, TypeScript, CommonJS, msw 2, babel and ts-jest',
    node: '20',
    packages: { ...commonJs, ...typescriptPackages, 'ts-jest': '29' },
    files: {},
    texts: {
      ...jestTypescript,
      'jest.config.cjs': shown(typescriptPage, 'jest.config.cjs'),
      'ts-jest.cjs': `const { transform, ...config } = require('./jest.config.cjs')
module.exports = { ...config, transform: { [Object.keys(transform)[0]]: ${/`(\['ts-jest'.+?\])`/.exec(typescriptPage)?.[1]} } }
`,
    },
    runs: [jestRun, { command: [...jestRun.command, '--config=ts-jest.cjs'] }, checkTypes],
  },
  {
    name: 'jest 30, TypeScript, ESM, msw 2',
    node: '20',
    packages: { jest: '30', ...typescriptPackages, 'babel-jest': '30', '@babel/core': '7' },
    files: {},
    texts: { ...jestTypescript, 'jest.config.js': shown(typescriptPage, 'jest.config.js') },
    packageJson: { type: 'module' },
    runs: [esmRun, checkTypes],
  },
  {
    name: 'jest 30, ESM, msw 2',
    isCore: true,
    node: '20',
    packages: { jest: '30', msw: '2' },
    files: {
      'partner.js': 'partner.js',
      'core.test.js': inEsm('jest-core.js'),
      'bank.test.js': inEsm('jest-msw.js'),
      'failing.case.js': 'jest-failing.js',
    },
    texts: { 'jest.config.js': esmConfig('{}') },
    packageJson: { type: 'module' },
    runs: [esmRun, { ...jestFailing, ...(esmRun.env ? { env: esmRun.env } : {}) }],
  },
  {
    name: 'jest 30, ESM, msw 3',
    node: '24',
    packages: { jest: '30', msw: '3' },
    files: { 'partner.js': 'partner.js', 'core.test.js': inEsm('jest-core.js'), 'bank.test.js': inEsm('jest-msw.js') },
    texts: { 'jest.config.js': esmConfig("{ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }") },
    packageJson: { type: 'module' },
    runs: [esmRun],
  },
  {
    // Two zods of other versions, each set to words and ways of its own, and a host that forbids `new Function` and `eval`.
    name: 'zod 4 in French, zod 3, no eval',
    node: '20',
    packages: { zod: '4', zod3: 'npm:zod@3' },
    files: { 'zods.js': 'zods.js' },
    packageJson: { type: 'module' },
    runs: ['vostro-first', 'zods-first'].map((order) => ({ command: ['zods.js', order] })),
  },
  {
    // The versions are those of the table in the guide. The newest of some libraries need more than Node 20.
    name: 'libraries on the clock',
    node: '24',
    packages: checkedLibraries,
    files: { 'libraries.test.js': 'libraries.js', 'neighbours.js': 'clock-neighbours.js' },
    texts: { 'guide.md': databasesPage, ...librariesRecipes },
    packageJson: { type: 'module' },
    runs: [{ command: ['node_modules/vitest/vitest.mjs', 'run', `--testTimeout=${BUSY}`] }],
  },
  {
    name: 'explore with sql.js, node:sqlite, pglite, lokijs, keyv',
    node: '24',
    packages: { 'sql.js': '1', '@electric-sql/pglite': '0', lokijs: '1', keyv: '5' },
    files: { 'stores.js': 'stores.js' },
    packageJson: { type: 'module' },
    runs: [{ command: ['stores.js'] }],
  },
  {
    name: 'node:test',
    isCore: true,
    node: '20',
    packages: { msw: '2', expect: '30' },
    files: {},
    texts: recipe('node-test', ['pay-invoice.test.js']),
    packageJson: { type: 'module' },
    runs: [{ command: ['--test'] }],
  },
  {
    // The package of the binary alone, as it is: that of the name `bun` moves it in a script, which npm may not run.
    name: 'Bun, bun:test',
    node: '20',
    packages: { '@oven/bun-linux-x64': '1', msw: '2' },
    platform: 'linux-x64',
    files: {},
    texts: recipe('bun', ['bunfig.toml', 'bank-setup.js', 'pay-invoice.test.js']),
    packageJson: { type: 'module' },
    runs: [{ binary: ['@oven/bun-linux-x64', 'bin/bun'], command: ['test', `--timeout=${BUSY}`] }],
  },
  {
    name: 'Deno, Deno.test and node:test',
    node: '20',
    packages: { '@deno/linux-x64-glibc': '2', msw: '2', expect: '30' },
    platform: 'linux-x64',
    files: {},
    texts: {
      ...recipe('deno', ['pay-invoice.test.js', 'account.test.js']),
      'node.test.js': shown(
        readFileSync(new URL('../../docs/recipes/node-test.md', import.meta.url), 'utf8'),
        'pay-invoice.test.js',
      ),
    },
    packageJson: { type: 'module' },
    runs: [
      {
        binary: ['@deno/linux-x64-glibc', 'deno'],
        command: ['test', '--allow-env', 'pay-invoice.test.js', 'node.test.js'],
      },
      // What does not need MSW needs no permission.
      { binary: ['@deno/linux-x64-glibc', 'deno'], command: ['test', 'account.test.js'] },
    ],
  },
  {
    name: 'Cloudflare, vitest 4 in workerd',
    node: '20',
    packages: { vitest: '4', '@cloudflare/vitest-plugin': '1', msw: '2' },
    files: {},
    texts: recipe('cloudflare', ['vitest.config.js', 'worker.js', 'worker.test.js']),
    packageJson: { type: 'module' },
    runs: [vitestRun('vitest.config.js', `--testTimeout=${BUSY}`)],
  },
  {
    name: 'vitest 4 in Chromium, msw 2',
    node: '20',
    packages: { vitest: '4', '@vitest/browser-playwright': '4', playwright: '1', msw: '2' },
    files: {},
    texts: recipe('vitest-browser', ['vitest.config.js', 'pay-invoice.test.js']),
    packageJson: { type: 'module' },
    needs: chromiumHere,
    runs: [
      { command: ['node_modules/msw/cli/index.js', 'init', 'public/', '--save'] },
      vitestRun('vitest.config.js', `--testTimeout=${BUSY}`),
    ],
  },
  {
    name: 'Storybook 10 in Chromium, vitest 4, msw 2',
    node: '20',
    packages: {
      vitest: '4',
      storybook: '10',
      '@storybook/html-vite': '10',
      '@storybook/addon-vitest': '10',
      'msw-storybook-addon': '3',
      '@vitest/browser-playwright': '4',
      playwright: '1',
      msw: '2',
    },
    files: {},
    texts: storybook,
    packageJson: { type: 'module' },
    needs: chromiumHere,
    runs: [
      { command: ['node_modules/msw/cli/index.js', 'init', 'public/', '--save'] },
      { ...vitestRun('vitest.storybook.config.js', `--testTimeout=${BUSY}`), env: quiet },
      {
        ...vitestRun('vitest.storybook.config.js', `--testTimeout=${BUSY}`),
        env: quiet,
        // A story that knows the bank's matchers, and forgets to move the clock.
        edits: {
          'pay-button.stories.js': [
            'bank.clock.advanceToNextBatch()',
            'expect(bank).toHaveCompleted(bank.requests[0].answer.id)',
          ],
        },
        failsWith: ['Completed: its status is Created.', 'It completes when the clock reaches 10:00:00.'],
      },
      { command: ['node_modules/storybook/dist/bin/dispatcher.js', 'build', '--output-dir', 'site'], env: quiet },
    ],
  },
  playwrightCell('1', '3', 'module'),
  playwrightCell('1.50', '2', 'commonjs'),
  playwrightProcessCell('1', 'module'),
  playwrightProcessCell('1.57', 'commonjs'),
  ...newcomerCells,
]
