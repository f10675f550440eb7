import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readStateFile } from '../../src/cli/state/open-file.ts'
import { openStateFile } from '../../src/cli/state/state-file.ts'
import type { BankServerOptions } from '../../src/server/options.ts'
import { type BankServer, createBankServer } from '../../src/server/server.ts'
import { folderOfFile } from '../support/temporary-folder.ts'
import { outboundWire } from '../support/wire.ts'
import { bankIn } from './bank-in.ts'

const folder = folderOfFile()
let files = 0
const newPath = () => join(folder, `${files++}.journal`)

it('keeps a bank in a file, and starts from it again [§3]', async () => {
  const path = newPath()
  const state = await openStateFile(path)
  const bank = bankIn(state, { seed: 7 })
  await state.acknowledge(async () => bank.wires.create(outboundWire(bank)))
  await state.close()

  const again = await openStateFile(path)
  const same = bankIn(again, { seed: 7 })
  same.clock.advance({ days: 1 })
  await again.close()

  expect(same.wires.list().results[0]?.id).toBe(bank.wires.list().results[0]?.id)
  expect((await readStateFile(path)).banks.get('main')?.journal).toEqual(same.journal)
})

it('has written an operation when it is acknowledged [§3]', async () => {
  const path = newPath()
  const state = await openStateFile(path)
  const bank = bankIn(state, { seed: 7 })

  await Promise.all(
    Array.from({ length: 5 }, () => state.acknowledge(async () => bank.wires.create(outboundWire(bank)))),
  )
  const { banks } = await readStateFile(path)
  await state.close()

  expect(banks.get('main')?.journal).toEqual(bank.journal)
})

it('writes what nobody waits for as well, such as time that goes by [§3]', async () => {
  const path = newPath()
  const state = await openStateFile(path)
  const bank = bankIn(state, { seed: 7 })

  bank.clock.advance({ hours: 1 })
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  const { banks } = await readStateFile(path)
  await state.close()

  expect(banks.get('main')?.clock.now).toBe(bank.clock.now)
})

it('keeps the banks of a server, and gives them back to the next one, wherever it is [§3]', async () => {
  const path = newPath()
  const state = await openStateFile(path)
  const server = serverAt('http://127.0.0.1:4010', state.keeping({ seed: 7 }))
  const ids = [await openBank(server), await openBank(server), await openBank(server, { seed: 8 })]
  await control(server, 'POST', `/banks/${ids[0]}/clock/advance`, { hours: 1 })
  await control(server, 'POST', `/clock/advance`, { hours: 2 })
  await control(server, 'DELETE', `/banks/${ids[1]}`)
  const before = storiesOf(server)
  await server.close()
  await state.close()

  const again = await openStateFile(path)
  const same = serverAt('http://127.0.0.1:4020', again.keeping({ seed: 7 }))
  const found = storiesOf(same)
  const later = await openBank(same)
  await same.close()
  await again.close()

  expect(Object.keys(before)).toHaveLength(3)
  expect(found).toEqual(before)
  expect([...(await readStateFile(path)).banks.keys()]).toEqual(['template', 'main', ids[0], ids[2], later])
})

it('refuses a server whose bank has other options than the file, with what differs [§3]', async () => {
  const path = newPath()
  const state = await openStateFile(path)
  serverAt('http://127.0.0.1:4010', state.keeping({ seed: 7 }))
  await state.close()

  const again = await openStateFile(path)

  expect(() => again.keeping({ seed: 8 })).toThrow(
    'Failed to go on with a journal of another bank: seed is 7 in the journal and 8 in the options.',
  )
  await again.close()
})

it('cuts off the last line where it is torn, says so, and goes on [§3]', async () => {
  const path = newPath()
  const state = await openStateFile(path)
  const bank = bankIn(state, { seed: 7 })
  bank.clock.advance({ hours: 1 })
  await state.close()
  const whole = readFileSync(path, 'utf8')
  writeFileSync(path, `${whole}[4,"0b77`)
  const said: string[] = []

  const again = await openStateFile(path, { say: (sentence) => said.push(sentence) })
  bankIn(again).clock.advance({ hours: 1 })
  await again.close()

  expect(said).toEqual([
    `${path}: line 4 is cut off: 8 bytes of an operation that was not acknowledged. These bytes are removed.`,
  ])
  // The first line says how many bytes were kept, and these are more now.
  expect(readFileSync(path, 'utf8').split('\n').slice(1, 3)).toEqual(whole.split('\n').slice(1, 3))
  expect((await readStateFile(path)).banks.get('main')?.clock.now).toBe('2026-03-02T11:00:00.000-05:00')
})

it('changes no file that is none, or of which a line in the middle is damaged [§3]', async () => {
  const path = newPath()
  const state = await openStateFile(path)
  bankIn(state, { seed: 7 }).clock.advance({ hours: 1 })
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
  const bank = bankIn(state, { seed: 7, keep: { journal: 20 } })
  const lines: number[] = []
  for (let count = 0; count < 300; count++) {
    await state.acknowledge(async () => bank.wires.create(outboundWire(bank, { amount: 1 })))
    await new Promise((resolve) => setImmediate(resolve))
    lines.push(readFileSync(path, 'utf8').split('\n').length)
  }
  const { banks } = await readStateFile(path)
  await state.close()
  const again = await openStateFile(path)
  const bankAgain = bankIn(again)
  await again.close()

  expect(lines.some((count, index) => index > 0 && count < (lines[index - 1] as number))).toBe(true)
  expect(JSON.stringify(banks.get('main')?.world)).toBe(JSON.stringify(bank.world))
  expect(bankAgain.journal).toEqual(bank.journal)
  expect(bankAgain.world.wires.payments.size).toBe(300)
})

it('refuses an option that cannot be used, and one that there is not [§3]', async () => {
  await expect(openStateFile(newPath(), { holdsTime: 'often' as never })).rejects.toThrow(
    'holdsTime: must be true or false, and is "often"',
  )
  await expect(openStateFile(newPath(), { fsync: 'always' } as never)).rejects.toThrow('fsync: is no option')
})

let banks = 0
function serverAt(origin: string, kept: Partial<BankServerOptions>): BankServer {
  return createBankServer({
    origin,
    bank: { seed: 7 },
    send: async () => new Response('ok'),
    now: () => 0,
    random: (count) => new Uint8Array(count).fill(++banks),
    ...kept,
  })
}

/** By the ids of its banks. */
function storiesOf(server: BankServer) {
  return Object.fromEntries(server.banks.map(({ id, bank }) => [id, [JSON.stringify(bank.world), bank.timeline()]]))
}

async function control(server: BankServer, method: string, path: string, body?: object): Promise<unknown> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const response = await server.answer(new Request(server.controlUrl + path, { method, ...sent }))
  if (!response.ok) throw new Error(await response.text())
  return response.status === 204 ? undefined : await response.json()
}

async function openBank(server: BankServer, options?: object): Promise<string> {
  return ((await control(server, 'POST', '/banks', options)) as { id: string }).id
}
