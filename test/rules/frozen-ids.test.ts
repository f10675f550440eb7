/**
 * The ids of seed 7 are a promise: fixtures that users wrote down must not change with a new version. The text of a token
 * follows from more than the seed: the bank's settings, the partner, the audience and the instant.
 */
import { expect, it } from 'vitest'
import { createBank, rejections } from 'vostro'
import { streams } from '../../src/core/streams.ts'
import { fullInboundWire, fullOutboundWire } from '../support/wire.ts'

it('gives the ids of seed 7 that it always gave [§2.4]', () => {
  const bank = createBank({ seed: 7 })
  const { accountNumber } = bank.masterAccount

  const ids = {
    partner: bank.partner.id,
    product: bank.partner.productId,
    clientId: bank.partner.clientId,
    masterAccount: accountNumber,
    subledger: bank.subledgers.create({ masterAccountNumber: accountNumber, title: 'Customer 17' }).accountNumber,
    outbound: bank.wires.create(fullOutboundWire(bank)).id,
    inbound: bank.wires.simulateInbound(fullInboundWire(bank)).id,
    reference: bank.wires.list().results[0]?.referenceId,
    restriction: bank.restrictions.create({ accountNumber, appliesTo: 'All' }).id,
    token: bank.tokens.issue().access_token,
    loan: bank.loans.add().Id,
    event: bank.events[0]?.id,
  }

  expect(ids).toEqual(FROZEN)
})

const FROZEN = {
  partner: 'f78aaf22-435e-45a4-81e5-058273e47797',
  product: 'c694c8c1-a912-45c4-b83e-1b1a3bcfef30',
  clientId: 'BIsC5ZslJZUzUEIERJbFQGHdR7FYOI0p',
  masterAccount: '2497519674',
  subledger: '361206103547',
  outbound: '3c75a8ba-f788-40e8-8d8b-ed8853c625c7',
  inbound: 'f122e8bc-784f-4f1e-9a65-68c397a65bf6',
  reference: 'WULG1J7B9IG0',
  restriction: '57d33681-4048-49da-83b7-aa5e6a42fed2',
  token: 'Pl3Rt5M5abdCsWsKPAQ2gownkltHnjVKsv4FZkrMaCIYZU6J',
  loan: '010b6b05-0da0-4621-9363-708d0cb8a31b',
  event: '2a0692aa-69a2-4430-88af-488ed107218c',
}

it('draws each kind of id from a stream of its own, whichever room it belongs to [§2.4]', () => {
  const numbers = Object.values(streams)

  expect(numbers.length).toBeGreaterThan(20)
  expect(new Set(numbers).size).toBe(numbers.length)
})

it('numbers each rejection once, in the range of its kind [§7]', () => {
  const numbers = Object.values(rejections).map(({ number }) => number)

  expect(numbers.length).toBeGreaterThan(40)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(numbers.every((number) => number >= 1_000 && number < 4_000)).toBe(true)
})
