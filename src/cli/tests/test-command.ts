/** Runs the command of a partner's tests as it was written, with a few more variables of the environment. */
import { spawn } from 'node:child_process'
import { UsageError } from '../../core/errors.ts'
import type { Terminal } from '../command.ts'
import { abortedAtEnd } from '../shutdown-signal.ts'

export interface TestRun {
  /** The exit code; 1 if a signal ended the command. */
  readonly ended: Promise<number>
  readonly stop: () => void
}

/** A signal that is aborted when this process is told to end. The tests are told through it, as they run in another process group. */
export const ending = (terminal: Terminal): AbortSignal =>
  abortedAtEnd(terminal, 'ends the tests, and tells what is known.')

/**
 * Starts the command. Its output goes to the terminal, unless `isQuiet`. It is stopped when `signal` is aborted. If it cannot start,
 * `ended` rejects with a UsageError.
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
    // The command gets a process group of its own, so that its workers end with it.
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
    // The command has ended already.
  }
}

function cannotBegin(command: string, error: Error): UsageError {
  return new UsageError(
    `Failed to run "${command}": ${error.message}. Write the command of your tests after two dashes: -- npx vitest run.`,
  )
}
