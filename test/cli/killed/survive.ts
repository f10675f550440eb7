/**
 * Killing a process with `kill -9` at random moments, again and again, on one file. After each, what is found must be what the same
 * steps lead to: every step that was acknowledged, and of those after it none or some, in order, and none by half.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import * as fc from 'fast-check'
import { createBank } from '../../../src/bank/create-bank.ts'
import { readStateFile } from '../../../src/cli/state/open-file.ts'
import { JournalKeeper } from '../../../src/server/journal/journal-keeper.ts'
import { options, stateOf, step } from './steps.ts'

/** A moment at which a process is killed. */
interface Moment {
  /** After it has acknowledged so often; 0 as soon as it is there. */
  readonly acknowledged: number
  readonly atOnce: number
  /** Then in the middle of a write, after so many pieces of a few bytes; null: whenever the signal comes. */
  readonly pieces: number | null
}

const moment: fc.Arbitrary<Moment> = fc.record({
  acknowledged: fc.oneof(
    { weight: 1, arbitrary: fc.constant(0) },
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 60 }) },
  ),
  atOnce: fc.integer({ min: 1, max: 4 }),
  pieces: fc.option(fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 5_000 })), {
    nil: null,
    freq: 2,
  }),
})

/** What was seen of all the deaths. */
export interface Survived {
  readonly kills: number
  readonly acknowledged: number
  /** Steps that were kept and not yet acknowledged. */
  readonly ahead: number
  /** How often the end of the file was torn. */
  readonly torn: number
  readonly bytes: number
}

export async function survive(kills: number, seed: number): Promise<Survived> {
  const folder = mkdtempSync(join(tmpdir(), 'vostro-killed-'))
  try {
    const program = await bundled(folder)
    const path = join(folder, 'state.journal')
    return await killAgain(fc.sample(moment, { seed, numRuns: kills }), program, path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function killAgain(moments: readonly Moment[], program: string, path: string): Promise<Survived> {
  // The same steps in this process, which nobody kills.
  const same = new JournalKeeper(() => {})
  let [done, ahead, torn] = [0, 0, 0]
  for (const moment of moments) {
    const acknowledged = Math.max(done, await killedAt(moment, [program, path, `${done}`]))
    const found = await readStateFile(path).catch(missing)
    const foundState = stateOf(found)
    for (; done < acknowledged; done++) goOn(same, done)
    while (stateOf(same) !== foundState) {
      if (done === acknowledged + moment.atOnce) {
        throw new Error(
          `After ${acknowledged} steps were acknowledged, the file has not what they lead to, nor ${moment.atOnce} more.`,
        )
      }
      goOn(same, done++)
    }
    ahead += done - acknowledged
    if (found.torn !== undefined) torn++
  }
  return { kills: moments.length, acknowledged: done - ahead, ahead, torn, bytes: statSync(path).size }
}

function goOn(keeper: JournalKeeper, number: number): void {
  if (number === 0) keeper.opened('main', createBank(options))
  else step(keeper, number)
}

/** It was killed before it had a file. */
function missing(error: unknown) {
  if ((error as { code?: string }).code !== 'ENOENT') throw error
  return { banks: new Map(), torn: undefined }
}

/** The last step that a process acknowledged before it was killed. */
async function killedAt(
  { acknowledged, atOnce, pieces }: Moment,
  [program = '', path = '', from = '']: string[],
): Promise<number> {
  // It has the signal sent to itself where it is to come in the middle of a write.
  const own = pieces === null ? [] : [`${acknowledged}`, `${pieces}`]
  const child = spawn(process.execPath, [program, path, from, `${atOnce}`, ...own], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const [output, errors] = [linesFrom(child, 'stdout'), linesFrom(child, 'stderr')]
  child.stdout.on('data', () => {
    if (pieces === null && output.text().split('\n').length > acknowledged) child.kill('SIGKILL')
  })
  if (pieces === null && acknowledged === 0) child.kill('SIGKILL')
  const [code, signal] = await ended
  if (signal !== 'SIGKILL') throw new Error(`The process ended by itself with code ${code}: ${errors.text()}`)
  // A line that has no end is none.
  return Number(output.text().split('\n').at(-2) ?? 0)
}

function linesFrom(child: ChildProcess, name: 'stdout' | 'stderr') {
  let text = ''
  child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return { text: () => text }
}

async function bundled(folder: string): Promise<string> {
  const outfile = join(folder, 'child.mjs')
  await build({
    entryPoints: [fileURLToPath(new URL('child.ts', import.meta.url))],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['module', 'import'],
    logLevel: 'error',
  })
  return outfile
}
