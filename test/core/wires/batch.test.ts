import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { outboundWire } from '../../support/wire.ts'

it('releases the wires of one batch in order, with one id and the positions from 1 [§2.4]', () => {
  const bank = createBank({ seed: 7 })
  const { accountNumber } = bank.masterAccount
  const [first, second, third] = [1, 2, 3].map(
    (amount) => bank.wires.create(outboundWire(accountNumber, { amount })).id,
  )

  const happened = bank.clock.advanceToNextBatch()
  const wires = [first!, second!, third!].map((id) => bank.wires.get(id))

  expect(wires.map(({ fedBatchSequence }) => fedBatchSequence)).toEqual([1, 2, 3])
  expect(new Set(wires.map(({ fedBatchId }) => fedBatchId)).size).toBe(1)
  expect(wires.map(({ imad, omad }) => [imad?.slice(-6), omad?.slice(-6)])).toEqual([
    ['000001', '000002'],
    ['000003', '000004'],
    ['000005', '000006'],
  ])
  expect(happened.filter(({ what }) => what === 'batch.released')).toMatchObject([{ wires: 3, amount: 6 }])
})

it.each([
  ['a weekend', '2026-03-06T19:00:00-05:00', '2026-03-09T10:00:00.000-04:00', '2026-03-09T00:00:00.000-04:00'],
  ['a bank holiday', '2026-11-25T19:00:00-05:00', '2026-11-27T10:00:00.000-05:00', '2026-11-27T00:00:00.000-05:00'],
  ['New Year', '2026-12-31T19:00:00-05:00', '2027-01-04T10:00:00.000-05:00', '2027-01-04T00:00:00.000-05:00'],
])('keeps a wire Pending over %s [§3]', (_, now, processedAt, effectiveDate) => {
  const bank = createBank({ now })
  const { id } = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  const before = bank.wires.get(id).effectiveDate
  bank.clock.advance({ hours: 12 })
  const pending = bank.wires.get(id).status
  bank.clock.advanceToNextBatch()

  expect(pending).toBe('Pending')
  expect(bank.wires.get(id)).toMatchObject({ status: 'Completed', processedAt, effectiveDate })
  expect(before).toBe(effectiveDate)
})

it('makes no batch where no wire waits [§3]', () => {
  const bank = createBank()
  const { id } = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  bank.clock.advance({ seconds: 5 })
  bank.wires.cancel(id)

  const happened = bank.clock.advanceToNextBatch()

  expect(bank.clock.now).toBe('2026-03-02T10:00:00.000-05:00')
  expect(happened).toEqual([])
  expect(bank.desk.releaseBatch()).toBeUndefined()
  expect(bank.world.wires.batches.size).toBe(0)
})

it('leaves the sequence of a batch without a gap where a wire of it was canceled [§2.4]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const [first, second, third] = [1, 2, 3].map(
    (amount) => bank.wires.create(outboundWire(accountNumber, { amount })).id,
  )
  bank.clock.advance({ seconds: 5 })

  bank.wires.cancel(second!)
  bank.clock.advanceToNextBatch()

  expect([first!, third!].map((id) => bank.wires.get(id).fedBatchSequence)).toEqual([1, 2])
})

it('keeps a wire Processing until the central bank acknowledges it [§3]', () => {
  const bank = createBank({ assume: { 'wires.acknowledgementSeconds': 90 } })
  const { id } = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  bank.clock.advanceToNextBatch()
  const released = bank.wires.get(id)
  const eventsBefore = bank.events
  bank.clock.advance({ seconds: 89 })
  const almost = bank.wires.get(id)
  bank.clock.advance({ seconds: 1 })

  expect([released, almost]).toMatchObject([{ status: 'Processing', posting: 'Pending' }, { status: 'Processing' }])
  expect(bank.masterAccount.currentBalance).toBe(99_990_000)
  expect(eventsBefore).toEqual([])
  expect(bank.wires.get(id)).toMatchObject({ status: 'Completed', posting: 'Posted', imad: '20260302SIMULATE000001' })
  expect(bank.events).toMatchObject([{ eventName: 'Wire.Payment.Sent', createdAt: '2026-03-02T10:01:30.000-05:00' }])
})

it.each([
  [null, 'Hold', undefined],
  [0, 'Completed', '2026-03-02T10:00:00.000-05:00'],
  [90, 'Completed', '2026-03-02T12:00:00.000-05:00'],
])('takes a wire that review put on Hold out of it after %s minutes: %s [§3]', (holdMinutes, status, processedAt) => {
  const bank = createBank({ assume: { 'wires.reviewOutcome': 'Hold', 'wires.holdMinutes': holdMinutes } })
  const { id } = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  bank.clock.advance({ seconds: 4 })
  const before = bank.wires.get(id).status
  bank.clock.advanceTo('2026-03-02T12:00:00-05:00')

  expect(before).toBe('Created')
  expect(bank.wires.get(id).status).toBe(status)
  expect(bank.wires.get(id).processedAt).toBe(processedAt)
})

