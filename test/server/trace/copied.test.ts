/** What was clicked in the console, taken home: a test of the same bank, without the server. (§3) */
import { expect, it } from 'vitest'
import * as vostro from 'vostro'
import { testTextOf } from '../../../src/bank/reports/trace/page/as-test.ts'
import type { LiveMessage } from '../../../src/bank/reports/trace/trace-data.ts'
import { runSnippet } from '../../docs/run-snippet.ts'
import { ORIGIN, serverFor, wireFrom } from '../client.ts'

/** The test that the page of a bank copies, and the timeline of the bank that this test makes. */
async function copiedFrom(answer: (request: Request) => Promise<Response>, controlUrl: string) {
  const stream = (await answer(new Request(`${controlUrl}/trace/events`))).body as ReadableStream<Uint8Array>
  const reader = stream.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  const { bank } = JSON.parse(new TextDecoder().decode(value).slice('data: '.length)) as LiveMessage
  const text = testTextOf(bank)
  const banks: vostro.Bank[] = []
  const createBank: typeof vostro.createBank = (...given) => {
    banks.push(vostro.createBank(...given))
    return banks.at(-1) as vostro.Bank
  }
  await runSnippet(text, { files: { vostro: { ...vostro, createBank } } })
  return { text, timeline: banks[0]?.timeline() }
}

it.each(['', '/banks'])('copies a bank at "/_vostro%s" as a test with the same timeline [§3]', async (path) => {
  const { server, call, token } = serverFor({
    bank: { seed: 7, timeZone: 'America/Chicago', masterAccount: { balance: 5_000_000 } },
    send: async () => new Response('', { status: 200 }),
  })
  const { body: record } = await call(path === '' ? 'GET' : 'POST', `/_vostro${path}`)
  const control = (method: string, rest: string, body?: object) => call(method, record.controlUrl + rest, { body })
  const access = await token(record)
  const registration = {
    partnerId: record.partnerId,
    eventName: 'Wire.Payment.Sent',
    callbackUrl: 'http://localhost:3000/hooks',
  }
  await call('POST', `${record.baseUrl}/webhooks/v1/registrations`, { token: access, body: registration })
  await control('POST', '/faults', { fault: 'lostAnswer', endpoint: 'createWire', nth: 2 })
  const wire = { token: access, body: wireFrom(record), headers: { 'idempotency-key': 'one' } }
  const { body: paid } = await call('POST', `${record.baseUrl}/wires/v1/payments`, wire)
  await control('POST', `/desk/wires/${paid.id}/hold`)
  await control('POST', `/desk/wires/${paid.id}/approve`)
  await control('POST', '/clock/next-batch')
  await control('POST', '/clock/advance', { days: 1 })

  const { text, timeline } = await copiedFrom(server.answer, record.controlUrl)

  expect(timeline).toBe((await control('GET', '/timeline')).body)
  expect(text).toContain("timeZone: 'America/Chicago'")
  expect(text).toContain(`bank.desk.approve('${paid.id}')`)
  expect(text).toContain(`${ORIGIN}/api/wires/v1/payments`)
})
