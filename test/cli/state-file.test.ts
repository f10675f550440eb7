import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Bank } from '../../src/bank/bank.ts'
import { openStateFile } from '../../src/cli/state/state-file.ts'
import type { BankServerOptions } from '../../src/server/options.ts'
import { type BankServer, createBankServer } from '../../src/server/server.ts'
import { pushOf } from '../support/requests.ts'
import { inboundWire, outboundWire } from '../support/wire.ts'
import { acknowledged, bankIn, foundIn, pathsOfFile } from './bank-in.ts'

const newPath = pathsOfFile()

it('continues after a restart with the clock, the answers to repeated requests, and the pending faults [§3]', async () => {
  const path = newPath()
  const state = await openStateFile(path)
  const bank = bankIn(state, { seed: 7 })
  const request = outboundWire(bank)
  const { id } = bank.wires.create(request, { idempotencyKey: 'a-key' })
  bank.clock.advance({ hours: 5 })
  bank.faults.inject('lostAnswer', { endpoint: 'createWire' })
  await state.close()

  const again = await openStateFile(path)
  const same = bankIn(again, { seed: 7 })

  expect(same.wires.create(request, { idempotencyKey: 'a-key' }).id).toBe(id)
  expect(same.clock.now).toBe(bank.clock.now)
  expect(same.faults.list()).toEqual(bank.faults.list())
  expect(same.journal.slice(0, -1)).toEqual(bank.journal)
  await again.close()
})

it('has one line on disk for each acknowledged operation, and none for a refusal that changed nothing [§3]', async () => {
  const path = newPath()
  const state = await openStateFile(path)
  const bank = bankIn(state, { seed: 7 })
  const pay = () => acknowledged(state, () => bank.wires.create(outboundWire(bank)))

  await Promise.all([pay(), pay(), pay()])
  const lines = readFileSync(path, 'utf8').split('\n').slice(2, -1)
  const { banks } = await foundIn(path)
  await state.close()

  expect(lines.map((line) => JSON.parse(line).slice(1, 3))).toEqual([
    ['entry', 'main'],
    ['entry', 'main'],
    ['entry', 'main'],
  ])
  expect(banks.get('main')?.journal).toEqual(bank.journal)
})

it('also writes changes that no answer waits for, such as the passing of time [§3]', async () => {
  const path = newPath()
  const state = await openStateFile(path)
  const bank = bankIn(state, { seed: 7 })
  await state.written()
  const { size } = statSync(path)

  bank.clock.advance({ hours: 1 })
  await expect.poll(() => statSync(path).size).toBeGreaterThan(size)
  await state.close()
})

it('stores the banks of a server, and restores them in the next server, wherever it runs [§3]', async () => {
  const path = newPath()
  const state = await openStateFile(path)
  const server = serverAt('http://127.0.0.1:4010', state.keeping({ seed: 7 }))
  const ids = [await openBank(server), await openBank(server), await openBank(server, { seed: 8 })]
  await control(server, 'POST', `/banks/${ids[0]}/clock/advance`, { hours: 1 })
  const { id: snapshot } = (await control(server, 'POST', '/snapshot')) as { id: string }
  await control(server, 'POST', '/clock/advance', { hours: 2 })
  await control(server, 'POST', '/restore', { id: snapshot })
  await control(server, 'POST', `/banks/${ids[2]}/clock/advance`, { hours: 2 })
  await control(server, 'POST', `/banks/${ids[2]}/reset`)
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
  expect([...(await foundIn(path)).banks.keys()]).toEqual(['template', 'main', ids[0], ids[2], later])
})

it('keeps only the newest facts if the process is configured so, after each restart [§3]', async () => {
  const path = newPath()
  const begun: string[] = []
  const ended: string[] = []
  const lengths: number[] = []
  for (let start = 0; start < 3; start++) {
    const state = await openStateFile(path, { leastSize: 10_000 })
    const server = serverAt('http://127.0.0.1:4010', { keep: 5, ...state.keeping({ seed: 7 }) })
    const bank = server.banks[0]?.bank as Bank
    begun.push(JSON.stringify(bank.world))
    const registration = { ...pushOf('Wire.Payment.Received', bank.partner.id), callbackUrl: 'http://localhost/hooks' }
    if (start === 0) bank.webhooks.register(registration)
    for (let hour = 0; hour < 20; hour++) {
      bank.wires.simulateInbound(inboundWire(bank))
      await control(server, 'POST', '/clock/advance', { hours: 1 })
    }
    ended.push(JSON.stringify(bank.world))
    lengths.push(bank.journal.length, bank.events.length, bank.pushes.length)
    await server.close()
    await state.close()
  }

  expect(begun.slice(1)).toEqual(ended.slice(0, -1))
  expect(Math.max(...lengths)).toBeLessThanOrEqual(10)
})

