/** A state file and its surroundings: other processes, and files that somebody else touches. (§3) */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { openStateFile } from '../../src/cli/state/state-file.ts'
import { acknowledged, bankIn, foundIn, pathsOfFile } from './bank-in.ts'

const newPath = pathsOfFile()

it('refuses a path that is no regular file, or is a folder, and locks nothing [§3]', async () => {
  const path = newPath()

  await expect(openStateFile(join(path, 'a.json'))).rejects.toThrow(
    /^Failed to open the state file ".+": ENOENT: .+\. Give the path of a file that this user may read and write\.$/,
  )
  await expect(openStateFile(dirname(path))).rejects.toThrow('": EISDIR: ')

  expect(existsSync(`${dirname(path)}.lock`)).toBe(false)
})

it.each([
  ['is a file, and no folder', (lock: string) => writeFileSync(lock, 'of another version')],
  ['is not empty', (lock: string) => mkdirSync(join(lock, 'of another version'), { recursive: true })],
])('refuses a lock that %s [§3]', async (fact, put) => {
  const path = newPath()
  put(`${path}.lock`)
  utimesSync(`${path}.lock`, 1, 1)

  await expect(openStateFile(path, { tries: 0 })).rejects.toThrow(
    `Failed to open the state file "${path}": "${path}.lock" ${fact}, as the locks of this version are. If no process has the state file, delete it.`,
  )
})

it('continues with the existing file if it cannot be rewritten [§3]', async () => {
  const path = newPath()
  const said: string[] = []
  const state = await openStateFile(path, { leastSize: 5_000, say: (sentence) => said.push(sentence) })
  const bank = bankIn(state, { seed: 7 })
  mkdirSync(`${path}.next`)

  while (said.length === 0) await acknowledged(state, () => bank.clock.advance({ hours: 1 }))
  await acknowledged(state, () => bank.clock.advance({ hours: 1 }))
  const { banks } = await foundIn(path)
  await state.close()

  expect(said[0]).toContain(`Failed to write "${path}" anew; it stays in use: EEXIST: `)
  expect(banks.get('main')?.journal).toEqual(bank.journal)
})

it('refuses a file in use by another process, also through a link, and accepts it after that process has ended [§3]', async () => {
  const [path, link] = [newPath(), newPath()]
  const state = await openStateFile(path)
  symlinkSync(path, link)
  const said: string[] = []

  await expect(openStateFile(link, { tries: 1, say: (sentence) => said.push(sentence) })).rejects.toThrow(
    `Failed to open the state file "${link}": "${path}.lock" is renewed by a process that has the file. End that process, or give another path.`,
  )
  await state.close()
  await (await openStateFile(link, { tries: 0 })).close()

  expect(said).toEqual([
    `${path}: it is locked, by a process that has it or that was killed just now. Waits some seconds for "${path}.lock".`,
  ])
  expect(statSync(link).ino).toBe(statSync(path).ino)
})

it('takes over the lock of a killed process, and releases its own [§3]', async () => {
  const path = newPath()
  mkdirSync(`${path}.lock`)
  utimesSync(`${path}.lock`, 1, 1)

  const state = await openStateFile(path, { tries: 0 })
  const isLocked = existsSync(`${path}.lock`)
  await state.close()

  expect([isLocked, existsSync(`${path}.lock`)]).toEqual([true, false])
})

it('writes nothing more after its lock is gone [§3]', async () => {
  const path = newPath()
  const said: string[] = []
  const state = await openStateFile(path, { say: (sentence) => said.push(sentence) })
  const bank = bankIn(state, { seed: 7 })
  await state.written()
  rmSync(`${path}.lock`, { recursive: true })
  const move = () => acknowledged(state, () => bank.clock.advance({ hours: 1 }))

  await expect
    .poll(() => move().then(() => '', String), { timeout: 60_000 })
    .toContain('its lock was taken over or deleted')
  const before = readFileSync(path, 'utf8')

  await expect(move()).rejects.toThrow('End this process, and start it again.')
  await expect(state.close()).rejects.toThrow('its lock was taken over')
  expect(readFileSync(path, 'utf8')).toBe(before)
  expect(said).toHaveLength(1)
})

it('acknowledges nothing while its file is deleted, replaced, longer or shorter, and continues when the file is back [§3]', async () => {
  const path = newPath()
  const said: string[] = []
  const state = await openStateFile(path, { say: (sentence) => said.push(sentence) })
  const bank = bankIn(state, { seed: 7 })
  const move = () => acknowledged(state, () => bank.clock.advance({ hours: 1 }))
  const changed = 'it was deleted, replaced or changed. It had'
  await move()

  renameSync(path, `${path}.aside`)
  await expect(move()).rejects.toThrow(`Failed to write the state file "${path}": ${changed}`)
  writeFileSync(path, 'another')
  await expect(move()).rejects.toThrow(changed)
  expect(readFileSync(path, 'utf8')).toBe('another')
  renameSync(`${path}.aside`, path)
  await move()
  const whole = readFileSync(path)
  truncateSync(path, 10)
  await expect(move()).rejects.toThrow(`${changed} ${whole.length} bytes: put it back as it was`)
  writeFileSync(path, whole)
  await move()
  await state.close()

  expect(said).toHaveLength(2)
  expect((await foundIn(path)).banks.get('main')?.journal).toEqual(bank.journal)
})

it('lets only its user read the file, and removes leftovers of a process that was killed during a rewrite [§3]', async () => {
  const path = newPath()
  writeFileSync(`${path}.next`, 'half a file')

  const state = await openStateFile(path)
  await state.close()

  expect([statSync(path).mode & 0o777, existsSync(`${path}.next`)]).toEqual([0o600, false])
})
