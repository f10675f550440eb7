// A Friday before a holiday: what misses the last batch goes out on Tuesday, because Monday is Labor Day.
import { test as base, expect } from 'vostro/vitest'

const test = base.extend({ bankOptions: { now: '2026-09-04T18:40:00-04:00' } })

test('a wire that misses the batch of Friday waits for Tuesday', ({ bank }) => {
  const inTime = bank.wires.create(bank.wires.plausible({ amount: 10_000 }))
  bank.clock.advanceToNextBatch()
  expect(bank).toHaveCompleted(inTime.id)
  expect(bank.clock.now).toContain('2026-09-04T18:45')

  const late = bank.wires.create(bank.wires.plausible({ amount: 20_000 }))
  bank.clock.advance({ days: 3 })
  expect(bank).toHaveStatus(late.id, 'Pending')
  console.log(bank.explain(late.id).text)

  bank.clock.advanceToNextBatch()
  expect(bank.clock.now).toContain('2026-09-08T10:00')
  expect(bank).toHaveCompleted(late.id)
})
