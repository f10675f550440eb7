import { expect, it } from 'vitest'
import { codeOf, sourceFiles } from './source-files.ts'

it.each([
  ['Date.now(', 'world.now', /\bDate\.now\s*\(/],
  ['new Date() without an argument', 'world.now', /\bnew Date\s*\(\s*\)/],
  ['Math.random(', 'identity.ts', /\bMath\.random\b/],
  ['crypto', 'identity.ts', /\bcrypto\b/],
  [
    'timers',
    'the schedule (advance.ts)',
    /\b(setTimeout|setInterval|setImmediate|queueMicrotask|requestAnimationFrame)\b/,
  ],
  ['performance.now(', 'a benchmark', /\bperformance\b/],
  ['process', 'options', /\bprocess\./],
  ['console', 'a returned value', /\bconsole\b/],
  ['any', 'unknown', /(:\s*any\b|\bas any\b|<any>)/],
  ['enum', 'a union', /\benum\s+\w+\s*\{/],
  ['a default export', 'a named one', /\bexport default\b/],
  ['export * of values', 'explicit names', /\bexport \*/],
  [
    'local time of the host',
    'core/kernel/time',
    /\.(getHours|getMinutes|getDate|getDay|getMonth|getFullYear|getTimezoneOffset|toLocale\w*)\(/,
  ],
])('uses no %s in the library: use %s [§1]', (name, __, banned) => {
  const users = sourceFiles()
    .filter((file) => banned.test(codeOf(file)) && file.path !== asksForFakeTimers)
    .filter(({ path }) => !(takesTimeOver.test(path) && ofTimeAndChance.includes(name)))
    .filter(({ path }) => !(isProcess.test(path) && ofProcess.includes(name)))
    .filter(({ path }) => !(asksServer.test(path) && name === 'timers'))
    .map(({ path }) => path)

  expect(users).toEqual([])
})

/** The one file that calls `queueMicrotask`: to find out whether a test has faked it. */
const asksForFakeTimers = 'bank/shell/host/body-text.ts'

/** The page of a server, in somebody's browser: it asks and calls where it came from, and tries again after a while. */
const asksServer = /^bank\/reports\/trace\/page\/live\/(follow|control)\.ts$/

/** The room that puts the bank's clock in the place of the process's, and so names what it replaces; and real time for persons and services. */
const takesTimeOver = /^(time\/|explore\/findings\/stopwatch\.ts$|sandbox\/service\/real-time\.ts$)/
const ofTimeAndChance = ['Math.random(', 'crypto', 'timers', 'performance.now(']

/** The floor above the library: the process, which has a port, files, signals and a wall clock. */
const isProcess = /^cli\//
const ofProcess = [
  'Date.now(',
  'new Date() without an argument',
  'crypto',
  'timers',
  'performance.now(',
  'process',
  'console',
]

it('makes no network call and imports no Node module, as browsers load the same code [§1]', () => {
  const users = sourceFiles()
    .filter(
      (file) =>
        /(?<![.\w])fetch\s*\(/.test(codeOf(file).replace(/^\s*fetch\(input.*$/gm, '')) || /from 'node:/.test(file.text),
    )
    .map(({ path }) => path)
    .filter((path) => !isProcess.test(path) && !asksServer.test(path))

  expect(users).toEqual([])
})

it('reads an assumption in the core for its value, and declares what else an answer rests on [§7]', () => {
  const statement = /^\s*(?:if \([^\n]*\) |else )?(?:\w+\.)?assume\(/m
  const users = sourceFiles().filter((file) => file.path.startsWith('core/') && statement.test(codeOf(file)))

  expect(users.map(({ path }) => path)).toEqual([])
})

it('keeps nothing in a module of the core between two calls: remembered.ts has the caches [§1]', () => {
  const kept =
    /^(?:export )?(?:let|var) |^(?:export )?const \w+(?:: (?!Readonly)[^=\n]+)? = new (?:Map|Set|WeakMap|WeakSet|Array)\b/m
  const users = sourceFiles().filter((file) => file.path.startsWith('core/') && kept.test(codeOf(file)))

  expect(users.map(({ path }) => path)).toEqual([])
})

it('opens every file with a comment that says what it is for, or with a documented interface [§1]', () => {
  const bare = sourceFiles()
    .filter(({ path, text }) => !text.replace(/^#!.*\n/, '').startsWith('/**') && !path.startsWith('bank/api/'))
    .map(({ path }) => path)

  expect(bare).toEqual([])
})

it('keeps every file to one subject: at most 300 lines [§1]', () => {
  const long = sourceFiles()
    .filter(({ text }) => text.split('\n').length > 300)
    .map(({ path }) => path)

  expect(long).toEqual([])
})
