import { chmodSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readStateFile } from '../../src/cli/state/open-file.ts'
import { openStateFile } from '../../src/cli/state/state-file.ts'
import { folderOfFile } from '../support/temporary-folder.ts'
import { bankIn } from './bank-in.ts'

const folder = folderOfFile()
let files = 0
const newPath = () => join(folder, `${files++}.journal`)

/** Lets the process go on until it is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

/** A file with `count` hours that were acknowledged one by one; its process was killed where it `isKilled`. */
async function fileOfHours(count: number, isKilled = false) {
  const path = newPath()
  const state = await openStateFile(path)
  const bank = bankIn(state, { seed: 7 })
  for (let hour = 0; hour < count; hour++) await state.acknowledge(async () => bank.clock.advance({ hours: 1 }))
  const text = readFileSync(path, 'utf8')
  await state.close()
  if (isKilled) writeFileSync(path, text)
  return { path, text, lines: text.trimEnd().split('\n') }
}

it.each([true, false])(
  'says that acknowledged operations are missing at its end (killed: %o), and changes nothing [§3]',
  async (isKilled) => {
    const { path, text, lines } = await fileOfHours(30, isKilled)
    const shorter = `${lines.slice(0, -20).join('\n')}\n`
    writeFileSync(path, shorter)

    await expect(openStateFile(path)).rejects.toThrow(
      `${text.length} bytes were on disk, but only ${shorter.length} of them can be read: acknowledged operations after line 12 are missing or damaged. Give the whole file.`,
    )
    await expect(readStateFile(path)).rejects.toThrow('acknowledged operations after line 12')

    expect(readFileSync(path, 'utf8')).toBe(shorter)
  },
)

it.each([
  ['within a line', (text: string) => text.slice(0, -300)],
  ['before its last newline', (text: string) => text.slice(0, -1)],
  ['with another letter for its last newline', (text: string) => `${text.slice(0, -1)} `],
])('does not cut off acknowledged operations: cut %s [§3]', async (_, cut) => {
  const { path, text } = await fileOfHours(3)
  writeFileSync(path, cut(text))

  await expect(openStateFile(path)).rejects.toThrow('acknowledged operations after line')
})

it.each([
  ['a page that the disk has not had', (tail: string) => `${'\0'.repeat(4_096)}\n${tail}`],
  ['text that is none of ours', (tail: string) => `garbage\n${tail}`],
  ['an empty line', () => '\n'],
])('cuts off what comes after all that was kept, and says it: %s [§3]', async (_, torn) => {
  const { path, text } = await fileOfHours(3)
  const { text: longer } = await fileOfHours(5)
  writeFileSync(path, text + torn(longer.slice(text.length)))
  const said: string[] = []

  const state = await openStateFile(path, { say: (sentence) => said.push(sentence) })
  await state.close()

  expect(readFileSync(path, 'utf8')).toBe(text)
  expect(said.join()).toMatch(
    /line 6 is cut off: \d+ bytes? of an operation that was not acknowledged. These bytes are removed.$/,
  )
})

it('says that everything is missing where the first line is all that is left, and cut off [§3]', async () => {
  const { path, text } = await fileOfHours(3)
  const left = text.slice(0, text.indexOf('\n'))
  writeFileSync(path, left)

  await expect(openStateFile(path)).rejects.toThrow(`${text.length} bytes were on disk, but only 0 of them can be read`)

  expect(readFileSync(path, 'utf8')).toBe(left)
})

it('refuses a file to which an editor has added a byte order mark, and changes nothing [§3]', async () => {
  const { path, text } = await fileOfHours(3)
  writeFileSync(path, `\uFEFF${text}`)

  await expect(openStateFile(path)).rejects.toThrow(
    'line 1 begins with a byte order mark, which an editor has added: save the file as UTF-8 without one',
  )

  expect(readFileSync(path, 'utf8')).toBe(`\uFEFF${text}`)
})

