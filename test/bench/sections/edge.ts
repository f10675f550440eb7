/** The edge: what the simulator adds to a request, without and with MSW. */
import { HttpResponse, http, type RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { createBank } from 'vostro'
import { bankHandlers } from 'vostro/msw'
import { outboundWire } from '../../support/wire.ts'
import { compareAsync } from '../measure.ts'
import { type Row, report } from '../row.ts'

const EFFORT = { times: 2_000 }
const bank = createBank({ masterAccount: { balance: 1_000_000_000_000 } })
const { baseUrl } = bank.urls
const { access_token } = bank.tokens.issue()
const atFirst = bank.snapshot()
const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
const url = `${baseUrl}/wires/v1/payments`
const body = JSON.stringify(outboundWire(bank, { beneficiaryReference: 'INV-2026-0042' }))
const init = { method: 'POST', headers, body }
const constant: unknown = await (await bank.fetch(url, init)).json()
const constantText = JSON.stringify(constant)

/** From a Request to a Response with the same bodies, and nothing in between. */
const bare = async (address: string, given: RequestInit) => {
  const request = new Request(address, given)
  const asked: unknown = JSON.parse(await request.text())
  const status = asked === null ? 400 : 200
  return new Response(constantText, { status, headers: { 'content-type': 'application/json' } })
}

const calling = (call: typeof bare) => async (times: number) => {
  let last: unknown
  for (let count = 0; count < times; count++) last = await (await call(url, init)).json()
  return last
}
const reading =
  (call: (address: string, given: RequestInit) => Promise<Response>, address: string) => async (times: number) => {
    let last: unknown
    for (let count = 0; count < times; count++) last = await (await call(address, { headers })).json()
    return last
  }

const rows: Row[] = []
{
  const [own, limit, ratio] = await compareAsync(
    calling((...call) => bank.fetch(...call)),
    calling(bare),
    EFFORT,
  )
  const beside = 'a bare function of the same bodies'
  rows.push({ section: 'edge', figure: 'bank.fetch, create wire', beside, ours: own, limit, ratio, target: 1.4 })
}
{
  const address = `${url}/${(constant as { id: string }).id}`
  const bareGet = async (asked: string, given: RequestInit) => {
    const request = new Request(asked, given)
    const status = request.url === '' ? 400 : 200
    return new Response(constantText, { status, headers: { 'content-type': 'application/json' } })
  }
  const [own, limit, ratio] = await compareAsync(
    reading((...call) => bank.fetch(...call), address),
    reading(bareGet, address),
    EFFORT,
  )
  const beside = 'a bare function of the same body'
  rows.push({ section: 'edge', figure: 'bank.fetch, get wire', beside, ours: own, limit, ratio, target: 1.7 })
}
{
  const major = process.env['MSW_MAJOR'] ?? '2'
  // One server, which has the handlers of one case at a time: MSW asks each handler that it has before the one that answers.
  const server = setupServer()
  bank.restore(atFirst)
  server.listen({ onUnhandledRequest: 'error' })
  const through = (handlers: readonly RequestHandler[]) => {
    const call = calling((...asked) => fetch(...asked))
    return (times: number) => {
      server.resetHandlers(...handlers)
      // A test asks a bank tens of times, not thousands: each round begins with the bank as it was.
      bank.restore(atFirst)
      return call(times)
    }
  }
  const [own, limit, ratio] = await compareAsync(
    through(bankHandlers(bank)),
    through([http.post(url, () => HttpResponse.json(constant as object))]),
    // MSW 3 keeps some thirty kilobytes of each request.
    { times: 600, rounds: 15, isCleared: major === '3' },
  )
  server.close()
  const beside = 'a handler of constant JSON'
  const row = { section: 'edge', figure: `MSW ${major}, create wire`, beside, ours: own, limit, ratio }
  rows.push({ ...row, target: major === '2' ? 1.65 : 1.15 })
}
report(rows)
