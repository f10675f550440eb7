import { expect, it } from 'vitest'
import { calibrate } from 'vostro/sandbox'
import { hiddenBank } from '../calibrate/hidden-bank.ts'

/** A service that honours keys on restrictions only, and answers 503 after some of its deeds. */
async function failingAfter(path: RegExp, only: Parameters<typeof calibrate>[0]['only']) {
  const hidden = hiddenBank()
  const bodies: string[] = []
  const fetch = async (request: Request) => {
    if (request.method !== 'POST' || !path.test(request.url)) return await hidden.fetch(request)
    bodies.push(await request.clone().text())
    const headers = new Headers(request.headers)
    headers.delete('idempotency-key')
    const answer = await hidden.fetch(new Request(request, { headers }))
    return new Response('upstream connect error', { status: answer.ok ? 503 : answer.status })
  }
  const report = await calibrate({ ...hidden, fetch, scope: 'money', maxWait: { minutes: 10 }, only: only ?? [] })
  return { bodies, ...report }
}

it('repeats no subledger that failed where a key was seen on restrictions only, and names it as left [§4]', async () => {
  const { bodies, left } = await failingAfter(/\/subaccounts\/?$/, ['idempotency.header', 'wires.holderName'])

  expect(bodies).not.toEqual([])
  expect(new Set(bodies).size).toBe(bodies.length)
  expect(left.filter(({ kind }) => kind === 'subledger').length).toBeGreaterThanOrEqual(1)
})

it('pays no wire twice where a key was seen on restrictions only [§4]', async () => {
  const { bodies } = await failingAfter(/\/payments\/?$/, ['idempotency.header', 'wires.source'])

  expect(bodies).not.toEqual([])
  expect(new Set(bodies).size).toBe(bodies.length)
})
