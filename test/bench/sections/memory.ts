/** Memory: what a subledger weighs, beside the same records in a Map. Needs --expose-gc. */
import { createBank } from 'vostro'
import { worldWith } from '../large-bank.ts'
import { median } from '../measure.ts'
import { report } from '../row.ts'

const SUBLEDGERS = 1_000_000

/** What is being weighed; a variable alone would be found to be unused, and be emptied before. */
const held: unknown[] = []

/** The bytes of each of the subledgers that a value holds: the median of three, as what was there before may be let go meanwhile. */
function bytesOf(make: () => unknown): number {
  const weighed = () => {
    const before = heapUsed()
    held.push(make())
    const bytes = heapUsed() - before
    held.length = 0
    return bytes / SUBLEDGERS
  }
  return median(Array.from({ length: 3 }, weighed))
}

function heapUsed(): number {
  for (let turn = 0; turn < 3; turn++) globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

/** The same records in a Map under their slots. */
function mapOf(): Map<number, object> {
  const map = new Map<number, object>()
  for (let slot = 1; slot <= SUBLEDGERS; slot++) {
    map.set(slot, {
      master: 0,
      isImplicit: false,
      title: `Customer ${slot}`,
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

const bytes = [bytesOf(() => worldWith(createBank().world, SUBLEDGERS)), bytesOf(mapOf)] as const
report([
  {
    section: 'memory',
    figure: 'bytes of a subledger, of 1,000,000',
    beside: 'a Map of the same records',
    bytes,
    ratio: bytes[0] / bytes[1],
    target: 1.2,
  },
])
