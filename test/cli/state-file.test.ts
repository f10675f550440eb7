import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { readStateFile } from '../../src/cli/state/open-file.ts'
import { openStateFile } from '../../src/cli/state/state-file.ts'
import { outboundWire } from '../support/wire.ts'

const folder = mkdtempSync(join(tmpdir(), 'vostro-state-'))
let files = 0
const newPath = () => join(folder, `${files++}.journal`)
afterAll(() => rmSync(folder, { recursive: true }))

it('keeps a bank in a file, and starts from it again [§3]', async () => {
  const path = newPath()
  const state = await openStateFile(path)
  const bank = state.bank({ seed: 7 })
  await state.acknowledge(async () => bank.wires.create(outboundWire(bank)))
  await state.close()

  const again = await openStateFile(path)
  const same = again.bank({ seed: 7 })
  same.clock.advance({ days: 1 })
  await again.close()

  expect(same.wires.list().results[0]?.id).toBe(bank.wires.list().results[0]?.id)
  expect((await readStateFile(path)).banks.get('main')?.journal).toEqual(same.journal)
})

it('has written an operation when it is acknowledged, whatever the policy [§3]', async () => {
  for (const fsync of ['always', 'second', 'never'] as const) {
    const path = newPath()
    const state = await openStateFile(path, { fsync })
    const bank = state.bank({ seed: 7 })

    await Promise.all(
      Array.from({ length: 5 }, () => state.acknowledge(async () => bank.wires.create(outboundWire(bank)))),
    )
    const { banks } = await readStateFile(path)
    await state.close()

    expect(banks.get('main')?.journal).toEqual(bank.journal)
  }
})

it('writes what nobody waits for as well, such as time that goes by [§3]', async () => {
  const path = newPath()
  const state = await openStateFile(path)
  const bank = state.bank({ seed: 7 })

  bank.clock.advance({ hours: 1 })
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  const { banks } = await readStateFile(path)
  await state.close()

  expect(banks.get('main')?.clock.now).toBe(bank.clock.now)
})

it('gives a server its banks, and keeps those that come and go [§3]', async () => {
  const path = newPath()
  const state = await openStateFile(path)
  const { banks, opened, closed, beforeAnswer } = state.keeping({ seed: 7 })
  const first = banks.get(null) as Bank
  opened('b1', first.fork())
  opened('b2', createBank({ seed: 8 }))
  opened('b3', first.fork())
  closed('b3')
  state.banks.get('b1')?.clock.advance({ hours: 1 })
  await beforeAnswer()
  await state.close()

  const again = await openStateFile(path)
  const kept = again.keeping({ seed: 7 }).banks
  await again.close()

  expect([...kept.keys()]).toEqual([null, 'b1', 'b2'])
  expect(kept.get('b1')?.clock.now).toBe('2026-03-02T10:00:00.000-05:00')
  expect(kept.get('b2')?.world.settings.seed).toBe(8)
})

it('cuts off the last line where it is torn, says so, and goes on [§3]', async () => {
  const path = newPath()
  const state = await openStateFile(path)
  const bank = state.bank({ seed: 7 })
  bank.clock.advance({ hours: 1 })
  await state.close()
  const whole = readFileSync(path, 'utf8')
  writeFileSync(path, `${whole}[4,"0b77`)
  const said: string[] = []

  const again = await openStateFile(path, { say: (sentence) => said.push(sentence) })
  again.bank().clock.advance({ hours: 1 })
  await again.close()

  expect(said).toEqual([
    `${path}: line 4 is cut off: 8 bytes of an operation that nobody was told of. They are cut off.`,
  ])
  expect(readFileSync(path, 'utf8').slice(0, whole.length)).toBe(whole)
  expect((await readStateFile(path)).banks.get('main')?.clock.now).toBe('2026-03-02T11:00:00.000-05:00')
})

it('changes no file that is none, or of which a line in the middle is damaged [§3]', async () => {
  const path = newPath()
  const state = await openStateFile(path)
  state.bank({ seed: 7 }).clock.advance({ hours: 1 })
  await state.close()
  const damaged = readFileSync(path, 'utf8').replace('"seed":7', '"seed":8')
  for (const [text, message] of [
    ['{"name":"something else"}', 'line 1 is no line of a journal'],
    [damaged, 'line 2 is damaged: its checksum is '],
  ] as const) {
    writeFileSync(path, text)

    await expect(openStateFile(path)).rejects.toThrow(message)

    expect(readFileSync(path, 'utf8')).toBe(text)
  }
})

it('begins the file anew with a snapshot when it has grown, while more is done [§3]', async () => {
  const path = newPath()
  const state = await openStateFile(path, { beginAnewAfter: 20_000 })
  const bank = state.bank({ seed: 7, keep: { journal: 20 } })
  const lines: number[] = []
  for (let count = 0; count < 300; count++) {
    await state.acknowledge(async () => bank.wires.create(outboundWire(bank, { amount: 1 })))
    await new Promise((resolve) => setImmediate(resolve))
    lines.push(readFileSync(path, 'utf8').split('\n').length)
  }
  const { banks } = await readStateFile(path)
  await state.close()
  const again = await openStateFile(path)
  const bankAgain = again.bank()
  await again.close()

  expect(lines.some((count, index) => index > 0 && count < (lines[index - 1] as number))).toBe(true)
  expect(JSON.stringify(banks.get('main')?.world)).toBe(JSON.stringify(bank.world))
  expect(bankAgain.journal).toEqual(bank.journal)
  expect(bankAgain.world.wires.payments.size).toBe(300)
})

it('refuses a policy that there is not, with those that there are [§3]', async () => {
  await expect(openStateFile(newPath(), { fsync: 'often' as 'always' })).rejects.toThrow(
    'fsync: must be "always", "second" or "never", and is "often"',
  )
})
