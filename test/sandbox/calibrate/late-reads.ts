/** Reads of the banking API from a copy of the bank that is some time old. */
import { type Bank, type BankOptions, createBank, type Snapshot } from 'vostro'
import type { Service } from './hidden-bank.ts'

/** Longer than any read is late. */
const LONGEST = 5_000

/**
 * Answers a GET as it would have been answered so many milliseconds ago. Refusals of the call itself are of now.
 */
export function readingLate(
  service: Service,
  bank: Bank,
  options: BankOptions,
  lagOf: (request: Request) => number,
): Service {
  const { clock } = service
  const copy = createBank(options)
  let past: { readonly at: number; readonly snapshot: Snapshot }[] = []
  let reading = Promise.resolve(new Response())

  const keep = () => {
    const now = clock.now()
    const before = past.findLast(({ at }) => at <= now - LONGEST)
    past = [...past.filter(({ at }) => at >= (before?.at ?? 0)), { at: now, snapshot: bank.snapshot() }]
  }

  /** The copy, as the bank was then. */
  const asOf = (instant: number): Bank => {
    const { at, snapshot } = past.findLast((each) => each.at <= instant) ?? past[0]!
    copy.restore(snapshot)
    if (instant > at) copy.clock.advance({ milliseconds: instant - at })
    return copy
  }

  keep()
  return {
    ...service,
    clock: {
      now: clock.now,
      wait: async (milliseconds) => {
        if (milliseconds > LONGEST) await clock.wait(milliseconds - LONGEST)
        keep()
        await clock.wait(Math.min(milliseconds, LONGEST))
        keep()
      },
    },
    fetch: async (request) => {
      keep()
      const answer = await service.fetch(request.clone())
      keep()
      const instant = clock.now() - lagOf(request)
      const isRead = request.method === 'GET' && request.url.startsWith(bank.urls.baseUrl)
      if (!isRead || instant >= clock.now() || !(answer.ok || answer.status === 404)) return answer
      // There is one copy, so reads take turns.
      const read = () => {
        const then = asOf(instant)
        const headers = new Headers(request.headers)
        headers.set('authorization', `Bearer ${then.tokens.issue().access_token}`)
        return then.fetch(new Request(request.url, { headers }))
      }
      reading = reading.then(read, read)
      const late = await reading
      const { headers: ours } = late.status === answer.status ? answer : late
      return new Response(await late.text(), { status: late.status, headers: ours })
    },
  }
}
