import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Bank, createBank, type Duration } from 'vostro'
import { audit } from '../support/auditor.ts'
import { run } from './command.ts'
import { always, bankOptions, history } from './history.ts'

it('gives the same bytes for the same options and the same history [§1]', () => {
  fc.assert(
    fc.property(bankOptions, history, (options, commands) => {
      const [first, second] = [createBank(options), createBank(options)]

      const [done, doneAgain] = [run(first, commands), run(second, commands)]

      expect(JSON.stringify(second.world)).toBe(JSON.stringify(first.world))
      expect(JSON.stringify(second.journal)).toBe(JSON.stringify(first.journal))
      expect(second.timeline()).toBe(first.timeline())
      expect(doneAgain).toEqual(done)
      audit(second)
    }),
    always(24),
  )
})

it('comes to the same world whether the clock jumps or goes from one due thing to the next [§3]', () => {
  fc.assert(
    fc.property(bankOptions, history, (options, commands) => {
      const bank = createBank(options)
      run(bank, commands)
      const other = bank.fork()
      const target = bank.clock.agenda().at(-1)?.at ?? bank.clock.now

      const atOnce = bank.clock.advanceTo(target)
      const oneByOne = [...Array(500)].flatMap(() => (other.clock.now < target ? other.clock.advanceToNext() : []))

      expect(JSON.stringify(other.world)).toBe(JSON.stringify(bank.world))
      expect(oneByOne).toEqual(atOnce)
      audit(bank)
      audit(other)
    }),
    always(24),
  )
})

it('lets happenings follow each other in time, each within the advance that brought it about [§3]', () => {
  const instant = (text: string) => Date.parse(text)
  fc.assert(
    fc.property(bankOptions, history, (options, commands) => {
      const bank = createBank(options)
      run(bank, commands)
      const duration: Duration = { days: 4 }
      const before = instant(bank.clock.now)

      const happened = bank.clock.advance(duration).map(({ at }) => instant(at))

      expect(happened).toEqual(happened.toSorted((first, second) => first - second))
      for (const at of happened) expect(at).toBeGreaterThan(before)
      for (const at of happened) expect(at).toBeLessThanOrEqual(instant(bank.clock.now))
      expect(instant(bank.clock.now)).toBe(before + 4 * 24 * 3600 * 1000)
      audit(bank)
    }),
    always(24),
  )
})

it('gives out each id once in any history [§2.4, §2.9 rule 2]', () => {
  fc.assert(
    fc.property(bankOptions, history, (options, commands) => {
      const bank = createBank(options)

      run(bank, commands)

      for (const ids of Object.values(idsIn(bank))) expect(new Set(ids).size).toBe(ids.length)
      const all = Object.values(idsIn(bank)).flat()
      expect(new Set(all).size).toBe(all.length)
      audit(bank)
    }),
    always(24),
  )
})

/** The ids that a bank gave out, by kind; tokens aside. */
function idsIn(bank: Bank) {
  const wires = everyPage((pageNumber) => bank.wires.list({ pageNumber, pageSize: 50 }))
  return {
    payments: wires.map(({ id }) => id),
    references: wires.flatMap(({ referenceId, senderReference }) => [referenceId, senderReference]),
    transactions: wires.flatMap(({ coreTransactionId }) => coreTransactionId ?? []),
    network: wires.flatMap(({ imad, omad }) => [imad ?? [], omad ?? []].flat()),
    batches: [...new Set(wires.flatMap(({ fedBatchId }) => fedBatchId ?? []))],
    places: wires.flatMap(({ fedBatchId, fedBatchSequence }) =>
      fedBatchId ? `${fedBatchId} ${fedBatchSequence}` : [],
    ),
    accounts: bank.accounts.all().map(({ accountNumber }) => accountNumber),
    subledgers: everyPage((pageNumber) => bank.subledgers.list({ pageNumber, pageSize: 50 })).map(
      ({ accountNumber }) => accountNumber,
    ),
    restrictions: bank.accounts
      .all()
      .flatMap((account) =>
        bank.restrictions.list({ accountNumber: account.accountNumber, pageSize: 50 }).results.map((r) => r.id),
      ),
    registrations: bank.webhooks.list({ pageSize: 50 }).results.map(({ id }) => id),
    events: bank.events.map(({ id }) => id),
    pushes: bank.pushes.map(({ id }) => id),
    loans: bank.loans.summary().Results.map(({ Id }) => Id),
  }
}

function everyPage<T>(read: (pageNumber: number) => { results: T[]; hasNextPage: boolean }): T[] {
  const page = read(1)
  const all = [...page.results]
  for (let number = 2, next = page; next.hasNextPage; number++) {
    next = read(number)
    all.push(...next.results)
  }
  return all
}
