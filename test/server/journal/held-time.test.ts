import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { outboundWire } from '../../support/wire.ts'
import { journal, read } from './journal.ts'

it('writes time in which nothing happened with what comes next, and makes one of many advances [§3]', async () => {
  const { keeper, lines, text } = journal({ holdsTime: true })
  const bank = createBank({ seed: 7 })
  keeper.opened('main', bank)
  const before = lines.length

  for (let count = 0; count < 1_000; count++) bank.clock.advance({ milliseconds: 10 })
  const held = lines.length
  bank.wires.create(outboundWire(bank))
  for (let count = 0; count < 1_000; count++) bank.clock.advance({ milliseconds: 10 })
  bank.clock.advance({ days: 1 })
  const again = (await read(text())).banks.get('main') as Bank

  expect(held).toBe(before)
  expect(lines.slice(before).map((line) => JSON.parse(line)[4][2])).toEqual([
    'clock.advance',
    'wires.create',
    // The review of the wire ends.
    'clock.advance',
    'clock.advance',
  ])
  expect(again.world).toEqual(bank.world)
  expect(again.timeline()).toBe(bank.timeline())
})

it('holds less than a minute: more is written at once [§3]', () => {
  const { keeper, lines } = journal({ holdsTime: true })
  const bank = createBank({ seed: 7 })
  keeper.opened('main', bank)
  const before = lines.length

  for (let count = 0; count < 60; count++) bank.clock.advance({ seconds: 1 })
  bank.clock.advance({ hours: 1 })

  expect(lines).toHaveLength(before + 2)
})

it('writes what is held before a fork, and when it is asked to; and forgets it where the bank is reset [§3]', async () => {
  const { keeper, text } = journal({ holdsTime: true })
  const bank = createBank({ seed: 7 })
  keeper.opened('main', bank)

  bank.clock.advance({ seconds: 1 })
  keeper.opened('fork', bank.fork(), 'main')
  bank.clock.advance({ seconds: 1 })
  bank.reset()
  keeper.banks.get('fork')?.clock.advance({ seconds: 5 })
  keeper.stop()
  const { banks } = await read(text())

  expect(banks.get('main')?.clock.now).toBe('2026-03-02T09:00:00.000-05:00')
  expect(banks.get('fork')?.clock.now).toBe('2026-03-02T09:00:06.000-05:00')
})

it('writes every advance where time is not to be held [§3]', () => {
  const { keeper, lines } = journal()
  const bank = createBank({ seed: 7 })
  keeper.opened('main', bank)
  const before = lines.length

  for (let count = 0; count < 10; count++) bank.clock.advance({ seconds: 1 })

  expect(lines).toHaveLength(before + 10)
})
