/** What must hold whatever goes wrong, as matchers: the oracles of `explore`, for a test of one run. (§2.3, §2.9, §3, §6) */
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import 'vostro/vitest'
import type { BookEntry } from 'vostro/explore'
import { inboundWire, outboundWire } from '../../support/wire.ts'

it('finds an invoice that was paid twice, but not one that was paid again after the first payment was rejected [§2.3]', () => {
  const bank = createBank()
  const invoice = outboundWire(bank, { beneficiaryReference: 'INV-17' })
  bank.wires.create(outboundWire(bank, { beneficiaryReference: 'INV-18' }))
  const { id } = bank.wires.create(invoice)
  bank.desk.hold(id)
  bank.wires.cancel(id)
  bank.wires.create(invoice)
  expect(bank).toPayEachIntentOnce()

  bank.wires.create(invoice)

  expect(bank).not.toPayEachIntentOnce()
})

it('groups payments into intents as the test says [§2.3]', () => {
  const bank = createBank()
  const [salaries, rent] = [bank.wires.create(outboundWire(bank)).id, bank.wires.create(outboundWire(bank)).id]
  const names = new Map([
    [salaries, 'salaries'],
    [rent, 'rent'],
  ])

  expect(bank).not.toPayEachIntentOnce()
  expect(bank).toPayEachIntentOnce({ intentOf: ({ id }) => names.get(id) })
  expect(bank).not.toPayEachIntentOnce({ intentOf: () => 'salaries' })
})

it('finds that all balances of the bank sum to zero [§2.9]', () => {
  const bank = createBank()
  bank.wires.create(outboundWire(bank))
  bank.wires.simulateInbound(inboundWire(bank))
  bank.clock.advance({ days: 1 })

  expect(bank).toConserveMoney()
})

it("compares books with posted payments, and with the bank's records [§6]", () => {
  const bank = createBank()
  const { id: paymentId, amount } = bank.wires.create(outboundWire(bank))
  const pending: BookEntry = { paymentId, amount, status: 'pending' }
  const completed: BookEntry = { paymentId, amount, status: 'completed' }
  expect(bank).toCreditNothingBeforePosting([pending])
  expect(bank).not.toCreditNothingBeforePosting([completed])
  expect(bank).toReconcileWith([pending])

  bank.clock.advanceToNextBatch()

  expect(bank).toCreditNothingBeforePosting([completed])
  expect(bank).toReconcileWith([completed])
  expect(bank).not.toReconcileWith([pending])
  expect(bank).not.toReconcileWith([])
  expect(bank).not.toReconcileWith([{ ...completed, amount: 1 }])
})

it('names each payment that the books show as completed too early [§3]', () => {
  const bank = createBank()
  const wires = [1, 2].map(() => bank.wires.create(outboundWire(bank)))
  const books: BookEntry[] = wires.map(({ id, amount }) => ({ paymentId: id, amount, status: 'completed' }))

  const judge = () => expect(bank).toCreditNothingBeforePosting(books)

  expect(judge).toThrow(/as completed, .*; and .* as completed, /)
})

it('ignores payments of a direction for which no books are kept [§6]', () => {
  const bank = createBank()
  const { id } = bank.wires.simulateInbound(inboundWire(bank))
  bank.clock.advance({ days: 1 })
  const entry: BookEntry = { paymentId: id, amount: 1, status: 'completed' }

  expect(bank).not.toReconcileWith([])
  expect(bank).toReconcileWith([], { only: 'Outbound' })
  expect(bank).not.toReconcileWith([entry], { only: 'Outbound' })
})
