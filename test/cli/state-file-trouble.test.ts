import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readStateFile } from '../../src/cli/state/open-file.ts'
import { stateErrorOf } from '../../src/cli/state/state-error.ts'
import { openStateFile } from '../../src/cli/state/state-file.ts'
import { folderOfFile } from '../support/temporary-folder.ts'
import { outboundWire } from '../support/wire.ts'
import { bankIn } from './bank-in.ts'

const folder = folderOfFile()
let files = 0
const newPath = () => join(folder, `${files++}.journal`)

/** A disk that has room for so many bytes more. */
function smallDisk(room: number) {
  const disk = { room, writes: 0 }
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
  const { disk, writeBytes } = smallDisk(3_000)
  const said: string[] = []
  const state = await openStateFile(path, { say: (sentence) => said.push(sentence) }, writeBytes)
  const bank = bankIn(state, { seed: 7 })
  const create = () => state.acknowledge(async () => bank.wires.create(outboundWire(bank, { amount: 1 })))
  let acknowledged = 0
  let refused = 0
  for (let count = 0; count < 10; count++) {
    await create().then(
      () => acknowledged++,
      () => refused++,
    )
  }
  const full = await readStateFile(path)
  const done = bank.world.wires.payments.size

  disk.room = 1_000_000
  await create()
  const { banks, torn } = await readStateFile(path)
  await state.close()

  expect(full.torn).toContain('is cut off')
  expect(full.banks.get('main')?.world.wires.payments.size).toBe(acknowledged)
  expect(refused).toBe(10 - acknowledged)
  // One was done before it was known that there is no room.
  expect(done).toBe(acknowledged + 1)
  expect(said).toEqual([
    `Failed to write the state file "${path}": the disk is full (ENOSPC). Make room: nothing that was kept is lost, and the next call tries again.`,
  ])
  expect(torn).toBeUndefined()
  expect(banks.get('main')?.journal).toEqual(bank.journal)
})

it('goes on with the file that there is where there is no room to begin it anew [§3]', async () => {
  const path = newPath()
  const { disk, writeBytes } = smallDisk(1_000_000)
  const said: string[] = []
  const state = await openStateFile(path, { beginAnewAfter: 5_000, say: (sentence) => said.push(sentence) }, writeBytes)
  const bank = bankIn(state, { seed: 7 })
  while (said.length === 0) {
    await state.acknowledge(async () => bank.clock.advance({ hours: 1 }))
    // Room for the next line, and not for all of them.
    disk.room = 1_000
    await new Promise((resolve) => setImmediate(resolve))
  }
  disk.room = 1_000_000
  await state.acknowledge(async () => bank.clock.advance({ hours: 1 }))
  const { banks } = await readStateFile(path)
  await state.close()

  expect(said[0]).toContain(`Failed to begin "${path}" anew; it stays in use: Failed to write the state file`)
  expect(existsSync(`${path}.next`)).toBe(false)
  expect(banks.get('main')?.journal).toEqual(bank.journal)
})

it.each([
  [
    'folder is not there',
    () => join(folder, 'nowhere', 'a.journal'),
    'its folder is not there (ENOENT). Make the folder',
  ],
  ['path is a folder', () => newFolder(), 'it is a folder (EISDIR). Give the path of a file.'],
  ['folder is a file', () => join(newFile(), 'a.journal'), 'a part of its path is no folder (ENOTDIR)'],
])('says what is wrong where the %s [§3]', async (_, pathOf, message) => {
  const path = pathOf()

  await expect(openStateFile(path)).rejects.toThrow(`Failed to open the state file "${path}": ${message}`)

  expect(existsSync(`${path}.lock`)).toBe(false)
})

it.each([
  ['EACCES', 'this user may not write there (EACCES). Give the user that right, or give another path.'],
  ['EROFS', 'the disk can only be read (EROFS). Give a path on another disk.'],
  ['EIO', 'EIO: i/o error (EIO). Nothing that was kept is lost; the next call tries again.'],
])('says what is wrong where the system says %s [§3]', (code, words) => {
  const thrown = Object.assign(new Error(`${code}: i/o error`), { code })

  const error = stateErrorOf('Failed to open the state file "a"', thrown)

  expect(error).toMatchObject({ code, cause: thrown, message: `Failed to open the state file "a": ${words}` })
})

/** The text of a lock as this process writes it, but for these fields. */
async function lockOf(others: object): Promise<string> {
  const path = newPath()
  const state = await openStateFile(path)
  const own = JSON.parse(readFileSync(`${path}.lock`, 'utf8'))
  await state.close()
  return JSON.stringify({ ...own, ...others })
}

it('refuses a file that this process has open, and one of another process that is alive [§3]', async () => {
  const path = newPath()
  const state = await openStateFile(path)

  await expect(openStateFile(path)).rejects.toThrow(
    `Failed to open the state file "${path}": this process, ${process.pid}, has it, as "${path}.lock" says. End that process, or give another path.`,
  )
  await state.close()
  writeFileSync(`${path}.lock`, await lockOf({ pid: process.ppid }))
  await expect(openStateFile(path)).rejects.toThrow(`process ${process.ppid} on ${hostname()} has it`)
  writeFileSync(`${path}.lock`, JSON.stringify({ pid: 1, host: 'another.example' }))
  await expect(openStateFile(path)).rejects.toThrow('process 1 on another.example has it')

  expect(existsSync(`${path}.lock`)).toBe(true)
})