it('refuses a server whose options differ from the file, and lists the differences [§3]', async () => {
  const path = newPath()
  const state = await openStateFile(path)
  bankIn(state, { seed: 7, release: { every: { minutes: 30 } }, partner: { clientId: 'an-id', name: 'Example' } })
  await state.close()

  const again = await openStateFile(path)

  expect(() => again.keeping({ seed: 8, now: '2026-03-03T09:00:00-05:00', partner: { name: 'Other' } })).toThrow(
    `Failed to open the state file "${path}": it has another bank: seed is 7 in the file and 8 in the options, now is "2026-03-02T09:00:00.000-05:00" in the file and "2026-03-03T09:00:00.000-05:00" in the options, partner is {"clientId":"an-id","name":"Example"} in the file and {"name":"Other"} in the options. Start with the same options, or with another file.`,
  )
  expect(() => again.keeping({ release: { every: { seconds: 1800 } } })).not.toThrow()
  await again.close()
})

it('rewrites the file when it has doubled, even during concurrent calls [§3]', async () => {
  const path = newPath()
  const state = await openStateFile(path, { leastSize: 20_000 })
  const bank = bankIn(state, { seed: 7 })
  const files: number[] = []
  for (let count = 0; count < 50; count++) {
    const pay = () => acknowledged(state, () => bank.wires.create(outboundWire(bank, { amount: 1 })))
    await Promise.all([pay(), pay(), pay()])
    files.push(statSync(path).ino)
  }
  const { banks } = await foundIn(path)
  await state.close()
  const again = await openStateFile(path)
  const same = bankIn(again)
  await again.close()

  expect(files.filter((file, index) => index > 0 && file !== files[index - 1]).length).toBeGreaterThan(1)
  expect(JSON.stringify(banks.get('main')?.world)).toBe(JSON.stringify(bank.world))
  expect(same.journal).toEqual(bank.journal)
  expect(same.world.wires.payments.size).toBe(150)
})

it('rewrites the file after a restart at the same size as before [§3]', async () => {
  const path = newPath()
  const state = await openStateFile(path)
  const bank = bankIn(state, { seed: 7 })
  for (let count = 0; count < 40; count++) bank.clock.advance({ hours: 1 })
  await state.close()
  const { ino } = statSync(path)

  const again = await openStateFile(path, { leastSize: 1 })
  bankIn(again).clock.advance({ hours: 1 })
  await again.close()

  expect(statSync(path).ino).not.toBe(ino)
  expect((await foundIn(path)).banks.get('main')?.clock.now).toBe('2026-03-04T02:00:00.000-05:00')
})

/** A file whose every line was acknowledged, with one line of each kind in it. */
async function wholeFile() {
  const path = newPath()
  const state = await openStateFile(path)
  const bank = bankIn(state, { seed: 7 })
  state.opened('fork', bank.fork())
  bank.wires.create(outboundWire(bank, { purpose: 'Größe 5 €' }))
  bank.clock.advance({ hours: 1 })
  state.closed('fork')
  await state.close()
  return { path, text: readFileSync(path, 'utf8') }
}

it('refuses a truncated file, wherever it was cut, and changes nothing [§3]', async () => {
  const { path, text } = await wholeFile()
  const whole = Buffer.from(text)

  for (let end = 0; end < whole.length; end += 47) {
    writeFileSync(path, whole.subarray(0, end))

    await expect(openStateFile(path)).rejects.toThrow(
      end === 0
        ? `Failed to open the state file "${path}": it is empty. The file stays as it is. Put back the file with your banks, or delete it to begin with a new bank.`
        : /: line 1 is none of a state file\.|: \d+ of its bytes were acknowledged, and only \d+ are there in whole lines: its end is missing\. The file stays as it is\. Put the whole file back\./,
    )
    expect(statSync(path).size).toBe(end)
  }
})

