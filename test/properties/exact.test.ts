import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Bank, createBank, isRejectionError } from 'vostro'
import { audit } from '../support/auditor.ts'
import { inboundWire, outboundWire } from '../support/wire.ts'
import { always } from './history.ts'

interface On {
  account: number
  amount: number
}
type Step =
  | ({ does: 'post'; transactionType: 'Debit' | 'Credit'; rail: 'Ach' | 'Internal'; other: number | undefined } & On)
  | ({ does: 'transfer'; other: number } & On)
  | ({ does: 'hold' } & On)
  | ({ does: 'wireOut' } & On)
  | ({ does: 'wireIn' } & On)

const amount = fc.oneof(
  fc.integer({ min: 2 ** 50, max: Number.MAX_SAFE_INTEGER }),
  fc.constantFrom(1, 2, 2 ** 52, 2 ** 52 + 1, Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER),
)
const account = fc.constantFrom(0, 1, 2, 3, 4)
const step = fc.oneof(
  fc.record({
    does: fc.constant('post'),
    transactionType: fc.constantFrom('Credit', 'Credit', 'Debit'),
    rail: fc.constantFrom('Ach', 'Internal'),
    other: fc.option(account, { nil: undefined, freq: 2 }),
    account,
    amount,
  }),
  fc.record({ does: fc.constant('transfer'), other: account, account, amount }),
  fc.record({ does: fc.constantFrom('hold', 'wireOut', 'wireIn'), account, amount }),
) as fc.Arbitrary<Step>

it('shows every balance as the exact integer, or refuses, with amounts as large as a number can be [§2.9]', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30, size: 'max' }), (steps) => {
      const bank = createBank({
        release: 'instant',
        masterAccount: { balance: 0, ledgerType: 'Passthrough' },
        assume: { 'limits.amountMaximum': Number.MAX_SAFE_INTEGER, 'wires.inboundSeconds': 0 },
      })
      const accounts = furnish(bank)
      const current = new Map(accounts.map((number) => [number, 0n]))
      const held = new Map(accounts.map((number) => [number, 0n]))

      for (const one of steps) {
        const before = shown(bank, accounts)
        const moved = doIt(bank, accounts, one)
        for (const [number, sum] of moved.posted) current.set(number, (current.get(number) ?? 0n) + sum)
        for (const [number, sum] of moved.held) held.set(number, (held.get(number) ?? 0n) + sum)

        const after = shown(bank, accounts)
        if (moved.posted.length + moved.held.length === 0) expect(after).toEqual(before)
        expectExact(after.flatMap(({ numbers }) => numbers))
        expect(after.map(({ numbers }) => numbers.map(BigInt))).toEqual(
          after.map(({ parts }) => {
            const [now, kept] = [sumOf(current, parts), sumOf(held, parts)]
            return [now, now - kept, kept]
          }),
        )
        expectExact([bank.world.ledger.deposits, ...Object.values(bank.world.ledger.settlement)])
      }

      audit(bank)
    }),
    always(120),
  )
})

/** A passthrough master with two subledgers, a direct one with one. */
function furnish(bank: Bank): string[] {
  const passthrough = bank.masterAccount.accountNumber
  const direct = bank.accounts.open({ ledgerType: 'Direct' }).accountNumber
  const open = (masterAccountNumber: string) =>
    bank.subledgers.create({ masterAccountNumber, title: 'Customer' }).accountNumber
  return [passthrough, open(passthrough), open(passthrough), direct, open(direct)]
}

/** What a step posted and held, account by account, as far as the bank did it. */
function doIt(bank: Bank, accounts: readonly string[], step: Step): Record<'posted' | 'held', [string, bigint][]> {
  const accountNumber = accounts[step.account] as string
  const { amount } = step
  const [nothing, plus] = [{ posted: [], held: [] }, BigInt(amount)]
  const tried = <Record>(act: () => Record): Record | undefined => {
    try {
      return act()
    } catch (error) {
      if (isRejectionError(error)) return undefined
      throw error
    }
  }
  if (step.does === 'hold') {
    const hold = tried(() => bank.desk.holds.place({ accountNumber, amount }))
    return hold ? { posted: [], held: [[accountNumber, plus]] } : nothing
  }
  if (step.does === 'wireOut' || step.does === 'wireIn') {
    const isOut = step.does === 'wireOut'
    const { id } = isOut
      ? bank.wires.create(outboundWire(accountNumber, { amount }))
      : bank.wires.simulateInbound(inboundWire(accountNumber, { amount }))
    const isPosted = bank.wires.get(id).posting === 'Posted'
    return isPosted ? { posted: [[accountNumber, isOut ? -plus : plus]], held: [] } : nothing
  }
  const otherAccountNumber = step.other === undefined ? undefined : (accounts[step.other] as string)
  const isDebit = step.does === 'transfer' || step.transactionType === 'Debit'
  const { status } =
    step.does === 'transfer'
      ? bank.transactions.transfer({
          debitAccountNumber: accountNumber,
          creditAccountNumber: accounts[step.other] as string,
          amount,
        })
      : bank.transactions.post({
          accountNumber,
          otherAccountNumber,
          rail: step.rail,
          transactionType: step.transactionType,
          transactionCode: 'Adjustment',
          amount,
        })
  if (status !== 'Posted') return nothing
  const own: [string, bigint] = [accountNumber, isDebit ? -plus : plus]
  return { posted: otherAccountNumber === undefined ? [own] : [own, [otherAccountNumber, -own[1]]], held: [] }
}

/** Current, available and held of every account, with the subledgers that it is the sum of. */
function shown(bank: Bank, accounts: readonly string[]): { parts: string[]; numbers: number[] }[] {
  const subledgers = accounts.map((number) => bank.subledgers.get(number))
  const numbersOf = (record: { currentBalance: number; availableBalance: number; holdAmount: number }) => [
    record.currentBalance,
    record.availableBalance,
    record.holdAmount,
  ]
  return [
    ...subledgers.map((ledger) => ({ parts: [ledger.accountNumber], numbers: numbersOf(ledger) })),
    ...bank.accounts.all().map((master) => {
      const parts = subledgers.filter(({ masterAccountNumber }) => masterAccountNumber === master.accountNumber)
      return { parts: parts.map(({ accountNumber }) => accountNumber), numbers: numbersOf(master) }
    }),
  ]
}

function sumOf(balances: ReadonlyMap<string, bigint>, numbers: readonly string[]): bigint {
  return numbers.reduce((sum, number) => sum + (balances.get(number) ?? 0n), 0n)
}

function expectExact(numbers: readonly number[]): void {
  expect(numbers.filter((number) => !Number.isSafeInteger(number))).toEqual([])
}
