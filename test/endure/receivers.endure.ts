/** Ten million virtual seconds of pushes to receivers that hang, throw, lie, answer late and come back: each push ends as a recorded fact. (§6) */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { audit } from '../support/auditor.ts'
import { pushOf } from '../support/requests.ts'
import { inboundWire, outboundWire } from '../support/wire.ts'
import { chunks, say, sized } from './progress.ts'

const callbackUrl = 'https://partner.example/hooks'

/** What a receiver does with a push. */
const behaviours = {
  accepts: () => new Response(null, { status: 200 }),
  refuses: () => new Response('no', { status: 503 }),
  redirects: () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.example' } }),
  throws: () => {
    throw new Error('the receiver is broken')
  },
  'throws nothing': () => {
    throw undefined
  },
  'throws something strange': () => {
    throw Object.create(null)
  },
  rejects: () => Promise.reject(new TypeError('no connection')),
  'gives no response': () => undefined as unknown as Response,
  'gives another thing': () => ({ status: '200' }) as unknown as Response,
  hangs: () => new Promise<Response>(() => {}),
} as const
const behaviour = fc.constantFrom(...(Object.keys(behaviours) as (keyof typeof behaviours)[]))

it('records the end of every push, whatever the receiver does, for ten million virtual seconds [§6]', async () => {
  const wanted = sized(10_000_000)
  let [seconds, pushes, delivered] = [0, 0, 0]

  const done = await chunks(
    'A receiver',
    () => seconds >= wanted,
    (seed) =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(behaviour, fc.integer({ min: 1, max: 7_200 })), {
            minLength: 5,
            maxLength: 60,
            size: 'max',
          }),
          async (days) => {
            const bank = createBank({ seed, masterAccount: { balance: 100_000_000 } })
            const ids = ['Wire.Payment.Sent', 'Wire.Payment.Received'].map(
              (name) => bank.webhooks.register(pushOf(name, bank.partner.id)).id,
            )
            let now: keyof typeof behaviours = 'accepts'
            bank.webhooks.connect(callbackUrl, () => behaviours[now]())
            for (const [next, span] of days) {
              now = next
              bank.wires.create(outboundWire(bank, { amount: 100 }))
              bank.wires.simulateInbound(inboundWire(bank, { amount: 100 }))
              // A handler that hangs is no answer within the bank's patience, and named to who awaits it.
              if (now === 'hangs') bank.clock.advance({ seconds: span })
              else await bank.clock.advanceAsync({ seconds: span })
              seconds += span
            }
            now = 'accepts'
            for (const id of ids) if (bank.webhooks.get(id).status === 'Suspended') bank.webhooks.restart(id)
            await bank.clock.advanceAsync({ hours: 1 })

            const outcomes = new Set(bank.pushes.map(({ outcome }) => outcome))
            pushes += bank.pushes.length
            delivered += bank.pushes.filter(({ outcome }) => outcome === 'delivered').length
            expect(outcomes.has('open')).toBe(false)
            for (const id of ids) expect(bank.webhooks.get(id).status).toBe('Active')
            for (const { id } of bank.events) {
              expect(bank.pushes.some((push) => push.notification.id === id && push.outcome === 'delivered')).toBe(true)
            }
            audit(bank)
          },
        ),
        { seed, numRuns: 10 },
      ),
  )

  say(`${seconds} virtual seconds, ${pushes} pushes in ${done} chunks of 10 banks, ${delivered} delivered in the end`)
  expect(seconds).toBeGreaterThanOrEqual(wanted)
})
