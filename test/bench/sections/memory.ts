/** Memory: what a subledger and a completed wire weigh, beside the plain model. Needs --expose-gc. */
import { createBank } from 'vostro'
import { median } from '../measure.ts'
import { plainOf, requestOf, worldWith } from '../pairs.ts'
import type { PlainBank } from '../plain-bank.ts'
import { type Row, report } from '../row.ts'

const SUBLEDGERS = 1_000_000
const WIRES = 20_000

/** The bytes that a value holds, `count` of them: the median of three, as what was there before may be let go meanwhile. */
function bytesOf(count: number, make: () => unknown): number {
  return median(Array.from({ length: 3 }, () => weighed(make) / count))
}

function weighed(make: () => unknown): number {
  collect()
  const before = process.memoryUsage().heapUsed
  held.push(make())
  collect()
  const bytes = process.memoryUsage().heapUsed - before
  held.length = 0
  return bytes
}

/** What is being weighed; a variable alone would be found to be unused, and be emptied before. */
const held: unknown[] = []

function collect(): void {
  for (let turn = 0; turn < 3; turn++) globalThis.gc?.()
}

/** The subledgers in the world; a title each, as in the plain Map. */
const worldOf = () => worldWith(createBank().world, SUBLEDGERS)

/** The same records in a Map under their slots. */
function mapOf(): Map<number, object> {
  const map = new Map<number, object>()
  for (let slot = 1; slot <= SUBLEDGERS; slot++) {
    map.set(slot, {
      master: 0,
      isImplicit: false,
      title: titleOf(slot),
      beneficiary: null,
      status: 'Active',
      current: 0,
      reserved: 0,
      held: 0,
      transactionCount: 0,
      openedAt: 1_772_460_000_000,
      closedAt: null,
    })
  }
  return map
}

const titleOf = (slot: number) => `Customer ${slot}`

function completeWires(): unknown {
  const bank = createBank({ release: 'manual', masterAccount: { balance: 1_000_000_000_000 } })
  const { accountNumber } = bank.masterAccount
  for (let count = 0; count < WIRES; count++) bank.wires.create(requestOf(accountNumber, `key-${count}`))
  bank.clock.advance({ seconds: 5 })
  bank.desk.releaseBatch()
  return bank
}

function plainWires(): PlainBank {
  const plain = plainOf(1)
  const { accountNumber } = plain.master
  for (let count = 0; count < WIRES; count++) plain.createWire(requestOf(accountNumber, `key-${count}`))
  plain.advance(plain.now + 5_000)
  plain.release()
  return plain
}

const rows: Row[] = []
{
  const [own, limit] = [bytesOf(SUBLEDGERS, worldOf), bytesOf(SUBLEDGERS, mapOf)]
  const figure = 'bytes of a subledger, of 1,000,000'
  rows.push({
    section: 'memory',
    figure,
    beside: 'a Map of the same records',
    bytes: [own, limit],
    ratio: own / limit,
    target: 1.2,
  })
}
{
  completeWires()
  plainWires()
  const [own, limit] = [bytesOf(WIRES, completeWires), bytesOf(WIRES, plainWires)]
  const figure = 'bytes of a completed wire with its events and journal'
  rows.push({ section: 'memory', figure, beside: 'the plain model', bytes: [own, limit], ratio: own / limit })
}
report(rows)
