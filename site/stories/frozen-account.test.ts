// A frozen account, explained: the bank says why it rejected the wire, criterion by criterion, and what would have let it through.
import { expect, test } from 'vostro/vitest'

test('a frozen account pays nothing until its restriction is removed', ({ bank }) => {
  const { accountNumber } = bank.masterAccount
  const freeze = { accountNumber, appliesTo: 'All', amountThreshold: 0, reason: 'Court order' } as const
  const restriction = bank.restrictions.create(freeze)

  const refused = bank.wires.create(bank.wires.plausible({ amount: 10_000 }))
  bank.clock.advanceToNextBatch()
  expect(bank).toHaveStatus(refused.id, 'Rejected')
  console.log(bank.explain(refused.id).text)

  bank.restrictions.remove(restriction.id)
  const paid = bank.wires.create(bank.wires.plausible({ amount: 10_000 }))
  bank.clock.advanceToNextBatch()
  expect(bank).toHaveCompleted(paid.id)
})
