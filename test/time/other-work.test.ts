/** Work outside of the event loop: the clock stands still until it is done. */
import { execFile, fork, spawn } from 'node:child_process'
import { lookup, resolve4 } from 'node:dns/promises'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { gzip } from 'node:zlib'
import { expect } from 'vitest'
import { followClock } from 'vostro/time'
import { test } from 'vostro/vitest'

const LATER = "setTimeout(() => process.stdout.write('done'), 100)"

async function forked(): Promise<unknown> {
  const child = fork('-e', ["process.on('message', () => setTimeout(() => process.send('done'), 100))"], {
    execArgv: [],
  })
  await once(child, 'spawn')
  child.send('begin')
  await once(child, 'message')
  child.send('again')
  const [answer] = await once(child, 'message')
  child.kill()
  await once(child, 'exit')
  return answer
}

async function worked(): Promise<unknown> {
  const code =
    "const { parentPort } = require('node:worker_threads'); parentPort.on('message', () => setTimeout(() => parentPort.postMessage('done'), 100))"
  const worker = new Worker(code, { eval: true })
  worker.postMessage('begin')
  const [answer] = await once(worker, 'message')
  await worker.terminate()
  return answer
}

test.for<[string, () => Promise<unknown>]>([
  ['a command', async () => (await promisify(execFile)(process.execPath, ['-e', LATER])).stdout],
  ['the output of a child process', () => text(spawn(process.execPath, ['-e', LATER]).stdout)],
  ['a message of a child process', forked],
  ['a message of a worker thread', worked],
  ['a read of a file', async () => (await readFile(import.meta.filename)).length > 0 && 'done'],
  ['a streamed read of a file', async () => (await text(createReadStream(import.meta.filename))).length > 0 && 'done'],
  ['a look-up of a name', async () => (await lookup('localhost')).address && 'done'],
  ['a look-up of an unknown name', () => resolve4('nowhere.invalid').then(String, () => 'done')],
  ['compression', async () => (await promisify(gzip)('a'.repeat(1_000_000))).length > 0 && 'done'],
])('stands still during %s [§3]', async ([, work], { bank }) => {
  using _ = followClock(bank)
  let fired = false
  AbortSignal.timeout(10_000).onabort = () => {
    fired = true
  }

  expect(await work()).toBe('done')

  expect([fired, bank.clock.now]).toEqual([false, '2026-03-02T09:00:00.000-05:00'])
})
