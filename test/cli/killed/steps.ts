/** What is done to banks whose process is killed: step after step, each one operation, and each the same in whatever process. */
import type { Bank } from '../../../src/bank/bank.ts'
import { outboundWire } from '../../support/wire.ts'

/** The banks of a process, and who is told when they come and go. */
export interface Banks {
  readonly banks: ReadonlyMap<string, Bank>
  opened(id: string, bank: Bank, from?: string): void
  closed(id: string): void
}

/** The options of the bank that they begin with: it keeps little, so that a snapshot of it is short, and a restart has to forget alike. */
export const options = { seed: 7, masterAccount: { balance: 900_000_000 }, keep: { journal: 50, requests: 10 } }

/** So many forks are there at most. */
const FORKS = 4

/** Does the step of a number. */
export function step(banks: Banks, number: number): void {
  const main = banks.banks.get('main') as Bank
  const forks = [...banks.banks.keys()].filter((id) => id !== 'main')
  const [oldest = 'main'] = forks
  const fork = banks.banks.get(oldest) as Bank
  const kind = number % 8
  if (kind === 1 && forks.length < FORKS) banks.opened(`b${number}`, main.fork(), 'main')
  else if (kind === 2) main.clock.advance({ minutes: 47 })
  else if (kind === 3) fork.wires.create(outboundWire(fork, { amount: 5, purpose: `Schritt ${number} – größer` }))
  else if (kind === 4 && number % 3 === 0 && fork !== main) fork.reset()
  else if (kind === 5 && number % 5 === 0 && fork !== main) fork.restore(main.snapshot())
  else if (kind === 6 && forks.length === FORKS) banks.closed(oldest)
  else main.wires.create(outboundWire(main, { amount: 1, purpose: `step ${number}` }), { idempotencyKey: `${number}` })
}

/** All that there is of banks, as one text. */
export function stateOf({ banks }: Pick<Banks, 'banks'>): string {
  return JSON.stringify([...banks].map(([id, { world, journal }]) => [id, world, journal]))
}
