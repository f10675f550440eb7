import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { run } from '../../properties/command.ts'
import { always, bankOptions, history, sequel } from '../../properties/history.ts'
import { audit } from '../../support/auditor.ts'
import { bankingToken, initOf } from '../../support/calls.ts'
import { pushOf } from '../../support/requests.ts'
import { outboundWire } from '../../support/wire.ts'
import { journal, read } from './journal.ts'

it('finds a bank again by what its journal told as it grew [§3]', async () => {
  const { keeper, text } = journal()
  const bank = createBank({ seed: 7 })

  keeper.opened('main', bank)
  bank.wires.create(outboundWire(bank))
  bank.clock.advance({ days: 1 })
  const { banks, torn } = await read(text())

  const again = banks.get('main') as Bank
  expect(torn).toBeUndefined()
  expect(again.world).toEqual(bank.world)
  expect(again.journal).toEqual(bank.journal)
  expect(again.timeline()).toBe(bank.timeline())
})

it('writes a line for each operation as soon as it is done, over HTTP too, and none for a read [§3]', async () => {
  const { keeper, lines } = journal()
  const bank = createBank({ seed: 7 })
  keeper.opened('main', bank)
  const token = bankingToken(bank)
  const before = lines.length

  const body = outboundWire(bank)
  await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, initOf('POST', { token, body }))
  await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, initOf('GET', { token }))

  expect(lines.slice(before).map((line) => JSON.parse(line)[4][2])).toEqual(['wires.create'])
})

it('keeps what the bank refused as well: the journal tells it [§3]', async () => {
  const { keeper, text } = journal()
  const bank = createBank({ seed: 7 })
  keeper.opened('main', bank)

  expect(() => bank.wires.create(outboundWire(bank, { amount: 100_000_001 }))).not.toThrow()
  expect(() => bank.accounts.setStatus('1', 'Inactive')).toThrow()
  const { banks } = await read(text())

  expect(banks.get('main')?.journal).toEqual(bank.journal)
})

it('keeps many banks: opened, forked from another at a moment of its life, and closed [§3]', async () => {
  const { keeper, lines, text } = journal()
  const [main, other] = [createBank({ seed: 7 }), createBank({ seed: 8, release: 'instant' })]
  keeper.opened('main', main)
  keeper.opened('other', other)

  main.wires.create(outboundWire(main))
  const fork = main.fork()
  keeper.opened('fork', fork, 'main')
  const forked = lines.at(-1)
  main.clock.advance({ days: 1 })
  fork.wires.create(outboundWire(fork))
  other.wires.create(outboundWire(other))
  keeper.closed('other')
  other.wires.create(outboundWire(other))
  const { banks } = await read(text())

  expect(forked).toContain('"fork","fork",{"from":"main"}')
  expect([...banks.keys()]).toEqual(['main', 'fork'])
  expect(banks.get('main')?.journal).toEqual(main.journal)
  expect(banks.get('fork')?.journal).toEqual(fork.journal)
})

it('keeps that a bank was reset, and that a snapshot was put back [§3]', async () => {
  const { keeper, text } = journal()
  const bank = createBank({ seed: 7 })
  keeper.opened('main', bank)
  bank.wires.create(outboundWire(bank))
  const snapshot = bank.snapshot()

  bank.reset()
  bank.clock.advance({ hours: 1 })
  const early = await read(text())
  const [earlyWorld, earlyJournal] = [bank.world, bank.journal]
  bank.restore(snapshot)
  bank.clock.advance({ days: 1 })
  const late = await read(text())

  expect(early.banks.get('main')?.world).toEqual(earlyWorld)
  expect(early.banks.get('main')?.journal).toEqual(earlyJournal)
  expect(late.banks.get('main')?.world).toEqual(bank.world)
  expect(late.banks.get('main')?.journal).toEqual(bank.journal)
})

