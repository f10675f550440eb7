/** Habits of services, each put before the fetch of a bank. */
import type { Bank } from 'vostro'
import type { CalibrateOptions } from 'vostro/sandbox'

type Fetch = CalibrateOptions['fetch']
type Wire = Readonly<Record<string, unknown>>

/** What a refusal says, with what was wrong and its status. */
export type BodyOf = (errors: readonly { code: number; message: string }[], status: number) => object | string

/** From 0 up to 1, the same for each seed. */
export function numbersFrom(seed: number): () => number {
  let state = seed % 2_147_483_647
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const isOfBank = ({ url }: Request, bank: Bank) => url.startsWith(bank.urls.baseUrl)

/** An answer with another body. */
function saying(answer: Response, body: string, type = answer.headers.get('content-type')): Response {
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  headers.set('content-type', type ?? 'application/json')
  return new Response(body, { status: answer.status, headers })
}

/** Refuses wires with which it has a problem, and says what the bank would have said against them, too. */
export function refusing(
  fetch: Fetch,
  bank: Bank,
  problemsOf: (wire: Wire) => readonly string[],
  onTaken: (wire: Wire) => void,
): Fetch {
  const trial = bank.fork()
  return async (request) => {
    if (request.method !== 'POST' || !/\/payments\/?$/i.test(request.url)) return await fetch(request)
    const wire = (await request
      .clone()
      .json()
      .catch(() => null)) as Wire | null
    const problems = wire === null ? [] : problemsOf(wire)
    if (problems.length === 0) {
      const answer = await fetch(request)
      if (answer.ok && wire !== null) onTaken(wire)
      return answer
    }
    trial.restore(bank.snapshot())
    const answer = await trial.fetch(request)
    if (!answer.ok && answer.status !== 400) return answer
    const { errors = [] } = (await answer.json()) as { errors?: unknown[] }
    const all = [...errors, ...problems.map((message) => ({ code: 1_000, message }))]
    return saying(new Response(null, { status: 400, headers: answer.headers }), JSON.stringify({ errors: all }))
  }
}

const DAY = 86_400_000

/** What a service has against a wire because of those that it took on the same day: there are too many, or it looks like one of them. */
export function sameDay(wiresPerDay: number, suspectsDuplicates: boolean, replays: boolean, now: () => number) {
  let taken: { readonly at: number; readonly wire: string; readonly clientIdentifier: unknown }[] = []
  const formOf = ({ accountNumber, amount, beneficiary }: Wire) => JSON.stringify([accountNumber, amount, beneficiary])
  return {
    problemsOf(wire: Wire): string[] {
      taken = taken.filter(({ at }) => Math.floor(at / DAY) === Math.floor(now() / DAY))
      const { clientIdentifier = '' } = wire
      if (replays && taken.some((each) => each.clientIdentifier === clientIdentifier)) return []
      const isLike = taken.some((each) => each.wire === formOf(wire))
      return [
        ...(taken.length >= wiresPerDay ? ['the daily limit of wires is reached'] : []),
        ...(suspectsDuplicates && isLike ? ['suspected duplicate of another wire'] : []),
      ]
    },
    onTaken(wire: Wire): void {
      taken.push({ at: now(), wire: formOf(wire), clientIdentifier: wire['clientIdentifier'] })
    },
  }
}

/** Answers what makes a record with its id alone, or the number of an account. */
export function answeringIds(fetch: Fetch, bank: Bank): Fetch {
  return async (request) => {
    const answer = await fetch(request)
    if (request.method !== 'POST' || !answer.ok || !isOfBank(request, bank)) return answer
    const text = await answer.text()
    const { id, accountNumber } = text === '' ? {} : JSON.parse(text)
    return saying(answer, text === '' ? text : JSON.stringify(id === undefined ? { accountNumber } : { id }))
  }
}

/** Writes a prefix before each id of a record. */
export function prefixing(fetch: Fetch, bank: Bank): Fetch {
  return async (request) => {
    const answer = await fetch(new Request(request.url.replace(/(?<=\/)rec_/, ''), request))
    if (!isOfBank(request, bank)) return answer
    return saying(answer, (await answer.text()).replaceAll(/(?<="id":")(?=[^"])/g, 'rec_'))
  }
}

