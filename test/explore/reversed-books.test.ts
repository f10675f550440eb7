/** Books that must show reversals. (§6) */
import { expect, it } from 'vitest'
import { type BookEntry, explore, type Scene } from 'vostro/explore'
import { outboundWire } from '../support/wire.ts'

/** Shows its wire as completed once it was sent, and as failed after its reversal if it looks `again`. */
const payer =
  (reversed: 'failed' | undefined, looks: 'once' | 'again') =>
  async ({ bank, books, every, sleep }: Scene): Promise<void> => {
    const { id, amount } = bank.wires.create(outboundWire(bank))
    const entry: BookEntry = { paymentId: id, amount, status: 'pending' }
    books(() => [entry], reversed ? { reversed } : {})
    every({ hours: 1 }, () => {
      const { status, wasReversed } = bank.wires.get(id)
      if (status === 'Completed' && entry.status === 'pending') entry.status = 'completed'
      if (status === 'Rejected' || (wasReversed && looks === 'again')) entry.status = 'failed'
    })
    await sleep({ hours: 4 })
  }

it('finds books that still show a reversed payment as completed, if they demand failed [§6]', async () => {
  const { failures } = await explore(payer('failed', 'once'), { only: 'reversed@payment1' })

  expect(failures[0]?.message).toMatch(/is Completed and was reversed at the bank, completed in the books/)
  expect(failures[0]?.books[0]).toMatch(/was reversed at the bank, completed in the books/)
})

it.each([
  ['demand nothing of reversals', undefined, 'once'],
  ['show the payment as failed', 'failed', 'again'],
] as const)('accepts books that %s [§6]', async (_, reversed, looks) => {
  const { failures } = await explore(payer(reversed, looks), { only: 'reversed@payment1' })

  expect(failures).toEqual([])
})
