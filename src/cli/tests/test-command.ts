/** The command that runs a partner's tests: it is run as it was written, with a few more variables. */
import { spawn } from 'node:child_process'
import { UsageError } from '../../core/errors.ts'

export interface TestRun {
  /** The exit code; 1 where a signal ended it. */
  readonly ended: Promise<number>
  readonly stop: () => void
}

/** Begins the command; its output goes to the terminal, unless `isQuiet`. Where it cannot begin, `ended` rejects with a UsageError. */
export function beginTests(
  [command = '', ...given]: readonly string[],
  variables: Readonly<Record<string, string>>,
  isQuiet = false,
): TestRun {
  const child = spawn(command, given, {
    env: { ...process.env, ...variables },
    stdio: isQuiet ? 'ignore' : ['ignore', 'inherit', 'inherit'],
    // A group of its own, so that its workers end with it.
    detached: process.platform !== 'win32',
  })
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', (error) => reject(cannotBegin(command, error)))
    child.on('close', (code) => resolve(code ?? 1))
  })
  return { ended, stop: () => stop(child.pid) }
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
