/** The flows that are measured: each makes what it needs first, and gives what is then run once. */
import { setupServer } from 'msw/node'
import { createBank } from 'vostro'
import { explore } from 'vostro/explore'
import { bankHandlers } from 'vostro/msw'
import { createBankServer } from '../../../src/server/server.ts'
import { outboundWire } from '../../support/wire.ts'

export interface Flow {
  readonly name: string
  readonly prepare: () => (() => unknown) | Promise<() => unknown>
  /** What the flow contains beside what is measured: its counts are taken off. */
  readonly less?: () => unknown
}

const options = { seed: 7, now: '2026-03-02T09:00:00-05:00' } as const
const CALLBACK = 'https://partner.example/hooks'

const posted = (token: string, body: unknown) => ({
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** A bank with one wire in review. */
function bankWithWire() {
  const bank = createBank(options)
  bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  return bank
}

/** So many runs of a scenario that makes one call. */
function explored(maxRuns: number) {
  return explore(
    async ({ bank }) => {
      const { access_token: token } = bank.tokens.issue()
      await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, posted(token, outboundWire(bank)))
    },
    { maxRuns },
  )
}

export const flows: readonly Flow[] = [
  {
    name: 'POST /wires/v1/payments over MSW',
    async prepare() {
      const bank = createBank(options)
      const server = setupServer(...bankHandlers(bank))
      server.listen({ onUnhandledRequest: 'error' })
      const { access_token: token } = bank.tokens.issue()
      const [url, request] = [`${bank.urls.baseUrl}/wires/v1/payments`, posted(token, outboundWire(bank))]
      const post = () => fetch(url, request)
      await post()
      return async () => {
        const { status } = await post()
        if (status !== 200) throw new Error(`Failed to pay: ${status}.`)
        server.close()
      }
    },
  },
  {
    name: 'clock.advance({ minutes: 1 }), a wire in review',
    prepare() {
      const bank = bankWithWire()
      return () => bank.clock.advance({ minutes: 1 })
    },
  },
  {
    name: 'clock.advance({ hours: 2 }), a batch',
    prepare() {
      const bank = bankWithWire()
      bank.clock.advance({ minutes: 1 })
      return () => bank.clock.advance({ hours: 2 })
    },
  },
  {
    name: 'a push: bank.settled(), one waiting',
    prepare() {
      const bank = bankWithWire()
      bank.webhooks.register({ partnerId: bank.partner.id, eventName: 'Wire.Payment.Sent', callbackUrl: CALLBACK })
      bank.webhooks.connect(CALLBACK, () => new Response())
      bank.clock.advanceToNextBatch()
      return () => bank.settled()
    },
  },
  {
    name: 'explore, two clean runs of one call',
    prepare: () => () => explored(2),
  },
  {
    name: 'explore, one run of one call',
    async prepare() {
      await explored(1)
      return () => explored(5)
    },
    less: () => explored(4),
  },
  {
    name: 'POST /_vostro/clock/advance',
    async prepare() {
      const origin = 'http://127.0.0.1:4010'
      const server = createBankServer({
        origin,
        send: async () => new Response(),
        now: () => 0,
        random: () => new Uint8Array(32),
      } as never)
      const advance = () =>
        server.answer(
          new Request(`${origin}/_vostro/clock/advance`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ minutes: 1 }),
          }),
        )
      await advance()
      return async () => {
        const { status } = await advance()
        if (status !== 200) throw new Error(`Failed to advance: ${status}.`)
      }
    },
  },
]
