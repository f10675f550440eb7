/** Reading a wire again gives its present record, as a copy that belongs to the reader. (§2.4) */
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { outboundWire } from '../../support/wire.ts'

it('gives each reader a record of its own [§2.4]', () => {
  const bank = createBank()
  const { id } = bank.wires.create(outboundWire(bank))
  const before = bank.wires.get(id)

  const mine = bank.wires.get(id)
  mine.amount = 1
  mine.beneficiary.name = 'Somebody else'

  expect(bank.wires.get(id)).toEqual(before)
  expect(bank.wires.list().results).toEqual([before])
})

it('shows what has changed since it was read: the wire, the title of its account [§2.4]', () => {
  const bank = createBank()
  const master = bank.masterAccount.accountNumber
  const { accountNumber } = bank.subledgers.create({ masterAccountNumber: master, title: 'Rent' })
  const { id } = bank.wires.create(outboundWire(accountNumber))
  const read = () => {
    const { status, originator } = bank.wires.get(id)
    return [status, originator.name]
  }

  const seen = [read()]
  bank.clock.advanceToNextBatch()
  seen.push(read())
  bank.subledgers.rename(accountNumber, 'Deposits')
  seen.push(read())

  expect(seen).toEqual([
    ['Created', 'Rent'],
    ['Completed', 'Rent'],
    ['Completed', 'Deposits'],
  ])
})

it('notes the assumptions of a record in each bank, even if another bank read it before [§2.4]', () => {
  const bank = createBank()
  const { id } = bank.wires.create(outboundWire(bank))
  const [first, second] = [bank.fork(), bank.fork()]

  const uses = [first, second].map((fork) => {
    fork.wires.get(id)
    return fork.assumptions.used().flatMap((each) => (each.usedBy.includes('wires.get') ? each.id : []))
  })

  expect(uses[0]).toContain('wires.reference')
  expect(uses[1]).toEqual(uses[0])
})

it('reads more wires than it keeps records of [§2.4]', () => {
  const bank = createBank({ masterAccount: { balance: 10 ** 12 } })
  const ids = Array.from({ length: 9_000 }, () => bank.wires.create(outboundWire(bank)).id)

  const references = () => ids.map((id) => bank.wires.get(id).referenceId)

  expect(references()).toEqual(references())
  expect(new Set(references()).size).toBe(9_000)
})
