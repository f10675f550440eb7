/** Matchers on money: the balance of an account, and the money that a piece of code moves. To reserve money is not to move it. (§2.9) */

import type { Bank } from '../../bank/bank.ts'
import { cannotUse, checkedOptions, type OptionRules, problemsAt, rule } from '../../contract/options.ts'
import { inquire } from '../../contract/transition.ts'
import type { AccountRecord } from '../../core/accounts/account-record.ts'
import { UsageError } from '../../core/errors.ts'
import { formatMoney, type Money } from '../../core/kernel/money.ts'
import { isRejection } from '../../core/rejection.ts'
import { INTERNAL } from '../../core/turn.ts'
import { textGiven } from './subject.ts'
import { type Verdict, verdict } from './verdict.ts'

/** A balance in minor units. A number is the posted balance. In a record, `current` is the posted one, `available` what can be spent. */
export type ExpectedBalance = Money | { current?: Money | undefined; available?: Money | undefined }

export const isMoney = rule<Money>(Number.isSafeInteger, 'must be a whole number of minor units: 100.00 is 10_000')
const rules: OptionRules<Exclude<ExpectedBalance, Money>> = { current: isMoney, available: isMoney }

/** @throws {UsageError} if this bank has no such account, or a balance is no whole number of minor units */
export function toHaveBalance(bank: Bank, accountNumber: string, expected: ExpectedBalance): Verdict {
  const given = typeof expected === 'object' ? expected : { current: expected }
  const how = {
    failed: `Failed to read the balance of ${JSON.stringify(accountNumber)}`,
    advice: 'Write 10_000, or { available: 10_000 }.',
  }
  const { current, available } = checkedOptions(given, rules, how)
  if (current === undefined && available === undefined) {
    throw cannotUse([{ path: 'balance', message: 'must be given' }], how)
  }
  const { currentBalance, availableBalance, holdAmount } = accountOf(bank, accountNumber)
  const wanted = [
    ...(current === undefined ? [] : [{ name: 'current', expected: current, is: currentBalance }]),
    ...(available === undefined ? [] : [{ name: 'available', expected: available, is: availableBalance }]),
  ]
  const wrong = wanted.filter(({ expected, is }) => expected !== is)
  const pass = wrong.length === 0
  const [first] = wrong
  const fact =
    first === undefined
      ? `Account "${accountNumber}" has exactly ${wanted.map(({ name, is }) => `${formatMoney(is)} ${name}`).join(' and ')}, which the test says it must not have. (§2.9)`
      : `Failed to find ${formatMoney(first.expected)} as the ${first.name} balance of "${accountNumber}": it is ${formatMoney(first.is)}, which is ${formatMoney(Math.abs(first.is - first.expected))} too ${first.is > first.expected ? 'much' : 'little'}. (§2.9)`
  const reserved = currentBalance - availableBalance - holdAmount
  const books = `Account ${accountNumber}: ${formatMoney(currentBalance)} current, ${formatMoney(availableBalance)} available, ${formatMoney(holdAmount)} on hold, ${formatMoney(reserved)} reserved for payments.`
  return verdict(bank, pass, fact, () => [books])
}

/** The change of the balance of each account, in minor units; negative if money leaves. */
export type Movements = Readonly<Record<string, Money>>

const ADVICE = 'Write toMoveMoney(() => payInvoice(), { [accountNumber]: -10_000 }).'

/**
 * The balances of accounts that are not named may change, too.
 *
 * @throws {UsageError} if `run` is no function, this bank lacks a named account, or a movement is no whole number of minor units
 */
export async function toMoveMoney(bank: Bank, run: () => unknown, expected: Movements): Promise<Verdict> {
  if (typeof run !== 'function') {
    throw new UsageError(
      `Failed to see money move: the first argument is of type ${typeof run}, but must be a function. ${ADVICE}`,
    )
  }
  checkMovements(expected)
  const numbers = Object.keys(expected)
  const balances = () => numbers.map((number) => accountOf(bank, number))
  const before = balances()
  await run()
  const after = balances()

  const moves = numbers.map((number, index) => {
    const [old, now] = [before[index] as AccountRecord, after[index] as AccountRecord]
    return {
      number,
      expected: expected[number] as Money,
      moved: now.currentBalance - old.currentBalance,
      reserved: old.availableBalance - now.availableBalance - (old.currentBalance - now.currentBalance),
    }
  })
  const wrong = moves.find(({ expected, moved }) => expected !== moved)
  const all = moves.map(({ number, expected }) => `${signed(expected)} on "${number}"`).join(', ')
  const fact = wrong
    ? `Failed to move ${signed(wrong.expected)} on "${wrong.number}": ${signed(wrong.moved)} moved.${hintFor(wrong)} (§2.9)`
    : `The code moved exactly ${all}, which the test says it must not do. (§2.9)`
  const lines = moves.map(
    ({ number, expected, moved, reserved }) =>
      `  ${number}  expected ${signed(expected)}, moved ${signed(moved)}${reserved === 0 ? '' : `, and ${formatMoney(reserved)} more is reserved`}`,
  )
  return verdict(bank, wrong === undefined, fact, () => [`While it ran:\n${lines.join('\n')}`])
}

function checkMovements(expected: Movements): void {
  const given = Object.entries(Object(expected))
  const problems = given.flatMap(([path, amount]) => problemsAt(path, isMoney, amount))
  if (given.length === 0) problems.push({ path: 'movements', message: 'must name an account' })
  if (problems.length === 0) return
  throw cannotUse(problems, { failed: 'Failed to see money move', advice: ADVICE })
}

function hintFor({ moved, reserved }: { moved: Money; reserved: Money }): string {
  if (reserved > 0)
    return ` ${formatMoney(reserved)} is reserved and leaves with the batch: advance the clock inside the function.`
  return moved === 0
    ? ' A payment moves money only when the clock advances: advance the clock inside the function.'
    : ''
}

function signed(amount: Money): string {
  return `${amount > 0 ? '+' : ''}${formatMoney(amount)}`
}

/** An account of any partner, as it is now. The number of a master account stands for the whole account. */
function accountOf({ world }: Bank, accountNumber: string): AccountRecord {
  textGiven(accountNumber, 'the number of an account', 'Failed to read a balance')
  const master = inquire(world, 'accounts.get', { accountNumber }, INTERNAL)
  const found = isRejection(master) ? inquire(world, 'subledgers.get', { accountNumber }, INTERNAL) : master
  if (!isRejection(found)) return found
  throw new UsageError(
    `Failed to read the balance of "${accountNumber}": this bank has no such account. Take the number from bank.masterAccount, or from the answer that opened the subledger. (§2.9)`,
  )
}
