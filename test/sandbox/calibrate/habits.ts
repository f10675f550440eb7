/** Habits of services, each put before the fetch of a bank. */
import type { Bank } from 'vostro'
import type { CalibrateOptions } from 'vostro/sandbox'

type Fetch = CalibrateOptions['fetch']
type Wire = Readonly<Record<string, unknown>>

/** What a refusal says, with what was wrong and its status. */
type BodyOf = (messages: string[], status: number) => object

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
export function refusing(fetch: Fetch, bank: Bank, problemsOf: (wire: Wire) => readonly string[]): Fetch {
  const trial = bank.fork()
  return async (request) => {
    if (request.method !== 'POST' || !/\/payments\/?$/i.test(request.url)) return await fetch(request)
    const wire = (await request
      .clone()
      .json()
      .catch(() => null)) as Wire | null
    const problems = wire === null ? [] : problemsOf(wire)
    if (problems.length === 0) return await fetch(request)
    trial.restore(bank.snapshot())
    const answer = await trial.fetch(request)
    if (!answer.ok && answer.status !== 400) return answer
    const { errors = [] } = (await answer.json()) as { errors?: unknown[] }
    const all = [...errors, ...problems.map((message) => ({ code: 1_000, message }))]
    return saying(new Response(null, { status: 400, headers: answer.headers }), JSON.stringify({ errors: all }))
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
    const { errors } = JSON.parse(text) as { errors: { message: string }[] }
    const body = bodyOf(
      errors.map(({ message }) => message),
      answer.status,
    )
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

/** Answers 503 in the place of the bank, or hangs up: before it has done what it was asked, or after. */
export function failing(fetch: Fetch, share: number, random: () => number): Fetch {
  return async (request) => {
    if (random() >= share) return await fetch(request)
    const way = Math.floor(random() * 3)
    if (way === 0) return new Response('upstream connect error', { status: 503 })
    if (way === 1) await fetch(request)
    throw new TypeError('fetch failed', { cause: new Error('read ECONNRESET') })
  }
}

/** Answers 429 to what comes too soon after others. */
export function limiting(fetch: Fetch, callsPerSecond: number, now: () => number): Fetch {
  let recent: number[] = []
  return async (request) => {
    recent = recent.filter((time) => time > now() - 1_000)
    if (recent.length >= callsPerSecond) {
      return new Response('slow down', { status: 429, headers: { 'retry-after': '1' } })
    }
    recent.push(now())
    return await fetch(request)
  }
}
