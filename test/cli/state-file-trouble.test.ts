/** A state file and its surroundings: full disks, other processes, and files that somebody else touches. (§3) */
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { stateErrorOf } from '../../src/cli/state/state-error.ts'
import { openStateFile } from '../../src/cli/state/state-file.ts'
import { outboundWire } from '../support/wire.ts'
import { bankIn, foundIn, pathsOfFile } from './bank-in.ts'

const newPath = pathsOfFile()

/** A disk that has room for so many bytes more. */
function smallDisk(room: number) {
  const disk = { room }
  const writeBytes = (file: number, bytes: Uint8Array, from: number, length: number, place: number) => {
    if (disk.room <= 0) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    // As a disk does it: some of it is written, and only the next call fails.
    const done = writeSync(file, bytes, from, Math.min(length, disk.room), place)
    disk.room -= done
    return done
  }
  return { disk, writeBytes }
}

it('acknowledges nothing on a full disk, begins nothing more, and has it all once there is room [§3]', async () => {
  const path = newPath()
  const { disk, writeBytes } = smallDisk(6_000)
  const said: string[] = []
  const state = await openStateFile(path, { say: (sentence) => said.push(sentence), writeBytes })
  const bank = bankIn(state, { seed: 7 })
  const pay = () => state.acknowledge(async () => bank.wires.create(outboundWire(bank, { amount: 1 })))
  const outcomes = await inTurn(10, () => pay().then(() => 'acknowledged', String))
  const full = await foundIn(path)
  const done = bank.world.wires.payments.size

  disk.room = 1_000_000
  await pay()
  const { banks, said: later } = await foundIn(path)
  await state.close()

  const acknowledged = outcomes.filter((outcome) => outcome === 'acknowledged').length
  expect(acknowledged).toBeGreaterThan(0)
  expect(full.said).toBe('')
  expect(full.banks.get('main')?.world.wires.payments.size).toBe(acknowledged)
  // One was done before it was known that there is no room.
  expect(done).toBe(acknowledged + 1)
  expect(said).toEqual([
    `Failed to write the state file "${path}": the disk is full (ENOSPC). Make room: every acknowledged change is in the file, and the next call writes the others.`,
  ])
  expect(later).toBe('')
  expect(banks.get('main')?.journal).toEqual(bank.journal)
})

it('goes on with the file that there is where there is no room to write it anew [§3]', async () => {
  const path = newPath()
  const { disk, writeBytes } = smallDisk(1_000_000)
  const said: string[] = []
  const state = await openStateFile(path, { leastSize: 5_000, say: (sentence) => said.push(sentence), writeBytes })
  const bank = bankIn(state, { seed: 7 })
  const move = () => state.acknowledge(async () => bank.clock.advance({ hours: 1 }))
  while (said.length === 0) {
    // Room for the next line, and not for all of them.
    disk.room = 1_000 + Number(bank.journal.length === 1) * 5_000
    await move()
  }
  disk.room = 1_000_000
  await move()
  const { banks } = await foundIn(path)
  await state.close()

  expect(said[0]).toContain(`Failed to write "${path}" anew; it stays in use: the disk is full (ENOSPC).`)
  expect(existsSync(`${path}.next`)).toBe(false)
  expect(banks.get('main')?.journal).toEqual(bank.journal)
})

it.each([
  ['ENOSPC', 'the disk is full (ENOSPC). Make room: every acknowledged change is in the file'],
  ['EFBIG', 'the file may not grow any further (EFBIG). Make room'],
  ['EACCES', 'this user may not write there (EACCES). Give this user the right to write there, or give another path.'],
  ['EIO', 'EIO: i/o error (EIO). Every acknowledged change is in the file; the next call tries again.'],
])('says what is wrong where the system says %s [§3]', (code, words) => {
  const thrown = Object.assign(new Error(`${code}: i/o error`), { code })

  const { message } = stateErrorOf('Failed to open the state file "a"', thrown)

  expect(message).toContain(`Failed to open the state file "a": ${words}`)
})

const kind = 'it is a folder, a device, a link to nothing, or a file with several names (hard links). Give the path'

it.each([
  [
    'a path whose folder is not there',
    (path: string) => join(path, 'a.json'),
    'its folder is not there (ENOENT). Make',
  ],
  ['a folder', dirname, kind],
  ['a device', () => '/dev/null', kind],
  ['a link to nothing', linkAt, kind],
  ['a file with two names', twiceNamed, kind],
])('refuses %s, and locks nothing [§3]', async (_, pathOf, message) => {
  const path = pathOf(newPath())

  await expect(openStateFile(path)).rejects.toThrow(`Failed to open the state file "${path}": ${message}`)

  expect(existsSync(`${path}.lock`)).toBe(false)
})

