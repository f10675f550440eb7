/** The runners of the clock's matrix, as a partner sets them up: one folder has the packages and the files of all of them. */

/** How long a test may take, in milliseconds: none may fail because the machine is busy. */
const PATIENCE = 240_000

export const packages = {
  vitest: '4',
  jest: '30',
  'babel-jest': '30',
  '@babel/core': '7',
  '@babel/preset-env': '7',
  msw: '2',
  'lru-cache': '11',
  'node-cron': '4',
  'p-queue': '9',
  'p-retry': '7',
  pg: '8',
  pino: '10',
}

/** Files of a folder: those of `suites`, by their names there. */
export const files = {
  'situations.js': 'clock-situations.js',
  'bank.node.js': 'clock-node.js',
  'bank.jest.js': 'clock-jest.js',
  'bank.vitest.js': 'clock-vitest.js',
}

/** Packages that are ES modules alone, which jest transforms for CommonJS. */
const esm = [
  ...['msw', 'until-async', 'rettime', '@open-draft/deferred-promise'],
  ...['p-queue', 'p-timeout', 'eventemitter3', 'p-retry', 'is-network-error'],
]
const jestBase = { testEnvironment: 'node', testRegex: 'bank\\.jest\\.js$', testTimeout: PATIENCE }

export const texts = {
  'package.json': JSON.stringify({ name: 'a-partner', private: true, type: 'module' }),
  'vitest.config.js': `export default { test: { include: ['bank.vitest.js'], testTimeout: ${PATIENCE} } }`,
  'jest-esm.config.json': JSON.stringify({ ...jestBase, transform: {} }),
  'jest-commonjs.config.json': JSON.stringify({
    ...jestBase,
    transform: { '\\.m?js$': ['babel-jest', { presets: [['@babel/preset-env', { targets: { node: 'current' } }]] }] },
    transformIgnorePatterns: [`/node_modules/(?!(${esm.join('|')})/)`],
  }),
}

export interface Runner {
  readonly name: string
  /** Words for Node. */
  readonly command: readonly string[]
}

const vitest = (pool: string): Runner => ({
  name: `vitest ${pool}`,
  command: ['node_modules/vitest/vitest.mjs', 'run', `--pool=${pool}`],
})
const jest = 'node_modules/jest/bin/jest.js'

export const runners: readonly Runner[] = [
  vitest('forks'),
  vitest('threads'),
  { name: 'jest ESM', command: ['--experimental-vm-modules', jest, '--config=jest-esm.config.json'] },
  { name: 'jest CommonJS', command: [jest, '--config=jest-commonjs.config.json'] },
  { name: 'node:test', command: ['--test', 'bank.node.js'] },
]
