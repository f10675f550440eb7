/** The process that is killed: it goes on from a number of steps, and says on its output up to which one they are acknowledged. */
import { writeSync } from 'node:fs'
import type { WriteBytes } from '../../../src/cli/state/appended-file.ts'
import { openStateFile } from '../../../src/cli/state/state-file.ts'
import { bankIn } from '../bank-in.ts'
import { options, step } from './steps.ts'

const [path = '', from = '0', atOnce = '1', after, pieces] = process.argv.slice(2)
/** So many bytes are written at once where it is to be killed in the middle of that. */
const PIECE = 8
let [acknowledged, left] = [0, Number(pieces)]
const writePiece: WriteBytes = (file, bytes, start, length, place) => {
  if (acknowledged >= Number(after) && left-- === 0) process.kill(process.pid, 'SIGKILL')
  return writeSync(file, bytes, start, Math.min(length, PIECE), place)
}
const state = await openStateFile(path, { beginAnewAfter: 40_000 }, pieces === undefined ? undefined : writePiece)
bankIn(state, options)
// The bank itself is the first step.
await state.written()
if (from === '0') writeSync(1, '1\n')
for (let number = Math.max(1, Number(from)); ; ) {
  // Some at once, as clients have it that do not wait for one another.
  await state.acknowledge(async () => {
    for (let count = 0; count < Number(atOnce); count++) step(state.keeper, number++)
  })
  acknowledged++
  writeSync(1, `${number}\n`)
  // Others have their turn, such as a file that begins anew.
  await new Promise((resolve) => setImmediate(resolve))
}
