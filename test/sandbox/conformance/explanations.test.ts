/** What counts as an explanation: fewer differences over the whole scenario, none that is new, and the same calls. */
import { expect, it } from 'vitest'
import { type ConformanceScenario, conformance } from 'vostro/sandbox'
import { answeringOtherwise } from '../../support/answering-otherwise.ts'
import { clientOf, inboundTo, paysAWire, realService, refusing, wireFrom } from './real-service.ts'

/** A client that reads until the wire is completed, and asks for another token where the one that it has is refused. */
const paysAndWaits: ConformanceScenario = async (scene) => {
  const call = await clientOf(scene)
  const { id } = await call('POST', '/wires/v1/payments', wireFrom(scene))
  for (let tries = 0; tries < 20; tries++) {
    await scene.wait({ minutes: 30 })
    const { status, amount } = await call('GET', `/wires/v1/payments/${id}`)
    if (status === 'Completed') return { status, amount }
  }
  return {}
}

/** Changes the body of each answer. */
// biome-ignore lint/suspicious/noExplicitAny: of any call.
const altered = (change: (body: any) => object) =>
  answeringOtherwise(realService(), ({ body, ...answer }) => ({ ...answer, body: { ...body, ...change(body) } }))

it.each([
  ['status', 'Settled', '§3'],
  ['amount', 10_001, '§2.4'],
  ['token_type', 'bearer', '§2.1'],
  ['expires_in', '86400', '§2.1'],
])('takes no other assumption for the reason of %s %j at the end, or of a token [§7]', async (name, value, source) => {
  const isMeant = (body: object) => name in body && (!('status' in body) || body.status === 'Completed')
  const against = altered((body) => (isMeant(body) ? { [name]: value } : {}))

  const report = await conformance(paysAndWaits, { against })

  expect(report.verdict, report.text).toBe('differ')
  expect(report.first).toMatchObject({ path: `body.${name}`, source, isSpecified: true, explained: undefined })
  expect(report.assume).toEqual({})
  expect(report.text).not.toContain('does the same as the other side')
})

it('reads a number off the answers for the assumption of that very field alone [§7]', async () => {
  const report = await conformance(paysAWire, {
    against: altered((body) => (body.expires_in ? { expires_in: 10_001 } : {})),
  })

  expect(report.assume).toEqual({ 'tokens.lifetimeSeconds': 10_001 })
  expect(report.text).toContain('does the same as the other side')
})

it('says once that a limit refuses, whatever else the requests had [§8]', async () => {
  const against = realService({ assume: { 'limits.amountMaximum': 6_999 } })
  const pays: ConformanceScenario = async (scene) => {
    const call = await clientOf(scene)
    for (const more of [{ amount: 500 }, { note: 'unknown' }, { beneficiaryReference: null }, {}])
      await call('POST', '/wires/v1/payments', wireFrom(scene, { amount: 7_000, ...more })).catch(() => ({}))
  }

  const { assume, text, differences } = await conformance(pays, { against })

  expect(Object.keys(assume), text).toEqual(['limits.amountMaximum'])
  expect(new Set(differences.map(({ explained }) => explained?.id))).toEqual(new Set(['limits.amountMaximum']))
})

it('explains what comes after a difference that nothing explains, and says how many are left [§7]', async () => {
  const against = answeringOtherwise(realService({ assume: { 'wires.source': 'API' } }), ({ body, ...answer }) => ({
    ...answer,
    body: body.token_type ? { ...body, token_type: 'bearer' } : body,
  }))

  const { verdict, text, assume } = await conformance(paysAWire, { against })

  expect(verdict).toBe('differ')
  expect(assume).toEqual({ 'wires.source': 'API' })
  expect(text).toContain(`createBank({ assume: { 'wires.source': "API" } }) leaves 1 difference.`)
})

it('says that nothing was tried where the runs are used up, and what nothing can be tried of [§7]', async () => {
  const source = realService({ assume: { 'wires.source': 'API' } })
  const reference = answeringOtherwise(realService(), (answer) =>
    answer.body.posting ? { ...answer, body: { ...answer.body, referenceId: 'R-1' } } : answer,
  )

  const [untried, fixed] = await Promise.all([
    conformance(paysAWire, { against: source, runs: 1 }),
    conformance(paysAWire, { against: reference }),
  ])

  expect(untried.first?.isTried).toBe(false)
  expect(untried.text).toContain('decided by wires.source, which is assumed; not tried: allow more runs')
  expect(fixed.text).toMatch(/decided by wires\.reference, .*; fixed: answer that call with a handler of your own/)
})

