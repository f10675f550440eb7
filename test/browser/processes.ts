/** Processes of their own, as a user starts them: each with its output, and ended by whoever started it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { BankRecord } from '../../src/server/index.ts'

const program = fileURLToPath(new URL('../../dist/cli/vostro.js', import.meta.url))

/** Starts a program for Node, waits for the first line that it prints, and gives what ends it. */
async function started(words: readonly string[]): Promise<{ line: string; end(): Promise<void> }> {
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  // Whatever throws here, nothing is left behind.
  process.once('exit', () => child.kill())
  const lines = createInterface(child.stdout)
  const line = await Promise.race([once(lines, 'line'), exited.then(() => undefined)])
  if (line === undefined) throw new Error(`Failed to start "${words.join(' ')}": it ended before it said anything.`)
  const end = async () => {
    child.kill('SIGTERM')
    await exited
  }
  return { line: String(line[0]), end }
}

/** `npx vostro` on this port or a free one. */
export async function startBank(port = 0, ...words: readonly string[]) {
  const { line, end } = await started([program, '--json', '--port', String(port), ...words])
  return { ...(JSON.parse(line) as BankRecord), end }
}

/** An application that prints its address. */
export async function startShop(file: string) {
  const { line, end } = await started([file])
  const [url = ''] = /http:\S+/.exec(line) ?? []
  return { url, end }
}
