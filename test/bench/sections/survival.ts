/** Survival: what an operation costs whose line goes to a file, and the start from a million of them, with a snapshot and without. Needs --expose-gc. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bank, createBank, type WirePaymentRequest } from 'vostro'
import { readStateFile } from '../../../src/cli/state/open-file.ts'
import { openStateFile } from '../../../src/cli/state/state-file.ts'
import { bankIn } from '../../cli/bank-in.ts'
import { outboundWire } from '../../support/wire.ts'
import { type Cost, compareAsync } from '../measure.ts'
import { type Row, report } from '../row.ts'

const OPERATIONS = 1_000_000
/** So many are acknowledged together, as by requests that come at once. */
const AT_ONCE = 50
/** Ten seconds for all of them. */
const MOST_MICROSECONDS = 10

const options = {
  seed: 7,
  masterAccount: { balance: 900_000_000_000 },
  keep: { journal: 1_000, requests: 1_000, events: 1_000 },
}
const folder = mkdtempSync(join(tmpdir(), 'vostro-bench-'))
let files = 0
const newPath = () => join(folder, `${files++}.journal`)

/** One wire in ten; now and then time goes on, so that they are sent; else transactions of one account. */
function operation(bank: Bank, wire: WirePaymentRequest, number: number): void {
  if (number % 10 === 0) bank.wires.create(wire)
  else if (number % 100 === 1) bank.clock.advance({ minutes: 5 })
  else {
    const transactionType = number % 2 === 0 ? 'Credit' : 'Debit'
    const { accountNumber } = bank.masterAccount
    bank.transactions.post({ accountNumber, rail: 'Ach', transactionType, transactionCode: 'Incoming ACH', amount: 1 })
  }
}

async function run(bank: Bank, count: number, written: () => Promise<void> | void): Promise<Bank> {
  const wire = outboundWire(bank, { amount: 1 })
  for (let number = 0; number < count; number++) {
    operation(bank, wire, number)
    if (number % AT_ONCE === 0) {
      await written()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await written()
  return bank
}

const inMemory = (count: number) => run(createBank(options), count, () => {})

/** A file of so many operations; how long it took, and how many bytes the bank of it has. */
async function inFile(path: string, count: number, beginAnewAfter: number) {
  const state = await openStateFile(path, { beginAnewAfter })
  const made = await costOf(() => run(bankIn(state, options), count, () => state.written()), count)
  await state.close()
  return made
}

async function costOf<Result>(
  work: () => Promise<Result>,
  count: number,
): Promise<{ cost: Cost; bytes: number; result: Result }> {
  const heap = heapUsed()
  const [start, before] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  const cost = { wall: ((performance.now() - start) * 1_000) / count, cpu: (user + system) / count }
  return { cost, bytes: (heapUsed() - heap) / count, result }
}

function heapUsed(): number {
  for (let turn = 0; turn < 3; turn++) globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const [kept, plain, ratio] = await compareAsync(
  async (times) => inFile(newPath(), times, Number.MAX_SAFE_INTEGER),
  inMemory,
  { times: 10_000, rounds: 5, warmUps: 2 },
)
const [whole, cut] = [newPath(), newPath()]
const made = await inFile(whole, OPERATIONS, Number.MAX_SAFE_INTEGER)
await inFile(cut, OPERATIONS, 16_000_000)
const fromWhole = await costOf(() => readStateFile(whole), OPERATIONS)
const fromCut = await costOf(() => readStateFile(cut), OPERATIONS)
rmSync(folder, { recursive: true })

const rows: Row[] = [
  {
    section: 'survival',
    figure: 'an operation that is also written to a file',
    beside: 'the same in memory alone',
    ours: kept,
    limit: plain,
    ratio,
  },
  {
    section: 'survival',
    figure: 'a restart after 1,000,000 operations, with snapshots in the file: for each operation',
    beside: 'ten seconds for all',
    ours: fromCut.cost,
    microseconds: fromCut.cost.cpu,
    target: MOST_MICROSECONDS,
  },
  {
    section: 'survival',
    figure: 'a restart after 1,000,000 operations, without a snapshot: for each operation',
    beside: 'doing and keeping it the first time',
    ours: fromWhole.cost,
    limit: made.cost,
    ratio: fromWhole.cost.cpu / made.cost.cpu,
  },
  {
    section: 'survival',
    figure: 'bytes of the bank after a restart, for each of 1,000,000 operations',
    beside: 'the bank before',
    bytes: [fromCut.bytes, made.bytes],
    ratio: fromCut.bytes / made.bytes,
    target: 1.2,
  },
]
report(rows)
