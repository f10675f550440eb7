import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readStateFile } from '../../src/cli/state/open-file.ts'
import { openStateFile } from '../../src/cli/state/state-file.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'vostro-end-')))
let files = 0
const newPath = () => join(folder, `${files++}.journal`)
afterAll(() => rmSync(folder, { recursive: true }))

/** Lets the process go on until it is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

/** A file with `count` hours that were acknowledged one by one; its process was killed where it `isKilled`. */
async function fileOfHours(count: number, isKilled = false) {
  const path = newPath()
  const state = await openStateFile(path)
  const bank = state.bank({ seed: 7 })
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
      `${text.length} bytes were kept, and ${shorter.length} are whole: what was acknowledged after line 12 is missing or damaged. Give all of the file.`,
    )
    await expect(readStateFile(path)).rejects.toThrow('what was acknowledged after line 12')

    expect(readFileSync(path, 'utf8')).toBe(shorter)
  },
)

it.each([
  ['within a line', (text: string) => text.slice(0, -300)],
  ['before its last newline', (text: string) => text.slice(0, -1)],
  ['with another letter for its last newline', (text: string) => `${text.slice(0, -1)} `],
])('calls what was acknowledged no operation that nobody was told of: cut %s [§3]', async (_, cut) => {
  const { path, text } = await fileOfHours(3)
  writeFileSync(path, cut(text))

  await expect(openStateFile(path)).rejects.toThrow('what was acknowledged after line')
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
  state.bank().clock.advance({ hours: 1 })
  await state.written()
  await until(() => readFileSync(path, 'utf8').includes(`"kept":"${String(statSync(path).size).padStart(13, '0')}"`))
  await state.close()

  expect((await readStateFile(path)).banks.get('main')?.clock.now).toBe('2026-03-02T13:00:00.000-05:00')
})

it('begins anew after a start as soon as before it, also where snapshots were put back [§3]', async () => {
  const path = newPath()
  const state = await openStateFile(path)
  const bank = state.bank({ seed: 7 })
  bank.clock.advance({ hours: 1 })
  const snapshot = bank.snapshot()
  for (let count = 0; count < 40; count++) {
    bank.restore(snapshot)
    bank.clock.advance({ minutes: 1 })
  }
  await state.close()
  const { size } = statSync(path)

  const again = await openStateFile(path, { beginAnewAfter: 10_000 })
  again.bank().clock.advance({ minutes: 1 })
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
  state.bank().clock.advance({ hours: 1 })
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
