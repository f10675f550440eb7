/** Sixty times `kill -9` while clients pay: every acknowledged wire is there once. And any cut of the end of the file is refused. (§3) */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStateFile } from '../../src/cli/state/state-file.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { survive } from './killed/survive.ts'
import { say, sized } from './progress.ts'

it('loses no acknowledged wire and doubles none in sixty deaths of a server, and refuses any cut of its file [§3]', async () => {
  const wanted = sized(60)
  const path = join(temporaryFolder(), 'bank.json')

  const { kills, acknowledged, pushed, torn } = await survive(wanted, 20_260_302, path)
  const whole = readFileSync(path)
  let [refused, dropped] = [0, 0]
  for (let bytes = 1; bytes <= 4_096; bytes++) {
    writeFileSync(`${path}.cut`, whole.subarray(0, whole.length - bytes))
    await openStateFile(`${path}.cut`, { say: () => dropped++ }).then(
      (state) => state.close(),
      ({ message }) => {
        if (/its end is missing/.test(message)) refused++
      },
    )
  }

  say(
    `${kills} kills, ${acknowledged} calls acknowledged, ${pushed} pushes told, ${torn} torn ends, ${refused} cuts refused, ${dropped} lines dropped`,
  )
  expect([kills, refused + dropped]).toEqual([wanted, 4_096])
})
