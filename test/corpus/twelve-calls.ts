/** A scenario of twelve calls and six pushes: a token, two registrations, three payments out, three in, and six look-ups. */
import type { Scene } from 'vostro/explore'
import { createPartner } from '../explore/partner.ts'
import { receive } from './corpus.ts'

/** `atOnce`: all six pushes wait together, 720 orders; else those that come in are heard of before those that go out. */
export const twelveCalls = (atOnce: boolean) => async (scene: Scene) => {
  const { bank } = scene
  const partner = createPartner(scene)
  await partner.listen('Wire.Payment.Sent')
  await partner.listen('Wire.Payment.Received')
  for (const amount of [10_000, 20_000, 30_000]) await partner.pay(amount)
  for (const amount of [100, 200, 300]) receive(bank, bank.masterAccount.accountNumber, amount)
  bank.clock.advance({ minutes: 1 })
  if (atOnce) bank.clock.advance({ hours: 2 })
  await bank.clock.advanceAsync({ hours: 2 })
  return { calls: bank.requests.length, pushes: bank.pushes.length }
}
