/** The command that runs a partner's tests: it is run as it was written, with a few more variables. */
import { spawn } from 'node:child_process'
import { UsageError } from '../../core/errors.ts'
import type { Terminal } from '../command.ts'
import { shutdownSignal } from '../shutdown-signal.ts'

export interface TestRun {
  /** The exit code; 1 where a signal ended it. */
  readonly ended: Promise<number>
  readonly stop: () => void
}

/** A signal that is aborted when a signal ends this process: the tests are of a group of their own, which gets none. */
export function ending({ stderr }: Terminal): AbortSignal {
  const ended = new AbortController()
  void shutdownSignal().then((name) => {
    stderr(`${name}: ends the tests, and tells what is known.`)
    ended.abort()
  })
  return ended.signal
}

/**
 * Begins the command; its output goes to the terminal, unless `isQuiet`. It ends when `signal` is aborted. Where it cannot begin, `ended`
 * rejects with a UsageError.
 */
export function beginTests(
  [command = '', ...given]: readonly string[],
  variables: Readonly<Record<string, string>>,
  signal: AbortSignal,
  isQuiet = false,
): TestRun {
  const child = spawn(command, given, {
    env: { ...process.env, ...variables },
    stdio: isQuiet ? 'ignore' : ['ignore', 'inherit', 'inherit'],
    // A group of its own, so that its workers end with it.
    detached: process.platform !== 'win32',
  })
  const end = () => stop(child.pid)
  signal.addEventListener('abort', end)
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', (error) => reject(cannotBegin(command, error)))
    child.on('close', (code) => resolve(code ?? 1))
  }).finally(() => signal.removeEventListener('abort', end))
  return { ended, stop: end }
}

function stop(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGTERM')
  } catch {
    // It has ended.
  }
}

function cannotBegin(command: string, error: Error): UsageError {
  return new UsageError(
    `Failed to run "${command}": ${error.message}. Write the command of your tests after two dashes: -- npx vitest run. (§1)`,
  )
}
