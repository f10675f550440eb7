import { mod10 } from 'checkdigit'
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import {
  isAccountNumber,
  isMasterAccountNumber,
  locate,
  luhnDigit,
  masterAccountNumber,
  subledgerNumber,
} from '../../../src/core/accounts/account-number.ts'

const slots = Array.from({ length: 20_000 }, (_, slot) => slot)

it.each([0, 7, 2 ** 40])(
  'gives 20,000 different subledger numbers of seed %i: 12 digits that begin with 3 [§2.9 rule 2]',
  (seed) => {
    const numbers = slots.map((slot) => subledgerNumber(seed, slot))

    expect(new Set(numbers).size).toBe(20_000)
    expect(numbers.every((number) => /^3\d{11}$/.test(number))).toBe(true)
    expect(numbers.every((number) => mod10.isValid(number))).toBe(true)
  },
)

it('gives every account number a Luhn check digit, master accounts too [§2.9 rule 3]', () => {
  const numbers = slots.map((slot) => masterAccountNumber(7, slot))

  expect(new Set(numbers).size).toBe(20_000)
  expect(numbers.every((number) => /^2\d{9}$/.test(number))).toBe(true)
  expect(numbers.every((number) => mod10.isValid(number))).toBe(true)
})

it('computes the Luhn digit as the package checkdigit does [§2.9 rule 3]', () => {
  const texts = [
    '0',
    '9',
    '18',
    '7992739871',
    '00000000000',
    '99999999999',
    ...slots.map((slot) => `3${slot * 499_979}`),
  ]

  expect(texts.map((text) => luhnDigit(text))).toEqual(texts.map((text) => Number(mod10.create(text))))
})

it('draws the ten digits between at random: neighbours share no pattern [§2.9 rule 2]', () => {
  const numbers = slots.slice(0, 1_000).map((slot) => subledgerNumber(7, slot))

  const digitsInPlace = Array.from({ length: 10 }, (_, place) => new Set(numbers.map((number) => number[place + 1])))

  expect(digitsInPlace.map((digits) => digits.size)).toEqual(Array(10).fill(10))
  expect(numbers).not.toEqual(numbers.toSorted())
})

it('computes the slot from a number [§2.9 rule 2]', () => {
  expect(locate(7, subledgerNumber(7, 12_345))).toEqual({ isMaster: false, slot: 12_345 })
  expect(locate(7, masterAccountNumber(7, 12_345))).toEqual({ isMaster: true, slot: 12_345 })
})

it.each([
  ['312345678907', true],
  ['312345678908', false],
  ['2123456788', true],
  ['2123456785', false],
  ['31234567890', false],
  ['3123456789070', false],
  ['412345678902', false],
  ['', false],
  ['31234567890x', false],
])('tells whether "%s" can be an account number: %s [§2.9 rule 3]', (number, isValid) => {
  expect(isAccountNumber(number)).toBe(isValid)
  expect(locate(7, number) !== undefined).toBe(isValid)
})

it('knows a master account number by its ten digits and the 2 [§2.9]', () => {
  expect(['2123456788', '312345678907', '3123456789', '21234567880'].map(isMasterAccountNumber)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

it('opens subledgers whose numbers are unique across the master accounts of the bank [§2.9 rule 2]', () => {
  const bank = createBank({ seed: 7 })
  const masters = [bank.masterAccount, bank.accounts.open({ title: 'Second' }), bank.accounts.open({ title: 'Third' })]

  const numbers = masters.flatMap(({ accountNumber }) =>
    Array.from({ length: 300 }, (_, index) => {
      const title = `Customer ${index}`
      return bank.subledgers.create({ masterAccountNumber: accountNumber, title }).accountNumber
    }),
  )

  expect(new Set(numbers).size).toBe(900)
  expect(numbers.every((number) => /^3\d{11}$/.test(number) && mod10.isValid(number))).toBe(true)
})

it('does not know an implicit subledger by a twelve-digit number [§2.9 rule 4]', () => {
  const bank = createBank({ seed: 7 })
  const number = subledgerNumber(7, 0)

  expect(() => bank.subledgers.get(number)).toThrow(expect.objectContaining({ code: 'account_not_found' }))
  expect(bank.subledgers.get(bank.masterAccount.accountNumber).accountNumber).toBe(bank.masterAccount.accountNumber)
})
