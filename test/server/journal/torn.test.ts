import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { isThorough } from '../../support/thorough.ts'
import { outboundWire } from '../../support/wire.ts'
import { journal, read } from './journal.ts'

/** A small journal with everything in it: entries, a fork, a reset, a snapshot that was put back; and what it tells after each operation. */
function smallJournal() {
  const { keeper, text, lines } = journal()
  const states: string[] = []
  const ends: number[] = [Buffer.byteLength(text())]
  const note = () => {
    states.push(storyOf(keeper.banks))
    ends.push(Buffer.byteLength(text()))
  }
  states.push('{}')
  const bank = createBank({ seed: 7 })
  keeper.opened('main', bank)
  note()
  bank.wires.create(outboundWire(bank, { purpose: 'Größe 5 €' }))
  note()
  const snapshot = bank.snapshot()
  const fork = bank.fork()
  keeper.opened('fork', fork, 'main')
  note()
  fork.clock.advance({ minutes: 1 })
  note()
  fork.reset()
  note()
  bank.clock.advance({ minutes: 1 })
  note()
  bank.restore(snapshot)
  note()
  keeper.closed('fork')
  note()
  return { text: text(), lines, states, ends }
}

/** What there is of all banks, but for what was read from them. */
function storyOf(banks: ReadonlyMap<string, Bank>): string {
  return JSON.stringify(Object.fromEntries([...banks].map(([id, bank]) => [id, [bank.world, bank.journal]])))
}

it('gives the operations that are whole, wherever the end of the file is cut off, and says so [§3]', async () => {
  const { text, states, ends } = smallJournal()
  const bytes = new TextEncoder().encode(text)
  const found = new Set<string>()

  let last = 0
  let seen = 0
  for (let end = 0; end <= bytes.length; end++) {
    const isNearAnEnd = ends.some((each) => Math.abs(each - end) < 4)
    if (!isThorough && !isNearAnEnd && end % 13 !== 0) continue
    const { banks, torn, bytes: whole } = await read(bytes.subarray(0, end), 100_000)
    found.add(torn === undefined ? 'whole' : torn.replace(/\d+/g, 'n'))
    // The first line that is whole is that of the file itself.
    if (ends.includes(end) && end > (ends[0] as number)) last++
    if (whole !== seen || end === bytes.length) expect(storyOf(banks)).toBe(states[last])
    seen = whole
    if (end >= (ends[0] as number)) expect(whole).toBe(ends[last])
    expect(torn === undefined).toBe(whole === end)
  }

  expect(last).toBe(states.length - 1)
  expect(found).toEqual(
    new Set([
      'whole',
      'line n is cut off: n byte of an operation that was not acknowledged',
      'line n is cut off: n bytes of an operation that was not acknowledged',
      'line n begins a snapshot of which the end is missing: n bytes of an operation that was not acknowledged',
    ]),
  )
})

it('goes on after the cut as if nothing had been there [§3]', async () => {
  const { keeper, text, lines } = journal()
  const bank = createBank({ seed: 7 })
  keeper.opened('main', bank)
  bank.clock.advance({ hours: 1 })
  bank.clock.advance({ hours: 2 })

  const cut = await read(text().slice(0, -10))
  const { line } = cut.place.add(JSON.parse(`{"kind":"reset","bank":"main","body":"null"}`))
  const { banks } = await read(`${lines.slice(0, -1).join('\n')}\n${line}\n`)

  expect(cut.banks.get('main')?.clock.now).toBe('2026-03-02T10:00:00.000-05:00')
  expect(banks.get('main')?.journal).toHaveLength(1)
})

it('refuses a line in the middle of which one letter is another, with its number [§3]', async () => {
  const { lines } = smallJournal()

  for (const [index, line] of lines.entries()) {
    const place = Math.floor((line.length * (index + 1)) / (lines.length + 2))
    const letter = line[place] === '0' ? '1' : '0'
    const damaged = [...lines]
    damaged[index] = line.slice(0, place) + letter + line.slice(place + 1)

    await expect(read(`${damaged.join('\n')}\n`)).rejects.toThrow(`Failed to read a journal: line ${index + 1} is `)
  }
})

it.each([
  ['is missing', (lines: string[]) => lines.splice(3, 1), 'line 4 is line 5 of the journal: lines are missing'],
  ['comes twice', (lines: string[]) => lines.splice(3, 0, lines[3] as string), 'line 5 is line 4 of the journal'],
  ['is empty', (lines: string[]) => lines.splice(3, 0, ''), 'line 4 is no line of a journal'],
  ['is another’s', (lines: string[]) => lines.splice(0, 1, '[1]'), 'line 1 is no line of a journal'],
])('refuses a journal where a line %s [§3]', async (_, change, message) => {
  const { lines } = smallJournal()

  change(lines)

  await expect(read(`${lines.join('\n')}\n`)).rejects.toThrow(message)
})

it.each(['hello', '{"name":"somebody else"', '[1,2,3]', '\n', 'x'.repeat(100_000)])(
  'refuses a file that is none, and cuts nothing of it off: %#  [§3]',
  async (text) => {
    await expect(read(text)).rejects.toThrow('Failed to read a journal: line 1 is no line of a journal')
  },
)

it('takes an empty file as a journal that has not begun [§3]', async () => {
  const { banks, bytes, torn } = await read('')

  expect([banks.size, bytes, torn]).toEqual([0, 0, undefined])
})

it('refuses an entry that comes to something else than it tells, with its line [§3]', async () => {
  const { keeper, write, text } = journal()
  const bank = createBank({ seed: 7 })
  keeper.opened('main', bank)
  bank.clock.advance({ hours: 1 })
  const [at, actor, operation, call, , input] = JSON.parse(text().trimEnd().split('\n').at(-1) as string)[4]
  const later = { to: input.to + 1_000 }

  write({ kind: 'entry', bank: 'main', body: JSON.stringify([at, actor, operation, call, 'done', later]) })

  await expect(read(text())).rejects.toThrow(
    'line 4 happened at 2026-03-02T09:00:00.000-05:00, and happens at 2026-03-02T10:00:00.000-05:00 in the replay (version 0.1.0 of vostro wrote the file)',
  )
})

it.each([
  ['entry', '[]', 'has the unknown operation "undefined"'],
  ['entry', '["x",{"kind":"clock"},"clock.advanc",{},"done",null]', 'has the unknown operation "clock.advanc"'],
  ['entry', '{', 'cannot be read'],
  ['fork', '{"from":"nobody"}', 'opens bank "main", which is open'],
  ['open', '{}', 'opens bank "main", which is open'],
  ['else', 'null', 'is of kind "else", which this version does not know'],
])('refuses a line of kind %s with %s [§3]', async (kind, body, message) => {
  const { keeper, write, text } = journal()
  keeper.opened('main', createBank({ seed: 7 }))

  write({ kind: kind as 'entry', bank: 'main', body })

  await expect(read(text())).rejects.toThrow(`Failed to read a journal: line 3 ${message}`)
})
