/** The kits for a partner's tools, as a partner's compiler sees them. Nothing here runs: `npx tsc` fails where a type is another. */
import type { setupServer } from 'msw/node'
import { expectTypeOf, it } from 'vitest'
import type { Bank } from 'vostro'
import { bankHandlers } from 'vostro/msw'
import { currentBank, type ExpectedBalance, expect, test, within } from 'vostro/vitest'

declare const bank: Bank

it('makes handlers of a bank, or of a function that finds one [§4]', () => {
  expectTypeOf(bankHandlers).parameter(0).toEqualTypeOf<Bank | (() => Bank)>()
  expectTypeOf(bankHandlers).returns.toExtend<Parameters<typeof setupServer>>()
  bankHandlers(bank)
  bankHandlers(currentBank, { only: 'specified', baseUrl: 'https://one.example' })

  // @ts-expect-error options are no bank
  bankHandlers({ seed: 7 })
  // @ts-expect-error a function that finds none
  bankHandlers(() => undefined)
  // @ts-expect-error nor one that has yet to find it
  bankHandlers(async () => bank)
  // @ts-expect-error no such set of calls
  bankHandlers(bank, { only: 'documented' })
})

it('adds the matchers on banks to expect, each with its arguments [§3]', () => {
  expectTypeOf(expect(bank).toHaveCompleted).parameters.toEqualTypeOf<[paymentId: string]>()
  expectTypeOf(expect(bank).toHaveBalance).parameter(1).toEqualTypeOf<ExpectedBalance>()
  expect(bank).toHaveBalance('', 100)
  expect(bank).toHaveBalance('', { available: 100 })
  expectTypeOf(expect(bank).toMoveMoney).returns.toEqualTypeOf<Promise<void>>()

  // @ts-expect-error a balance is a number, in minor units
  expect(bank).toHaveBalance('', '1.00')
  // @ts-expect-error a payment is named by its id
  expect(bank).toHaveCompleted(bank.wires.get(''))
  // @ts-expect-error no payment, transaction or loan has this status
  expect(bank).toHaveStatus('', 'Compleated')
  // @ts-expect-error no such call
  expect(bank).toHaveReceivedRequest('createWires')
  // @ts-expect-error no such ground
  expect(bank).toRelyOnlyOn('guessed')
  // @ts-expect-error no such matcher
  expect(bank).toHaveCompletd('')
})

it('gives a test its bank, and takes the options of one [§1]', () => {
  test('', ({ bank: own }) => expectTypeOf(own).toEqualTypeOf<Bank>())
  test.extend({ bankOptions: { seed: 7 } })
  expectTypeOf(currentBank).toEqualTypeOf<() => Bank>()
  expectTypeOf(within(bank, () => 7)).toEqualTypeOf<number>()

  // @ts-expect-error a test has no such thing
  test('', ({ bnak }) => bnak)
})