function linkAt(path: string): string {
  symlinkSync(`${path}.nowhere`, path)
  return path
}

function twiceNamed(path: string): string {
  writeFileSync(path, 'a')
  linkSync(path, `${path}.other`)
  return path
}

it('refuses a file that another process has, also by a link to it, and takes it when that has ended [§3]', async () => {
  const [path, link] = [newPath(), newPath()]
  const state = await openStateFile(path)
  symlinkSync(path, link)
  const said: string[] = []

  await expect(openStateFile(link, { tries: 1, say: (sentence) => said.push(sentence) })).rejects.toThrow(
    `Failed to open the state file "${link}": another process has it, and renews "${path}.lock". End that process, or give another path.`,
  )
  await state.close()
  await (await openStateFile(link, { tries: 0 })).close()

  expect(said).toEqual([
    `${path}: another process has it, or was killed just now. Waits some seconds for "${path}.lock".`,
  ])
  expect(statSync(link).ino).toBe(statSync(path).ino)
})

it('takes over the lock of a process that was killed, and gives its own back [§3]', async () => {
  const path = newPath()
  mkdirSync(`${path}.lock`)
  utimesSync(`${path}.lock`, 1, 1)

  const state = await openStateFile(path, { tries: 0 })
  const isLocked = existsSync(`${path}.lock`)
  await state.close()

  expect([isLocked, existsSync(`${path}.lock`)]).toEqual([true, false])
})

it('writes nothing more once its lock is gone [§3]', async () => {
  const path = newPath()
  const said: string[] = []
  const state = await openStateFile(path, { say: (sentence) => said.push(sentence) })
  const bank = bankIn(state, { seed: 7 })
  await state.written()
  rmSync(`${path}.lock`, { recursive: true })
  const move = () => state.acknowledge(async () => bank.clock.advance({ hours: 1 }))

  await expect
    .poll(() => move().then(() => '', String), { timeout: 60_000 })
    .toContain('its lock was taken over or deleted')
  const before = readFileSync(path, 'utf8')

  await expect(move()).rejects.toThrow('End this process, and start it again.')
  await expect(state.close()).rejects.toThrow('its lock was taken over')
  expect(readFileSync(path, 'utf8')).toBe(before)
  expect(said).toHaveLength(1)
})

it('acknowledges nothing while its file is deleted, replaced, longer or shorter, and goes on when it is back [§3]', async () => {
  const path = newPath()
  const said: string[] = []
  const state = await openStateFile(path, { say: (sentence) => said.push(sentence) })
  const bank = bankIn(state, { seed: 7 })
  const move = () => state.acknowledge(async () => bank.clock.advance({ hours: 1 }))
  await move()

  renameSync(path, `${path}.aside`)
  await expect(move()).rejects.toThrow(`"${path}": it is not there any more. Put it back as it was`)
  writeFileSync(path, 'another')
  await expect(move()).rejects.toThrow(`"${path}": another file is there.`)
  expect(readFileSync(path, 'utf8')).toBe('another')
  renameSync(`${path}.aside`, path)
  await move()
  const whole = readFileSync(path)
  for (const size of [10, whole.length + 10]) {
    truncateSync(path, size)
    await expect(move()).rejects.toThrow(`it has ${size} bytes, and this process wrote ${whole.length}.`)
  }
  truncateSync(path, whole.length)
  writeFileSync(path, whole)
  await move()
  await state.close()

  expect(said).toHaveLength(2)
  expect((await foundIn(path)).banks.get('main')?.journal).toEqual(bank.journal)
})

it('lets only its user read the file, and removes what a process left that was killed while it wrote anew [§3]', async () => {
  const path = newPath()
  const other = newPath()
  await (await openStateFile(path)).close()
  chmodSync(path, 0o644)
  writeFileSync(other, 'of somebody else')
  symlinkSync(other, `${path}.next`)

  const state = await openStateFile(path)
  await state.close()

  expect([statSync(path).mode & 0o777, existsSync(`${path}.next`)]).toEqual([0o600, false])
  expect(readFileSync(other, 'utf8')).toBe('of somebody else')
})

async function inTurn<Result>(times: number, run: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let count = 0; count < times; count++) results.push(await run())
  return results
}