it('keeps a bank that has a history when it is taken in [§3]', async () => {
  const { keeper, text } = journal()
  const bank = createBank({ seed: 7 })
  bank.wires.create(outboundWire(bank))

  keeper.opened('main', bank)
  bank.clock.advance({ days: 1 })
  const { banks } = await read(text())

  expect(banks.get('main')?.journal).toEqual(bank.journal)
})

it('does not keep what was asked over HTTP: no request is an operation, and no id of one comes twice [§3]', async () => {
  const { keeper, text } = journal()
  const bank = createBank({ seed: 7 })
  keeper.opened('main', bank)
  const init = initOf('POST', { token: bankingToken(bank), body: outboundWire(bank) })
  await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, init)

  const again = (await read(text())).banks.get('main') as Bank
  await again.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, init)

  expect(bank.requests).toHaveLength(1)
  expect(again.requests).toHaveLength(1)
  expect(again.requests[0]?.id).not.toBe(bank.requests[0]?.id)
})

it('tells records that lead to all banks as they are: forks of one that has not changed as forks [§3]', async () => {
  const { keeper, lines } = journal()
  const bank = createBank({ seed: 7 })
  bank.wires.create(outboundWire(bank))
  keeper.opened('main', bank)
  for (let count = 0; count < 20; count++) keeper.opened(`b${count}`, bank.fork(), 'main')
  const changed = keeper.banks.get('b7') as Bank
  changed.clock.advance({ days: 1 })

  const anew = journal()
  for (const record of keeper.recordsNow()) anew.write(record)
  const { banks } = await read(anew.text())

  expect(anew.lines.length).toBeLessThan(lines.length + 50)
  expect(anew.lines.filter((line) => line.includes('"fork"'))).toHaveLength(19)
  expect([...banks.keys()]).toEqual([...keeper.banks.keys()])
  expect(banks.get('b7')?.journal).toEqual(changed.journal)
  expect(banks.get('b19')?.journal).toEqual(bank.journal)
})

it('finds any bank again after any history, and goes on alike [§3]', async () => {
  await fc.assert(
    fc.asyncProperty(bankOptions, history, history, sequel, async (options, before, commands, more) => {
      const { keeper, text } = journal()
      const bank = createBank(options)
      keeper.opened('main', bank)
      run(bank, before)
      const fork = bank.fork()
      keeper.opened('fork', fork, 'main')
      run(fork, commands)
      run(bank, more)

      const { banks } = await read(text())
      const [again, forkAgain] = [banks.get('main') as Bank, banks.get('fork') as Bank]

      expect(again.world).toEqual(bank.world)
      expect(again.journal).toEqual(bank.journal)
      expect(forkAgain.world).toEqual(fork.world)
      expect(run(forkAgain, more)).toEqual(run(fork, more))
      audit(forkAgain)
      audit(again)
      audit(bank)
      audit(fork)
    }),
    always(12),
  )
})

it('keeps as little as the bank does, and forgets the same events [§3]', async () => {
  const { keeper, text } = journal()
  const bank = createBank({ seed: 7, release: 'instant', keep: { journal: 10, requests: 10, events: 10 } })
  keeper.opened('main', bank)
  bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))
  for (let count = 0; count < 100; count++) {
    bank.wires.create(outboundWire(bank, { amount: 1 }))
    bank.clock.advance({ hours: 2 })
  }

  const again = (await read(text())).banks.get('main') as Bank

  expect(again.journal).toHaveLength(11)
  expect(again.journal).toEqual(bank.journal)
  expect(again.events).toEqual(bank.events)
  expect(again.world).toEqual(bank.world)
})

it('refuses a journal with a fault whose function it cannot have kept, and says what to do [§7]', async () => {
  const { keeper, text } = journal()
  const bank = createBank({ seed: 7 })
  keeper.opened('main', bank)
  bank.faults.inject('status', { when: () => true })

  const reading = read(text())

  await expect(reading).rejects.toThrow(
    /^Failed to read a journal, bank "main": the fault "status" \([\da-f-]+\) has a/,
  )
  await expect(reading).rejects.toThrow('To keep the bank, clear the fault before you keep the data')
})
