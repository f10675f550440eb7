import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { bankingToken, initOf } from '../../support/calls.ts'
import { pushOf } from '../../support/requests.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

const LONGEST = 70_000

/** A bank with more of everything than goes into one line, and more that is due. */
async function busyBank(seed = 7): Promise<Bank> {
  const bank = createBank({ seed })
  const { accountNumber } = bank.masterAccount
  const token = bankingToken(bank)
  bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))
  bank.loans.add({ Id: '00000000-0000-4000-8000-000000000001', LoanAmount: '1500', Rails: [{ RailType: 'ACH' }] })
  for (let count = 0; count < 150; count++) {
    bank.subledgers.create({ masterAccountNumber: accountNumber, title: `Customer ${count}` })
    bank.wires.create(outboundWire(accountNumber, { amount: 1 }), { idempotencyKey: `key ${count}` })
  }
  const body = outboundWire(accountNumber, { amount: 5 })
  await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, initOf('POST', { token, body }))
  bank.clock.advanceToNextBatch()
  bank.wires.simulateInbound(inboundWire(accountNumber))
  return bank
}

const goOn = (bank: Bank) => ({
  again: bank.wires.create(outboundWire(bank.masterAccount.accountNumber, { amount: 1 }), { idempotencyKey: 'key 0' }),
  happened: bank.clock.advance({ days: 1 }),
  story: bank.timeline(),
  requests: bank.requests,
})

it('writes a snapshot as lines and reads it back, equal, into another bank too [§3]', async () => {
  const bank = await busyBank()

  const lines = [...bank.snapshot().lines()]
  const other = createBank({ seed: 7 })
  other.restore(lines)

  expect(JSON.stringify(other.snapshot())).toBe(JSON.stringify(bank.snapshot()))
  expect(other.world).toEqual(bank.world)
  expect(goOn(other)).toEqual(goOn(bank))
})

it('keeps each line short, whatever its tables hold, and makes it when it is asked for [§3]', async () => {
  const bank = await busyBank()

  const lines = [...bank.snapshot().lines()]
  const [first] = bank.snapshot().lines()

  expect(lines.length).toBeGreaterThan(10)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(LONGEST)
  expect(lines.every((line) => !line.includes('\n') && Array.isArray(JSON.parse(line)))).toBe(true)
  expect(first).toBe(lines[0])
})

it('writes equal banks as equal lines [§3]', async () => {
  const [bank, twin] = [await busyBank(), await busyBank()]

  expect([...twin.snapshot().lines()]).toEqual([...bank.snapshot().lines()])
})

it('reads lines from a file, one after the other [§3]', async () => {
  const bank = await busyBank()
  const text = `${[...bank.snapshot().lines()].join('\n')}\n`

  const other = createBank({ seed: 7 })
  await other.restoreFrom(createInterface({ input: Readable.from([text]) }))
  const third = createBank({ seed: 7 })
  third.restore(text)

  expect(other.world).toEqual(bank.world)
  expect(third.world).toEqual(bank.world)
})

it('restores what JSON.parse gave of a snapshot, and nothing that becomes of that afterwards [§3]', async () => {
  const bank = await busyBank()
  const parsed = JSON.parse(JSON.stringify(bank.snapshot()))

  const other = createBank({ seed: 7 })
  other.restore(parsed)
  parsed.world.accounts.masters[0].current = 0

  expect(other.world).toEqual(bank.world)
  expect(goOn(other)).toEqual(goOn(bank))
})

it.each<[what: string, spoil: (lines: string[]) => string[], message: RegExp]>([
  ['its end is cut off', (lines) => lines.slice(0, -1), /line \d+ is missing: the snapshot ends before its last line/],
  [
    'a line is missing',
    (lines) => lines.toSpliced(4, 1),
    /line 5 is line 6 of the snapshot: lines are missing, or out of/,
  ],
  ['two lines changed places', (lines) => [lines[0]!, lines[2]!, lines[1]!], /line 2 is line 3 of the snapshot/],
  ['a line comes twice', (lines) => lines.toSpliced(3, 0, lines[3]!), /line 5 is line 4 of the snapshot/],
  ['a letter is another', (lines) => lines.with(6, lines[6]!.replace('"list"', '"lost"')), /line 7 is damaged/],
  ['a line is half', (lines) => lines.with(6, lines[6]!.slice(0, -5)), /line 7 is no line of a snapshot/],
  ['there is none', () => [], /line 1 is missing/],
  ['another file is read', () => ['name,amount', 'one,1'], /line 1 is no line of a snapshot/],
  ['something follows', (lines) => [...lines, '{}'], /line \d+ comes after the last line/],
  ['lines are no texts', () => [1, 2] as never, /line 1 is no line of a snapshot/],
])('refuses lines of which %s, and names the line [§3]', async (_, spoil, message) => {
  const bank = await busyBank()
  const before = bank.world
  const lines = spoil([...bank.snapshot().lines()])
  const refusal = expect.objectContaining({ name: 'UsageError', message: expect.stringMatching(message) })

  expect(() => bank.restore(lines)).toThrow(refusal)
  await expect(bank.restoreFrom(lines)).rejects.toThrow(refusal)

  expect(bank.world).toBe(before)
})

it('refuses lines of a bank with other options [§3]', async () => {
  const other = await busyBank(8)
  const bank = createBank({ seed: 7 })

  expect(() => bank.restore(other.snapshot().lines())).toThrow('seed is 8 in the snapshot and 7 in this bank')
})
