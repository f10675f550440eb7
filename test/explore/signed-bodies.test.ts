/** Receivers that check signatures over another text than the one that came. (§6) */
import { expect, it } from 'vitest'
import { type Bank, createBank, verifySignature } from 'vostro'
import { type BookEntry, explore, type Scene } from 'vostro/explore'
import { inboundWire } from '../support/wire.ts'

const callbackUrl = 'https://partner.example/hooks'
const secret = 'c2VjcmV0'

const checkOver = (bank: Bank, text: string, request: Request) => {
  const header = request.headers.get('cos-signature') ?? undefined
  return verifySignature({ body: text, header, secret, now: bank.clock.now })
}

/** Books inbound wires by their pushes, whose signatures it checks over `textOf(body)`. */
const bookkeeper =
  (textOf: (body: string) => string) =>
  async ({ bank, books, connect, every, sleep }: Scene): Promise<void> => {
    const entries: BookEntry[] = []
    books(() => entries)
    connect(
      callbackUrl,
      async (request) => {
        const body = await request.text()
        if (!checkOver(bank, textOf(body), request)) return new Response('', { status: 401 })
        const { id, amount } = bank.wires.list().results[0] ?? {}
        if (id && amount && entries.length === 0) entries.push({ paymentId: id, amount, status: 'pending' })
        return new Response('ok')
      },
      { events: ['Wire.Payment.Received'] },
    )
    every({ hours: 1 }, () => {
      for (const entry of entries) if (bank.wires.get(entry.paymentId).posting === 'Posted') entry.status = 'completed'
    })
    bank.wires.simulateInbound(inboundWire(bank))
    await sleep({ hours: 4 })
  }

const rewritten = (body: string) => JSON.stringify(JSON.parse(body))
const only = 'assume:webhooks.body="indented"'

it('writes the body of a push, by an assumption, so that parsing and writing it again changes it [§6]', async () => {
  const bank = createBank({ assume: { 'webhooks.secret': secret, 'webhooks.body': 'indented' } })
  const seen: [raw: boolean, rewritten: boolean][] = []
  bank.webhooks.connect(
    callbackUrl,
    async (request) => {
      const body = await request.text()
      seen.push([checkOver(bank, body, request), checkOver(bank, rewritten(body), request)])
      return new Response('ok')
    },
    { events: ['Wire.Payment.Received'] },
  )
  bank.wires.simulateInbound(inboundWire(bank))

  await bank.settled()

  expect(seen).toEqual([[true, false]])
})

it('finds a receiver that checks the signature of JSON which it has parsed and written again [§6]', async () => {
  const bank = { assume: { 'webhooks.secret': secret } }

  const { failures } = await explore(bookkeeper(rewritten), { bank, depth: 1, lostPushes: false, deskDecisions: false })

  expect(failures.map(({ run }) => run)).toContain(only)
})

it('finds nothing in a receiver that checks the signature of the text as received [§6]', async () => {
  const bank = { assume: { 'webhooks.secret': secret } }

  const { failures } = await explore(bookkeeper(String), { bank, depth: 1, only })

  expect(failures).toEqual([])
})