const page = (status: number) =>
  new Response(`<!doctype html><title>${status}</title>`, { status, headers: { 'content-type': 'text/html' } })

/** A proxy in front of the service refuses calls without a token. It says by pages of its own what it refuses, and what fails. */
export function behindProxy(fetch: Fetch, bank: Bank): Fetch {
  return async (request) => {
    if (isOfBank(request, bank) && !request.headers.has('authorization')) return page(401)
    return await fetch(request)
  }
}

/** Writes other bodies of what the banking API refuses. */
export function refusingIn(fetch: Fetch, bank: Bank, bodyOf: BodyOf | null): Fetch {
  if (bodyOf === null) return fetch
  return async (request) => {
    const answer = await fetch(request)
    if (answer.status < 400 || !isOfBank(request, bank)) return answer
    const text = await answer.text()
    if (!text.includes('"errors"')) return saying(answer, text)
    const body = bodyOf(JSON.parse(text).errors, answer.status)
    if (typeof body === 'string') return saying(answer, body, 'text/plain')
    return saying(answer, JSON.stringify(body), 'type' in body ? 'application/problem+json' : undefined)
  }
}

/** Writes the times of the banking API in another form. */
export function writingTimes(fetch: Fetch, bank: Bank, formOf: (time: string) => string): Fetch {
  return async (request) => {
    const answer = await fetch(request)
    if (!isOfBank(request, bank) || !answer.headers.get('content-type')?.includes('json')) return answer
    const text = await answer.text()
    return saying(answer, text.replace(/(?<=")\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}([+-]\d\d:\d\d|Z)(?=")/g, formOf))
  }
}

/** Says of a wire after so many milliseconds of its review that it is on Hold. */
export function holding(fetch: Fetch, bank: Bank, review: number, now: () => number): Fetch {
  return async (request) => {
    const answer = await fetch(request)
    if (!isOfBank(request, bank)) return answer
    const held = (_: string, value: unknown) => {
      const { status, createdAt = '' } = Object(value) as Record<string, string>
      const lastModifiedAt = Date.parse(createdAt) + review
      if (status !== 'Created' || !(lastModifiedAt <= now())) return value
      return { ...Object(value), status: 'Hold', lastModifiedAt: new Date(lastModifiedAt).toISOString() }
    }
    const text = await answer.text()
    return saying(answer, text.includes('"Created"') ? JSON.stringify(JSON.parse(text, held)) : text)
  }
}

/** Fails in the place of the bank, or hangs up: before it has done what it was asked, or after. */
export function failing(fetch: Fetch, share: number, random: () => number, hasPages: boolean): Fetch {
  return async (request) => {
    if (random() >= share) return await fetch(request)
    const way = Math.floor(random() * 3)
    if (way === 0 && hasPages) return page(random() < 0.5 ? 502 : 200)
    if (way === 0) return new Response('upstream connect error', { status: 503 })
    if (way === 1) await fetch(request)
    if (way === 1 && hasPages) return page(504)
    throw new TypeError('fetch failed', { cause: new Error('read ECONNRESET') })
  }
}

/** The forms of Retry-After, for a wait of some seconds. */
export const waits = {
  inSeconds: (seconds: number): Record<string, string> => ({ 'retry-after': String(seconds) }),
  /** The clock of this service is an hour behind. */
  byDate: (seconds: number, now: number) => ({
    date: new Date(now - 3_600_000).toUTCString(),
    'retry-after': new Date(now - 3_600_000 + seconds * 1_000).toUTCString(),
  }),
}

/** Answers 429 to what comes too soon after others, and counts the calls that come while it asks to wait. */
export function limiting(
  fetch: Fetch,
  callsPerSecond: number,
  now: () => number,
  waitOf: (seconds: number, now: number) => Record<string, string>,
) {
  let recent: number[] = []
  let [closedUntil, early] = [0, 0]
  return {
    early: () => early,
    async fetch(request: Request): Promise<Response> {
      if (now() < closedUntil) early++
      recent = recent.filter((time) => time > now() - 1_000)
      if (recent.length >= callsPerSecond) {
        closedUntil = now() + 1_000
        return new Response('slow down', { status: 429, headers: waitOf(1, now()) })
      }
      recent.push(now())
      return await fetch(request)
    },
  }
}
