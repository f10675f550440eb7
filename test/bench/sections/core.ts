/** The core: what an operation costs in a bank of a million subledgers, beside the same in a bank of a thousand. */
import type { Bank } from 'vostro'
import { subledgerNumber } from '../../../src/core/accounts/account-number.ts'
import { outboundWire } from '../../support/wire.ts'
import { bankWith, SEED } from '../large-bank.ts'
import { type Case, compare } from '../measure.ts'
import { type Row, report } from '../row.ts'

const [SMALL, LARGE] = [1_000, 1_000_000]
/** The subledgers that are used, as many in each bank, scattered: else growth would be that of the processor's way to its memory. */
const USED = 1_000
const KEPT = 64

let made = 0
const sizes = [LARGE, SMALL].map((size) => {
  const numberAt = (index: number) => subledgerNumber(SEED, 1 + (((index % USED) * 7_919) % size))
  return { bank: bankWith(size), next: () => numberAt(made++) }
})

/** The newest results are kept, as a test keeps what it asks for: what is never looked at, the engine does not make at all. */
const repeating = (run: () => unknown): Case['run'] => {
  return (times) => {
    const newest: unknown[] = []
    for (let index = 0; index < times; index++) newest[index % KEPT] = run()
    return newest
  }
}

const [payments, readings] = [4_000, 20_000]
const paying = sizes.map(({ bank, next }): Case => {
  const create = repeating(() => bank.wires.create(outboundWire(next(), { clientIdentifier: `key-${made}` })))
  return { run: (times) => [create(times), bank.clock.advance({ seconds: 5 })] }
}) as [Case, Case]
const reading = sizes.map(({ bank, next }): Case => {
  const ids = Array.from({ length: USED }, () => bank.wires.create(outboundWire(next())).id)
  return { run: repeating(() => bank.wires.get(ids[made++ % USED] as string)) }
}) as [Case, Case]

const row = (figure: string, cases: [Case, Case], times: number): Row => {
  const [ours, limit, ratio] = compare(...cases, { times })
  return { section: 'growth', figure, beside: 'a bank of 1,000', ours, limit, ratio, target: 2 }
}

/** What takes no longer in a bank of any size. */
const { bank } = sizes[0] as { bank: Bank }
const taken = bank.snapshot()
const moment = (name: string, run: () => unknown): Row => {
  const [ours] = compare({ run: repeating(run) }, { run: () => undefined }, { times: 5_000 })
  const figure = `${name}, 1,000,000 subledgers`
  return { section: 'core', figure, beside: 'two microseconds', ours, microseconds: ours.cpu, target: 2 }
}

report([
  row('create wire and review it', paying, payments),
  row('get wire', reading, readings),
  moment('restore', () => bank.restore(taken)),
  moment('fork', () => bank.fork()),
])
