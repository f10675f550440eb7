/** Single kinds of changes, each at code that it alone shows to be wrong. (§7) */
import { expect, it } from 'vitest'
import { explore, type Scene } from 'vostro/explore'
import { outboundWire } from '../support/wire.ts'

const callbackUrl = 'https://partner.example/hooks'

/** Puts each notification into an inbox, from whose head a worker takes it. `skips`: whether a notification without resources is done. */
const inbox =
  (skips: boolean) =>
  async ({ bank, connect, every, sleep, eventually }: Scene) => {
    const waiting: { resources?: string[] }[] = []
    const handled: string[] = []
    bank.webhooks.register({
      partnerId: bank.partner.id,
      eventName: 'Wire.Payment.Sent',
      registrationType: 'Push',
      callbackUrl,
    })
    connect(callbackUrl, async (request) => {
      waiting.push(await request.json())
      return new Response()
    })
    every({ minutes: 1 }, () => {
      const [resource] = waiting[0]?.resources ?? []
      // The bug: what names nothing stays at the head for ever.
      if (resource === undefined && !skips) return
      if (resource !== undefined) handled.push(resource)
      waiting.shift()
    })
    bank.wires.create(outboundWire(bank))
    await sleep({ hours: 3 })
    eventually(() => expect(handled.length).toBeGreaterThan(0))
  }

it('finds an inbox whose head is never handled, because it names no resource [§6]', async () => {
  const wrong = await explore(inbox(false), { depth: 1, lostPushes: false })
  const right = await explore(inbox(true), { depth: 1, lostPushes: false })

  expect(wrong.failures.map(({ run }) => run)).toEqual(['pinged@payment1'])
  expect(right.failures).toEqual([])
})

/** Withdraws a payment, and refunds the customer. `looks`: whether it does so only if the bank has canceled the wire. */
const withdrawal =
  (looks: boolean) =>
  async ({ bank, fetch, sleep, eventually }: Scene) => {
    const { id } = bank.wires.create(outboundWire(bank))
    let isRefunded = false
    await sleep({ minutes: 1 })
    for (let left = 20; left > 0; left--) {
      const { access_token } = bank.tokens.issue()
      const headers = { authorization: `Bearer ${access_token}` }
      const url = `${bank.urls.baseUrl}/wires/v1/payments/${id}/cancel`
      const answer = await fetch(url, { method: 'POST', headers }).catch(() => undefined)
      const isOver = answer?.ok || answer?.status === 409
      if (isOver) isRefunded = !looks || bank.wires.get(id).status === 'Canceled'
      if (isOver) break
      await sleep({ minutes: 1 })
    }
    eventually(() => expect(isRefunded && bank.wires.get(id).status === 'Completed').toBe(false))
  }

it('finds code that refunds though the bank refuses to cancel, because the wire has gone out [§3]', async () => {
  const wrong = await explore(withdrawal(false), { depth: 1 })
  const right = await explore(withdrawal(true), { depth: 1 })

  expect(wrong.failures.flatMap(({ run, alsoIn }) => [run, ...alsoIn])).toContain('batchBefore@1')
  expect(right.failures.map(({ run, message }) => `${run}: ${message}`)).toEqual([])
})
