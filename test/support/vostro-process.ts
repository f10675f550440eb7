/** `vostro` as a process of its own, from the source or, with TEST_DIST=1, from the built package. It ends with its test. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, onTestFinished } from 'vitest'
import { tracePage } from '../build/trace-page.ts'

/** How a process ended. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** What `--json` tells. */
export interface Told {
  readonly origin: string
  readonly baseUrl: string
  readonly authUrl: string
  readonly loanBaseUrl: string
  readonly controlUrl: string
  readonly controlToken?: string
  readonly clientId: string
  readonly clientSecret: string
  readonly audience: string
  readonly partnerId: string
  readonly masterAccountNumber: string
  readonly now: string
  readonly pid: number
}

/** A server that is ready. */
export interface Served extends Told {
  readonly process: ChildProcess
  /** What it wrote to stderr so far. */
  readonly log: () => string
  readonly ended: Promise<Ended>
}

/** Where a process is run, and with which environment. */
export interface Surroundings {
  readonly environment?: Readonly<Record<string, string>>
  readonly folder?: string
  /** So many kilobytes a file may have, as on a disk that is full. */
  readonly mostKilobytes?: number
  /** The file that gets its stdout. */
  readonly stdoutFile?: string
  /** Whether a shell stands between, which hands on no signal: npx does so. */
  readonly isUnderShell?: boolean
}

const root = fileURLToPath(new URL('../../', import.meta.url))

let program: Promise<string> | undefined

/** The program, made once of the source. */
function programFile(): Promise<string> {
  if (process.env['TEST_DIST'] === '1') return Promise.resolve(join(root, 'dist/cli/vostro.js'))
  program ??= bundled()
  return program
}

async function bundled(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'vostro-cli-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await build({
    absWorkingDir: root,
    entryPoints: { vostro: 'src/cli/vostro.ts' },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    conditions: ['browser', 'module', 'import'],
    plugins: [tracePage],
    // For packages that are CommonJS.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url)",
    },
  })
  return join(folder, 'vostro.mjs')
}

/** Begins a process; it is killed when its test ends, or by `atEnd` where it is of all tests of a file. */
async function begin(
  words: readonly string[],
  { environment = {}, folder, mostKilobytes, stdoutFile, isUnderShell }: Surroundings,
  atEnd: (end: () => Promise<void>) => void = onTestFinished,
) {
  const file = await programFile()
  const shell = isUnderShell ? ['sh', '-c', '"$@" & wait', 'sh'] : []
  // Its blocks have 512 bytes.
  const limit = mostKilobytes ? ['sh', '-c', `ulimit -f ${2 * mostKilobytes}; exec "$@"`, 'sh'] : []
  const [command = '', ...rest] = [...shell, ...limit, process.execPath, file, ...words]
  const child = spawn(command, rest, {
    env: { ...ownEnvironment(), ...environment },
    cwd: folder ?? tmpdir(),
    stdio: ['ignore', stdoutFile === undefined ? 'pipe' : openSync(stdoutFile, 'w'), 'pipe'],
  })
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text
    })
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, ...texts }))
  })
  atEnd(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, texts, ended }
}

/**
 * Runs `vostro` to its end. With the sources, and where a test asks for nothing that only a process has, in this process: one of its own
 * takes as long as most commands. `serve` always has one, as it changes the globals of its process, and so has the built package.
 */
export async function runVostro(words: readonly string[], surroundings: Surroundings = {}): Promise<Ended> {
  const { environment, ...ofProcess } = surroundings
  // A command line without a name is one of `serve`.
  const isServing = /^(serve$|-)/.test(words[0] ?? '')
  const needsProcess = process.env['TEST_DIST'] === '1' || isServing || Object.keys(ofProcess).length > 0
  if (!needsProcess) return await runHere(words, environment)
  const { ended } = await begin(words, surroundings)
  return await ended
}

async function runHere(words: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const { main } = await import('../../src/cli/main.ts')
  const texts = { stdout: '', stderr: '' }
  const writeTo = (name: keyof typeof texts) => (text: string) => {
    texts[name] += text.endsWith('\n') ? text : `${text}\n`
  }
  const writeOut = writeTo('stdout')
  const removeListeners = signalListenersSince()
  const code = await main(words, {
    stdout: async (text) => writeOut(text),
    stderr: writeTo('stderr'),
    environment: { ...ownEnvironment(), ...environment },
  })
  removeListeners()
  return { code, signal: null, ...texts }
}

/** Removes, when it is called, the listeners to signals that were added since: a process that ends does not remove its own. */
export function signalListenersSince(): () => void {
  const before = (['SIGINT', 'SIGTERM'] as const).map((signal) => [signal, process.listeners(signal)] as const)
  return () => {
    for (const [signal, known] of before) {
      const added = process.listeners(signal).filter((each) => !known.includes(each))
      for (const each of added) process.off(signal, each as () => void)
    }
  }
}

/** The environment of this process, without what is meant for the runner of these tests. */
const ownEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VOSTRO_|NODE_OPTIONS|VITEST)/.test(name)))

/** Starts `vostro`; `until` resolves with its stdout as soon as that has what is looked for. */
export async function begunVostro(
  words: readonly string[],
  surroundings: Surroundings = {},
  atEnd?: Parameters<typeof begin>[2],
) {
  const { child, texts, ended } = await begin(words, surroundings, atEnd)
  const until = (wanted: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => wanted.test(texts.stdout) && resolve(texts.stdout)
      child.stdout?.on('data', look)
      look()
      const over = () => reject(new Error(`vostro ended before it said ${wanted}:\n${texts.stdout}${texts.stderr}`))
      ended.then(over, reject)
    })
  return { child, texts, ended, until }
}

/** Starts a server on a free port, and resolves when it is ready. */
export async function serveVostro(
  words: readonly string[] = [],
  surroundings: Surroundings = {},
  atEnd?: Parameters<typeof begin>[2],
): Promise<Served> {
  const { child, texts, ended, until } = await begunVostro(['serve', '--json', ...words], surroundings, atEnd)
  const line = await until(/\n/)
  return { ...(JSON.parse(line) as Told), process: child, log: () => texts.stderr, ended }
}

/** One server for the tests of a file, begun by the first that asks: each has a bank of its own there. */
export function servedForFile(words: readonly string[] = []): () => Promise<Served> {
  const ends: (() => Promise<void>)[] = []
  let served: Promise<Served> | undefined
  afterAll(async () => {
    for (const end of ends) await end()
  })
  return () => {
    served ??= serveVostro(words, {}, (end) => void ends.push(end))
    return served
  }
}

/** A bank of its own at a server that others use too. */
export async function openedAt(server: Promise<Served>): Promise<Served> {
  const served = await server
  const answer = await fetch(`${served.controlUrl}/banks`, { method: 'POST' })
  return { ...served, ...((await answer.json()) as Told) }
}