const paysThrice: ConformanceScenario = async (scene) => {
  const call = await clientOf(scene)
  for (const amount of [100, 200, 300]) await call('POST', '/wires/v1/payments', wireFrom(scene, { amount }))
}

it.each<[what: string, change: Parameters<typeof altered>[0], said: object]>([
  ['the same', () => ({ channel: 'Web' }), { path: 'body.channel', ours: 'absent', theirs: '<text of 3>' }],
  ['another', ({ amount }) => ({ amount: String(amount) }), { path: 'body.amount', ours: '100', theirs: '"100"' }],
])(
  'says a difference once, with its first values and how often it was found, if each record has %s [§7]',
  async (_, change, said) => {
    const { differences, text } = await conformance(paysThrice, {
      against: altered((body) => (body.posting ? change(body) : {})),
    })

    expect(differences).toMatchObject([{ call: 'createWire #1', ...said, times: 3 }])
    expect(text).toMatch(/createWire #1 → body\.\w+: here .*, there .*, 3 times\n/)
  },
)

const receives: ConformanceScenario = async (scene) => {
  const call = await clientOf(scene)
  const { id } = await call('POST', '/wires/v1/payments/simulations', inboundTo(scene))
  await scene.wait({ minutes: 2 })
  await call('GET', `/wires/v1/payments/${id}`)
}

it('explains the receiver of an inbound wire by the routing number of the bank [§2.4]', async () => {
  const assume = { 'bank.routingNumber': '121000248' }

  expect(await conformance(receives, { against: realService({ assume }) })).toMatchObject({
    verdict: 'unspecified',
    assume,
  })
})

it.each<[string, ConformanceScenario, string]>([
  ['an inbound wire that is posted', receives, 'Hold'],
  ['a wire that is reviewed', paysAWire, 'Created'],
])('takes no delay for the reason of another status of %s all the same [§3]', async (_, scenario, status) => {
  const against = answeringOtherwise(realService(), ({ body, ...answer }, { method }) => ({
    ...answer,
    body: method === 'GET' ? { ...body, status, wasReversed: false, channel: 'Web' } : body,
  }))

  const { assume, first } = await conformance(scenario, { against })

  expect(first).toMatchObject({ path: 'body.status', theirs: `"${status}"` })
  expect(assume).toEqual({})
})

it('takes no limit for the reason of a refusal that says nothing of it [§7]', async () => {
  const against = answeringOtherwise(realService(), refusing(/POST .*payments$/, 400, 'purpose is required'))

  const { assume, text } = await conformance(paysAWire, { against })

  expect(assume).toEqual({})
  expect(text).not.toContain('limits.')
})

const listsTwo: ConformanceScenario = async (scene) => {
  const call = await clientOf(scene)
  for (const amount of [1, 2]) await call('POST', '/wires/v1/payments', { ...wireFrom(scene), amount })
  await call('GET', '/wires/v1/payments')
}

it('names the order of lists where that of a list differs, and not the list of subledgers [§4]', async () => {
  const against = altered((body) => (body.results ? { results: body.results.toReversed() } : {}))

  const { differences } = await conformance(listsTwo, { against })

  expect(differences).toMatchObject([{ path: 'body.results', source: 'paging.order' }])
})

it('names the order of lists where the first page has the last records [§4]', async () => {
  const service = realService()
  const against = {
    ...service,
    fetch: (request: Request) =>
      service.fetch(new Request(request.url.replace('pageSize=3', 'pageSize=3&sortDirection=Descending'), request)),
  }
  const listsSome: ConformanceScenario = async (scene) => {
    const call = await clientOf(scene)
    for (const amount of [1, 2, 3, 4, 5]) await call('POST', '/wires/v1/payments', { ...wireFrom(scene), amount })
    await call('GET', '/wires/v1/payments?pageSize=3')
  }

  const { differences, text } = await conformance(listsSome, { against })

  expect(differences, text).toMatchObject([{ path: 'body.results', source: 'paging.order', times: 1 }])
})

it('names no assumption for null in the place of a field that is absent [§2.4]', async () => {
  const against = altered((body) => (body.status ? { imad: body.imad ?? null } : {}))

  const { differences } = await conformance(paysAWire, { against })

  const sources = differences.flatMap(({ path, source }) => (path === 'body.imad' ? [source] : []))
  expect(sources).toEqual([undefined, undefined])
})
