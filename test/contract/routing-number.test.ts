import validator from 'validator'
import { expect, it } from 'vitest'
import { isRoutingNumber } from '../../src/contract/primitives.ts'

it.each([
  ['011000138', true],
  ['026009593', true],
  ['021000021', true],
  ['021214891', true],
  ['012345672', true],
  ['011000144', false],
  ['999999998', false],
  ['000000000', false],
  ['01100013', false],
  ['0110001380', false],
  ['01100013a', false],
  ['', false],
])('tells of "%s" whether it is a routing number: %s [§2.2]', (text, isValid) => {
  expect(isRoutingNumber(text)).toBe(isValid)
})

it('agrees with the package validator on every prefix that is in use, but for nine zeros [§2.2]', () => {
  const prefixes = ['00', '01', '02', '09', '10', '12', '21', '25', '32', '61', '72', '80']
  const texts = prefixes.flatMap((prefix) =>
    Array.from({ length: 500 }, (_, index) => prefix + String(index * 19_997).padStart(7, '0')),
  )

  const differing = texts.filter((text) => isRoutingNumber(text) !== validator.isAbaRouting(text))

  expect(differing).toEqual(['000000000'])
  expect(texts.filter(isRoutingNumber).length).toBeGreaterThan(400)
})
