/**
 * Broken requests to a server in this process. After each of them, every bank that is none of its business is the very same value as
 * before; and so many requests later the banks are as they were at first, so that whatever else has grown is a leak.
 */
import { internalsOf } from '../../../src/bank/http/bank-internals.ts'
import type { ServedBank } from '../../../src/server/server.ts'
import { ORIGIN, serverFor } from '../../server/client.ts'
import { type Broken, sampleOf } from './broken-requests.ts'
import { type FencedBank, fenced } from './fenced-banks.ts'
import { apiOf, inWords, meantBy, Tally, wrongWith } from './judge.ts'

/** So many requests, then the banks are set back. */
const PART = 250
const BANKS = 6
const keep = { journal: 500, requests: 100, events: 500 }

/** A server that broken requests go to. */
export interface UnderFire {
  /** Sends so many more, and gives what went wrong, in words. */
  fire(count: number, seed: number): Promise<readonly string[]>
  readonly tally: Tally
  /** How much is kept: of banks, of their journals, requests and events. */
  kept(): Readonly<Record<string, number>>
}

/** A server with a few banks, the last of which no request ever names. */
export async function underFire(): Promise<UnderFire> {
  const { server, call } = serverFor({ bank: { seed: 41, keep }, mostBanks: 40 })
  const tally = new Tally()
  for (let seed = 1; seed < BANKS; seed++) await call('POST', '/_vostro/banks', { body: { seed, keep } })
  let homes: Home[] = server.banks.map(homeOf)
  const silent = homes.at(-1) as Home

  /** Sets every bank back, closes those that requests opened, and opens those anew that they closed. */
  async function setBack(): Promise<void> {
    const ids = homes.map(({ fence: { id } }) => id)
    for (const { id } of server.banks) {
      if (!ids.includes(id)) await call('DELETE', `/_vostro/banks/${id}`)
    }
    const there = new Map(server.banks.map((each) => [each.id, each]))
    homes = await Promise.all(
      homes.map(async (home, seed) => {
        const each = there.get(home.fence.id)
        if (each === undefined) {
          const { body } = await call('POST', '/_vostro/banks', { body: { seed, keep } })
          return homeOf(server.banks.find(({ id }) => id === body.id) as ServedBank)
        }
        each.bank.restore(home.atFirst)
        return home
      }),
    )
  }

  /** What went wrong with one request; undefined where nothing did. */
  async function send(sent: Broken): Promise<string | undefined> {
    const [url, init] = [ORIGIN + sent.target, { ...sent, body: sent.body ?? null }]
    let request: Request
    try {
      request = new Request(url, init)
    } catch {
      // Not even the platform sends this.
      return undefined
    }
    const fences = homes.map(({ fence }) => fence)
    const meant = meantBy(fences, request.url, sent)
    const foreign = homes.filter(({ fence }) => !meant.includes(fence))
    const before = foreign.map(({ served: { bank } }) => internalsOf(bank).shell.state)
    const response = await server.answer(request).catch((error: unknown) => error)
    const api = apiOf(request.url)
    if (!(response instanceof Response)) return `threw ${String(response)}`
    tally.add(api, response.status)
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (isStream) await response.body?.cancel()
    const answer = { status: response.status, headers: response.headers, text: isStream ? '' : await response.text() }
    // What it caused goes out before the next one comes.
    await Promise.all(server.banks.map((each) => each.inTurn(async () => {})))
    for (const { served } of homes) if (meant.some(({ id }) => id === served.id)) served.bank.faults.clear()
    const changed = foreign.find(({ served: { bank } }, place) => internalsOf(bank).shell.state !== before[place])
    if (changed) return `changed the bank ${changed.fence.id}, which is none of its business`
    return wrongWith(
      sent,
      request.url,
      answer,
      foreign.map(({ fence }) => fence),
    )
  }

  return {
    tally,
    kept: () => {
      const states = server.banks.map(({ bank }) => bank)
      const sum = (of: (bank: ServedBank['bank']) => number) => states.reduce((total, bank) => total + of(bank), 0)
      return {
        banks: states.length,
        entries: sum(({ journal }) => journal.length),
        requests: sum(({ requests }) => requests.length),
        events: sum(({ events }) => events.length),
      }
    },
    fire: async (count, seed) => {
      const failures: string[] = []
      const named = () => homes.slice(0, -1).map(({ fence }) => fence)
      for (let done = 0; done < count && failures.length < 10; done += PART) {
        for (const sent of sampleOf(named(), seed * 1_000_003 + done, Math.min(PART, count - done))) {
          const wrong = await send(sent)
          if (wrong !== undefined) failures.push(`${inWords(sent, ORIGIN + sent.target)} ${wrong}`.slice(0, 3_000))
        }
        if (JSON.stringify(silent.served.bank.snapshot()) !== silent.text) failures.push('changed the silent bank')
        await setBack()
      }
      return failures
    },
  }
}

/** A bank with how it was at first. */
interface Home {
  readonly served: ServedBank
  readonly fence: FencedBank
  readonly atFirst: ReturnType<ServedBank['bank']['snapshot']>
  readonly text: string
}

function homeOf(served: ServedBank): Home {
  const fence = fenced(served)
  const atFirst = served.bank.snapshot()
  return { served, fence, atFirst, text: JSON.stringify(atFirst) }
}