it('continues without the missing end if the user allows it in the first line [§3]', async () => {
  const { path, text } = await wholeFile()
  const shorter = text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)
  const kept = String(Buffer.byteLength(shorter)).padStart(13, '0')
  writeFileSync(path, shorter.replace(/"kept":"\d+"/, `"kept":"${kept}"`))

  expect([...(await foundIn(path)).banks.keys()]).toEqual(['main', 'fork'])
})

it('drops an incomplete line that was not acknowledged, says so, and continues [§3]', async () => {
  const { path, text } = await wholeFile()
  writeFileSync(path, `${text}["0b77`)
  const said: string[] = []

  const state = await openStateFile(path, { say: (sentence) => said.push(sentence) })
  bankIn(state).clock.advance({ hours: 1 })
  await state.close()

  expect(said).toEqual([
    `${path}: its last line, 7, is incomplete. Its operation was not acknowledged: removes its 6 bytes.`,
  ])
  expect((await foundIn(path)).banks.get('main')?.clock.now).toBe('2026-03-02T11:00:00.000-05:00')
})

it('refuses a line with one wrong letter, names its number, and changes nothing [§3]', async () => {
  const { path, text } = await wholeFile()
  const lines = text.split('\n').slice(0, -1)

  for (const [index, line] of lines.entries()) {
    const place = Math.floor((line.length * (index + 1)) / (lines.length + 2))
    const damaged = lines.with(index, line.slice(0, place) + (line[place] === '0' ? '1' : '0') + line.slice(place + 1))
    writeFileSync(path, `${damaged.join('\n')}\n`)

    await expect(openStateFile(path)).rejects.toThrow(`Failed to open the state file "${path}": line ${index + 1} `)
    expect(readFileSync(path, 'utf8')).toBe(`${damaged.join('\n')}\n`)
  }
})

it.each([
  [
    'lacks a line',
    (lines: string[]) => lines.toSpliced(3, 1, `${lines[4]}${' '.repeat(999)}`),
    'line 4 is damaged, missing or out of order',
  ],
  [
    'has a line twice',
    (lines: string[]) => lines.toSpliced(3, 0, lines[3] as string),
    'line 5 is damaged, missing or out of order',
  ],
  ['has an empty line', (lines: string[]) => lines.toSpliced(3, 0, ''), 'line 4 is damaged, missing or out of order'],
  [
    'is of a later form',
    ([first = '', ...lines]: string[]) => [first.replace('form":2', 'form":3'), ...lines],
    'form 3',
  ],
  ['begins with a mark of an editor', (lines: string[]) => [`\uFEFF${lines[0]}`, ...lines.slice(1)], 'line 1 is none'],
  ['is something else', () => ['{"name":"something else"}', ''], 'line 1 is none of a state file'],
])('refuses a file that %s [§3]', async (_, change, message) => {
  const { path, text } = await wholeFile()
  writeFileSync(path, change(text.split('\n')).join('\n'))

  await expect(openStateFile(path)).rejects.toThrow(message)
})

it.each([
  ['a different time', (entry: unknown[]) => entry.with(0, '2026-03-02T08:00:00.000-05:00'), 'line 3 happened at'],
  [
    'a different outcome',
    (entry: unknown[]) => entry.with(4, 'repeated'),
    'line 3 ended as "repeated", and ends as "done"',
  ],
  [
    'a different operation',
    (entry: unknown[]) => entry.with(2, 'clock.advanc'),
    'the unknown operation "clock.advanc"',
  ],
])('refuses an entry that has %s than the operation in the replay [§3]', async (_, change, message) => {
  const path = newPath()
  const state = await openStateFile(path)
  const bank = bankIn(state, { seed: 7 })
  bank.clock.advance({ hours: 1 })
  await state.close()
  const { textOfLine } = await import('../../src/cli/state/state-lines.ts')
  const [first, opened, entry = ''] = readFileSync(path, 'utf8').split('\n')
  const other = textOfLine(3, 'entry', 'main', change(JSON.parse(entry)[3]))
  writeFileSync(path, `${first?.replace(/\d{13}/, '0'.repeat(13))}\n${opened}\n${other}`)

  await expect(openStateFile(path)).rejects.toThrow(message)
})

function serverAt(origin: string, kept: Partial<BankServerOptions>): BankServer {
  return createBankServer({ origin, bank: { seed: 7 }, send: async () => new Response('ok'), ...kept })
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
