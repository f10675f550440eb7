/** Refusals of the other side: in another form, by a proxy in front of it, for a limit of its own. */
import { expect, it } from 'vitest'
import { conformance } from 'vostro/sandbox'
import { pays, realService, trying, wireFrom } from './real-service.ts'

const unknown = '00000000-0000-4000-8000-000000000000'

/** Makes calls that the bank refuses. */
const isRefused = trying(async (call, scene) => {
  for (const changes of [{ amount: 0 }, { accountNumber: '312345678903' }]) {
    await call('POST', '/wires/v1/payments', wireFrom(scene, changes))
  }
  await call('GET', `/wires/v1/payments/${unknown}`)
  await call('GET', '/core/v1/dda/subaccounts/312345678903')
})

/** A service that answers some requests in its own way. */
function answering(answer: (request: Request, status: number, text: string) => Response | undefined) {
  const service = realService()
  const fetch = async (request: Request) => {
    const response = await service.fetch(request)
    const text = await response.text()
    return answer(request, response.status, text) ?? new Response(text || null, response)
  }
  return { ...service, fetch }
}

const refusing = (error: (status: number, text: string) => Response) =>
  answering((_, status, text) => (status < 400 ? undefined : error(status, text)))

const headers = { 'request-id': '1' }
const errorForms: [string, Parameters<typeof refusing>[0]][] = [
  ['nothing', (status) => new Response(null, { status, headers })],
  ['an envelope', (status, text) => Response.json({ isDone: false, error: JSON.parse(text) }, { status, headers })],
  [
    'an envelope of errors',
    (status) => Response.json({ data: null, errors: [{ code: 'E1', detail: 'No' }] }, { status, headers }),
  ],
]

it.each(errorForms)('says once of all calls that the other side writes errors as %s [§7]', async (_, error) => {
  const { differences, verdict, text } = await conformance(isRefused, { against: refusing(error) })

  expect(verdict, text).toBe('unspecified')
  expect(differences, text).toMatchObject([
    {
      path: 'body',
      ours: 'an error as published',
      theirs: 'an error of another form',
      source: 'errors.body',
      times: 4,
    },
  ])
})

it.each([
  ['its status alone', 403, { path: 'status', theirs: '403, by a proxy', source: undefined, isSpecified: false }],
  ['nothing of a page with the same status', 400, undefined],
])('says %s, where a proxy in front of the other side refuses [§7]', async (_, status, difference) => {
  const page = '<html><body><h1>Request blocked</h1></body></html>'
  const against = answering((request) =>
    request.method === 'POST' && request.url.endsWith('/payments')
      ? new Response(page, { status, headers: { 'content-type': 'text/html' } })
      : undefined,
  )

  const { differences, text } = await conformance(isRefused, { against })

  expect(differences, text).toMatchObject(difference ? [difference] : [])
  expect(text).not.toContain('limit of its own')
})

it('quotes the refusal of a request that the other side accepted before, and puts it down to no field [§7]', async () => {
  let wires = 0
  const message = 'Daily limit of 3 wires reached for Jane Doe, jane@doe.example, account 2393407339'
  const against = answering((request) =>
    request.method === 'POST' && request.url.endsWith('/payments') && ++wires > 3
      ? Response.json({ errors: [{ code: 2_042, message }] }, { status: 422, headers })
      : undefined,
  )

  const { differences, assume, text } = await conformance(pays(...[1, 2, 3, 4, 5].map((amount) => ({ amount }))), {
    against,
  })

  expect(differences[0], text).toMatchObject({
    call: 'createWire #4',
    path: 'status',
    ours: '200',
    theirs: '422 "Daily limit of 3 wires reached for …, …, account …"',
    source: undefined,
    isSpecified: false,
  })
  expect(assume, text).toEqual({})
  expect(text).toContain('the other side accepted such a call before, so it may have a limit of its own')
})

it.each([
  { 'errors.body': 'problem' },
  { 'errors.body': 'envelope' },
  { 'errors.body': 'text' },
  { 'errors.codes': 'status' },
] as const)('explains errors of another form by %j [§7]', async (assume) => {
  const report = await conformance(isRefused, { against: realService({ assume }) })

  expect(report.assume, report.text).toEqual(assume)
  expect(report.text).toContain('does the same as the other side')
})

it.each(['text', 'problem'] as const)(
  'puts it down to errors.body, where our bank writes errors as a %s [§7]',
  async (form) => {
    const bank = { assume: { 'errors.body': form } }

    const { differences, text } = await conformance(isRefused, { against: realService(), bank })

    expect(differences, text).toMatchObject([{ path: 'body', source: 'errors.body', isSpecified: false }])
  },
)
