import { expect, it } from 'vitest'
import type { AssumptionId } from 'vostro'
import { type CalibrateOptions, calibrate } from 'vostro/sandbox'
import { hiddenBank } from './hidden-bank.ts'

/** A service whose answers to the calls of `which` are `answer`. */
function answering(which: (request: Request) => boolean, answer: (request: Request) => Promise<Response> | Response) {
  const hidden = hiddenBank()
  const asked: string[] = []
  const options: CalibrateOptions = {
    ...hidden,
    maxWait: { minutes: 10 },
    fetch: async (request) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`)
      return which(request) ? await answer(request) : await hidden.fetch(request)
    },
  }
  return { options, hidden, asked }
}

const isOf = (method: string, end: string) => (request: Request) =>
  request.method === method && new URL(request.url).pathname.endsWith(end)

it('makes no call about a record of which it knows no id [§2.8]', async () => {
  const { options, hidden, asked } = answering(isOf('POST', '/registrations'), async (request) => {
    const response = await hidden.fetch(request)
    return response.ok ? Response.json({ accepted: true }, response) : response
  })

  const { left } = await calibrate({ ...options, scope: 'create' })

  expect(asked.filter((call) => /^(PUT|DELETE) .*\/registrations\/?$/.test(call))).toEqual([])
  expect(left.filter(({ kind }) => kind === 'registration')).toEqual([])
})

it('takes a page of HTML for nothing that was made or listed [§7]', async () => {
  const { options } = answering(
    (request) => !request.url.includes('/oauth/token'),
    () => new Response('<html>Sorry</html>', { headers: { 'content-type': 'text/html' } }),
  )

  const { findings } = await calibrate(options)

  const told = (id: AssumptionId) => findings.find((finding) => finding.id === id)?.verdict
  expect(['http.requestId', 'requests.null', 'webhooks.duplicate'].map((id) => told(id as AssumptionId))).toEqual([
    'unknown',
    'unknown',
    'unknown',
  ])
})