it('keeps a wire on Hold until the desk approves it, then releases it with the next batch [§3]', () => {
  const bank = createBank({ assume: { 'wires.reviewOutcome': 'Hold' } })
  const { id } = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  bank.clock.advance({ days: 2 })

  const held = bank.wires.get(id)
  const approved = bank.desk.approve(id)
  bank.clock.advanceToNextBatch()

  expect(held).toMatchObject({ status: 'Hold', posting: 'Pending' })
  expect(approved.status).toBe('Pending')
  expect(bank.wires.get(id).status).toBe('Completed')
})

it('keeps a wire Batched for the final review of its batch by an assumption [§3]', () => {
  const bank = createBank({ assume: { 'wires.batchedSeconds': 600, 'wires.acknowledgementSeconds': 90 } })
  const { id } = bank.wires.create(outboundWire(bank))
  bank.clock.advanceToNextBatch()
  const batched = bank.wires.get(id)

  const { waitsFor } = bank.explain(id)
  const agenda = bank.clock.agenda()
  bank.clock.advance({ minutes: 10 })
  const sent = bank.wires.get(id)
  bank.clock.advance({ seconds: 90 })

  expect(batched).toMatchObject({ status: 'Batched', posting: 'Pending', fedBatchSequence: 1 })
  expect(waitsFor).toMatch(/^the final review of its batch at 2026-03-02T10:10/)
  expect(agenda).toEqual([{ at: '2026-03-02T10:10:00.000-05:00', operation: 'batches.send', count: 1 }])
  expect(sent).toMatchObject({ status: 'Processing', fedBatchId: batched.fedBatchId })
  expect(bank.wires.get(id)).toMatchObject({ status: 'Completed', fedBatchId: batched.fedBatchId, fedBatchSequence: 1 })
})

it('sends a wire that is reviewed at the cut-off on the next day, whatever other wires wait [§3]', () => {
  const bank = createBank({ now: '2026-03-02T18:44:53-05:00' })
  const { accountNumber } = bank.masterAccount
  const made = [2, 3].map((seconds) => {
    const { id } = bank.wires.create(outboundWire(accountNumber))
    bank.clock.advance({ seconds })
    return id
  })
  bank.clock.advance({ seconds: 2 })

  const atCutOff = made.map((id) => bank.wires.get(id))
  bank.clock.advance({ days: 1 })

  expect(atCutOff.map(({ status, effectiveDate }) => [status, effectiveDate.slice(0, 10)])).toEqual([
    ['Completed', '2026-03-02'],
    ['Pending', '2026-03-03'],
  ])
  expect(bank.wires.get(made[1] as string).processedAt).toBe('2026-03-03T10:00:00.000-05:00')
})

it('gives a wire that a fault leaves behind in the last batch of its day the next business day as its date [§2.4]', () => {
  const bank = createBank({ now: '2026-03-06T17:00:00-05:00' })
  bank.faults.inject('partialRelease', { count: 1 })
  const [, left] = [1, 2].map(() => bank.wires.create(outboundWire(bank.masterAccount.accountNumber)))
  const shown = () => bank.wires.get(left?.id as string)

  bank.clock.advanceToNextBatch()
  const behind = shown()
  bank.clock.advanceToNextBatch()

  expect([left?.effectiveDate, behind.status]).toEqual(['2026-03-06T00:00:00.000-05:00', 'Pending'])
  expect(behind.effectiveDate).toBe('2026-03-09T00:00:00.000-04:00')
  expect(shown()).toMatchObject({
    status: 'Completed',
    processedAt: '2026-03-09T10:00:00.000-04:00',
    effectiveDate: behind.effectiveDate,
  })
})

it('keeps a wire that is reviewed after the cut-off out of a later batch of the same day [§3]', () => {
  const bank = createBank({
    now: '2026-03-02T17:00:00-05:00',
    assume: { 'wires.batchTimes': ['09:30', '23:00'] },
  })
  const { accountNumber } = bank.masterAccount
  const early = bank.wires.create(outboundWire(accountNumber))
  bank.clock.advance({ hours: 3 })
  const late = bank.wires.create(outboundWire(accountNumber))
  bank.clock.advance({ seconds: 5 })

  const { waitsFor } = bank.explain(late.id)
  bank.clock.advance({ days: 1 })

  expect(bank.wires.get(early.id)).toMatchObject({
    processedAt: '2026-03-02T23:00:00.000-05:00',
    effectiveDate: '2026-03-02T00:00:00.000-05:00',
  })
  expect(waitsFor).toBe('the next batch at 2026-03-03T09:30:00.000-05:00')
  expect(bank.wires.get(late.id)).toMatchObject({
    processedAt: '2026-03-03T09:30:00.000-05:00',
    effectiveDate: '2026-03-03T00:00:00.000-05:00',
  })
})

it('plans no batch for a wire that takes effect later [§3]', () => {
  const bank = createBank({
    now: '2026-03-02T20:00:00-05:00',
    assume: { 'wires.batchTimes': ['09:30', '23:00'] },
  })
  bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  bank.clock.advance({ seconds: 5 })

  expect(bank.clock.agenda()).toEqual([{ at: '2026-03-03T09:30:00.000-05:00', operation: 'batches.release', count: 1 }])
})