it.each([
  ['was deleted', (lock: string) => rmSync(lock)],
  [
    'was taken over while the process was paused',
    (lock: string) => {
      rmSync(lock)
      writeFileSync(lock, '{"pid":1,"host":"other.example"}')
    },
  ],
])('writes nothing more once its lock %s [§3]', async (_, lose) => {
  const path = newPath()
  const state = await openStateFile(path)
  const bank = bankIn(state, { seed: 7 })
  await state.written()
  const before = readFileSync(path, 'utf8')
  lose(`${path}.lock`)

  bank.clock.advance({ hours: 1 })

  await expect(state.written()).rejects.toThrow('its lock was taken over by another process')
  await expect(state.acknowledge(async () => bank.clock.advance({ hours: 1 }))).rejects.toThrow('End this process')
  await expect(state.close()).rejects.toThrow('its lock was taken over')
  expect(readFileSync(path, 'utf8')).toBe(before)
})

it('goes on without the end where its user says so in the first line [§3]', async () => {
  const { path, lines } = await fileOfHours(30)
  const shorter = `${lines.slice(0, -20).join('\n')}\n`
  const size = String(shorter.length).padStart(13, '0')
  writeFileSync(path, shorter.replace(/"kept":"\d+"/, `"kept":"${size}"`))

  const { banks, torn } = await readStateFile(path)

  expect([banks.get('main')?.clock.now, torn]).toEqual(['2026-03-02T19:00:00.000-05:00', undefined])
})

it('reads the file of a version that did not say how much was kept, and says it once the file began anew [§3]', async () => {
  const { path, text } = await fileOfHours(3)
  writeFileSync(path, text.replace(/"kept":"\d+",/, ''))

  const state = await openStateFile(path, { beginAnewAfter: 1 })
  bankIn(state).clock.advance({ hours: 1 })
  await state.written()
  await until(() => readFileSync(path, 'utf8').includes(`"kept":"${String(statSync(path).size).padStart(13, '0')}"`))
  await state.close()

  expect((await readStateFile(path)).banks.get('main')?.clock.now).toBe('2026-03-02T13:00:00.000-05:00')
})

it('begins anew after a start as soon as before it, also where snapshots were put back [§3]', async () => {
  const path = newPath()
  const state = await openStateFile(path)
  const bank = bankIn(state, { seed: 7 })
  bank.clock.advance({ hours: 1 })
  const snapshot = bank.snapshot()
  for (let count = 0; count < 40; count++) {
    bank.restore(snapshot)
    bank.clock.advance({ minutes: 1 })
  }
  await state.close()
  const { size } = statSync(path)

  const again = await openStateFile(path, { beginAnewAfter: 10_000 })
  bankIn(again).clock.advance({ minutes: 1 })
  await again.written()
  await until(() => statSync(path).size < size / 4)
  await again.close()

  expect((await readStateFile(path)).banks.get('main')?.clock.now).toBe('2026-03-02T10:02:00.000-05:00')
})

it('lets only its user read the file, whatever its mode was, and opens neither lock nor draft through a link [§3]', async () => {
  const { path } = await fileOfHours(1)
  const other = newPath()
  writeFileSync(other, 'of somebody else')
  chmodSync(path, 0o644)
  symlinkSync(other, `${path}.next`)
  symlinkSync(other, `${path}.lock.${process.pid}`)

  const state = await openStateFile(path, { beginAnewAfter: 1 })
  symlinkSync(other, `${path}.next`)
  bankIn(state).clock.advance({ hours: 1 })
  await state.written()
  await state.close()

  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(other, 'utf8')).toBe('of somebody else')
})

it('says that links which lead to each other lead nowhere [§3]', async () => {
  const [one, other] = [newPath(), newPath()]
  symlinkSync(one, other)
  symlinkSync(other, one)

  await expect(openStateFile(one)).rejects.toThrow('its links lead to each other (ELOOP). Give the path of the file.')
})