it('takes over the lock of a process that is gone, and gives its own back [§3]', async () => {
  const path = newPath()
  // No system gives so high an id.
  writeFileSync(`${path}.lock`, await lockOf({ pid: 2 ** 30 }))

  const state = await openStateFile(path)
  const lock = JSON.parse(readFileSync(`${path}.lock`, 'utf8'))
  await state.close()

  expect(lock).toMatchObject({ pid: process.pid, host: hostname() })
  expect(existsSync(`${path}.lock`)).toBe(false)
})

it('has one lock for a file, whatever links lead to it, and keeps the link [§3]', async () => {
  const [path, link] = [newPath(), newPath()]
  symlinkSync(path, `${link}.nowhere`)
  await expect(openStateFile(`${link}.nowhere`)).rejects.toThrow('it is a link to a file that is not there (EEXIST)')
  const state = await openStateFile(path, { beginAnewAfter: 1 })
  bankIn(state, { seed: 7 }).clock.advance({ hours: 1 })
  await state.written()
  symlinkSync(path, link)

  await expect(openStateFile(link)).rejects.toThrow(`has it, as "${path}.lock" says`)
  await state.close()
  const again = await openStateFile(link, { beginAnewAfter: 1 })
  bankIn(again).clock.advance({ hours: 1 })
  await again.written()
  await again.close()

  expect((await readStateFile(path)).banks.get('main')?.clock.now).toBe('2026-03-02T11:00:00.000-05:00')
})

it('refuses a file that has a second name, as each would have a lock, and what is no file [§3]', async () => {
  const [path, other] = [newPath(), newPath()]
  const state = await openStateFile(path)
  linkSync(path, other)

  await expect(openStateFile(other)).rejects.toThrow(
    `Failed to open the state file "${other}": the file has 2 names (hard links)`,
  )
  await expect(openStateFile('/dev/null')).rejects.toThrow('it is a device or a pipe. Give the path of a file.')

  await state.close()
})

it('says of a lock that names no process what to do, and takes it over when it is a minute old [§3]', async () => {
  const path = newPath()
  for (const text of ['', 'nothing', '{"pid":"1"}']) {
    writeFileSync(`${path}.lock`, text)

    await expect(openStateFile(path)).rejects.toThrow(
      `"${path}.lock" does not say which process has the state file. Delete that lock if no process has the file, or wait`,
    )
    makeOld(`${path}.lock`)
    await (await openStateFile(path)).close()

    expect(existsSync(`${path}.lock`)).toBe(false)
  }
})

it('refuses a folder in the place of the lock, and leaves it there [§3]', async () => {
  const path = newPath()
  mkdirSync(`${path}.lock`)
  makeOld(`${path}.lock`)

  await expect(openStateFile(path)).rejects.toThrow(
    `Failed to open the state file "${path}": "${path}.lock" is a folder, and the lock must be there. Remove it, or give another path.`,
  )
  expect(existsSync(`${path}.lock`)).toBe(true)
})

it.skipIf(process.platform !== 'linux')(
  'leaves the lock of another container with the same name, until it gave no sign of life for half a minute [§3]',
  async () => {
    const path = newPath()
    // The first process of each container has the number 1: here it is that of this test.
    writeFileSync(`${path}.lock`, await lockOf({ space: 'pid:[1]' }))

    await expect(openStateFile(path)).rejects.toThrow(`process ${process.pid} on ${hostname()} has it`)
    makeOld(`${path}.lock`)
    const state = await openStateFile(path)
    await state.close()

    expect(existsSync(`${path}.lock`)).toBe(false)
  },
)

it('does not advise to end a process that has only the number of one that is gone [§3]', async () => {
  const path = newPath()
  writeFileSync(`${path}.lock`, await lockOf({ pid: process.ppid }))
  makeOld(`${path}.lock`)

  await expect(openStateFile(path)).rejects.toThrow(
    /no sign of life for 10 min: it stands still, or is another program with the same id. End that process if it is vostro; otherwise delete that lock/,
  )
})

it('acknowledges nothing while its file is deleted, replaced or shorter, and goes on when it is back [§3]', async () => {
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
  truncateSync(path, 10)
  await expect(move()).rejects.toThrow(`it has 10 bytes now, and ${whole.length} were written.`)
  writeFileSync(path, whole)
  await move()
  await state.close()

  expect(said).toHaveLength(2)
  expect((await readStateFile(path)).banks.get('main')?.journal).toEqual(bank.journal)
})

it('takes away what a process left that was ended while it began its file anew [§3]', async () => {
  const path = newPath()
  writeFileSync(`${path}.next`, 'half of it')

  const state = await openStateFile(path)
  await state.close()

  expect(existsSync(`${path}.next`)).toBe(false)
})

function makeOld(path: string): void {
  const then = Date.now() / 1_000 - 600
  utimesSync(path, then, then)
}

function newFolder(): string {
  const path = newPath()
  mkdirSync(path)
  return path
}

function newFile(): string {
  const path = newPath()
  writeFileSync(path, '')
  return path
}
