import { expect, it } from 'vitest'
import { calibrate } from 'vostro/sandbox'
import { answeringOtherwise } from '../../../support/answering-otherwise.ts'
import { hiddenBank } from '../hidden-bank.ts'

it('finds out how often and when a service tries a push again, and how long it waits for an answer [§6]', async () => {
  const { findings, left } = await calibrate({
    ...hiddenBank({ 'webhooks.retries': 5, 'webhooks.retrySeconds': 60, 'webhooks.timeoutSeconds': 10 }),
    scope: 'create',
  })

  expect(findings.filter(({ verdict, id }) => verdict === 'differs' && id.startsWith('webhooks.'))).toMatchObject([
    { id: 'webhooks.retries', value: 5, seen: 'the push came 6 times, and then the registration was Suspended' },
    { id: 'webhooks.retrySeconds', value: 60, seen: 'the push came again 60 s after each failure' },
    { id: 'webhooks.timeoutSeconds', value: 10, seen: 'the push counted as failed 10 s after it was sent' },
  ])
  expect(left.map(({ kind }) => kind)).toEqual(['subledger', 'subledger'])
})

it('finds out how long events are gathered, by polling alone [§6]', async () => {
  const { receiver: _, ...options } = hiddenBank({ 'webhooks.aggregationSeconds': 30 })

  const { findings } = await calibrate({ ...options, scope: 'create' })

  const found = (name: string) => findings.find(({ id }) => id === name)
  expect(found('webhooks.aggregationSeconds')).toMatchObject({ verdict: 'differs', value: 30 })
  expect(found('webhooks.retries')).toMatchObject({ seen: 'this needs a receiver, which was not given' })
})

it('says of what takes longer than it may wait that it is unknown, and does not guess [§7]', async () => {
  const { findings } = await calibrate({
    ...hiddenBank({ 'webhooks.retrySeconds': 3_600, 'webhooks.timeoutSeconds': 600, 'events.restrictions': 'never' }),
    maxWait: { minutes: 2 },
  })

  const verdictOf = (name: string) => findings.find(({ id }) => id === name)?.verdict
  expect(verdictOf('webhooks.success')).toBe('agrees')
  expect(verdictOf('webhooks.retrySeconds')).toBe('unknown')
  expect(verdictOf('webhooks.retries')).toBe('unknown')
  expect(verdictOf('webhooks.timeoutSeconds')).toBe('unknown')
})

it('moves one minor unit and takes it back, and finds that nothing is told of it [§2.9]', async () => {
  const { findings, exchanges, left } = await calibrate({
    ...hiddenBank({ 'events.transactions': 'never' }),
    unredacted: true,
  })

  const transfers = exchanges.filter(({ method, url }) => method === 'POST' && url.endsWith('/core/v1/transactions'))
  const moved = transfers.map(({ requestBody, body }) => {
    const { debitAccountNumber } = requestBody as { debitAccountNumber: string }
    const { status, amount } = body as { status: string; amount: number }
    return `${debitAccountNumber.length === 10 ? 'there' : 'back'} ${amount} ${status}`
  })
  expect(moved.filter((each) => each === 'back 1 Posted')).toEqual(
    moved.filter((each) => each === 'there 1 Posted').map(() => 'back 1 Posted'),
  )
  expect(new Set(moved)).toEqual(new Set(['there 1 Posted', 'there 1 Rejected', 'back 1 Posted']))
  expect(left.map(({ kind }) => kind)).not.toContain('transfer to a subledger')
  expect(findings.find(({ id }) => id === 'events.transactions')).toMatchObject({
    value: 'never',
    seen: 'no event Core.Transaction.Completed, Core.Activity.Posted came, but a ping came',
  })
})

it('leaves alone what somebody has registered for, and polls nothing away [§2.6]', async () => {
  const options = hiddenBank()
  const { clientId, clientSecret, audience, partnerId } = options.credentials
  const post = async (url: string, body: object, headers: Record<string, string> = {}) => {
    const sent = { 'content-type': 'application/json', ...headers }
    const request = new Request(url, { method: 'POST', body: JSON.stringify(body), headers: sent })
    return await (await options.fetch(request)).json()
  }
  const credentials = { client_id: clientId, client_secret: clientSecret, audience }
  const token = await post(`${options.urls.authUrl}/oauth/token`, { grant_type: 'client_credentials', ...credentials })
  const mine = { partnerId, eventName: 'Wire.Payment.Sent', type: 'Poll', callbackUrl: 'https://partner.example/mine' }
  await post(`${options.urls.baseUrl}/webhooks/v1/registrations`, mine, {
    authorization: `Bearer ${token.access_token}`,
  })

  const { findings, exchanges } = await calibrate({ ...options, scope: 'create' })

  expect(exchanges.filter(({ url }) => url.includes('/events/poll'))).toEqual([])
  expect(findings.find(({ id }) => id === 'events.restrictions')).toMatchObject({
    verdict: 'unknown',
    seen: 'there is a registration of type Poll already, and a poll would take its events away',
  })
})

it('tells of records what no value of ours does [§7]', async () => {
  const plants = [
    [
      'restrictions.record',
      'not every restriction has createdAt',
      '/restrictions',
      { createdAt: undefined, created_at: 'then' },
    ],
    [
      'webhooks.record',
      'not every registration has consecutiveErrors',
      '/registrations',
      { consecutiveErrors: undefined, errors: 0 },
    ],
    ['transactions.internalRail', 'rail is "Book"', '/transactions', { rail: 'Book' }],
    ['subledgers.ledgerType', 'ledgerType is "Virtual"', '/subaccounts', { ledgerType: 'Virtual' }],
  ] as const
  const other = answeringOtherwise(hiddenBank(), ({ body, ...answer }, { url }) => {
    const fields = plants.find(([, , path]) => new URL(url).pathname.includes(path))?.[3]
    if (answer.status >= 300 || body === null || !fields) return { ...answer, body }
    const renamed = (record: object) => ({ ...record, ...fields })
    const { results } = body
    return { ...answer, body: Array.isArray(results) ? { ...body, results: results.map(renamed) } : renamed(body) }
  })

  const { findings, calibration } = await calibrate(other)

  for (const [id, seen] of plants) {
    expect(findings.find((finding) => finding.id === id)).toMatchObject({ verdict: 'differs', seen })
    expect(calibration).not.toHaveProperty([id])
  }
})

it('takes a service that answers 201 for one that does what it is asked [§4]', async () => {
  const other = answeringOtherwise(hiddenBank(), (answer, { method }) =>
    method === 'POST' && answer.status === 200 ? { ...answer, status: 201 } : answer,
  )

  const { findings } = await calibrate(other)

  const ours = findings.filter(({ id }) => /^(webhooks|restrictions|transactions|subledgers|events)\./.test(id))
  expect(ours.filter(({ verdict }) => verdict === 'differs')).toEqual([])
})

it('tells that another status is answered to a registration for a partner that is not the one that asks [§2.6]', async () => {
  const other = answeringOtherwise(hiddenBank(), (answer, { method, url }) =>
    method === 'POST' && url.endsWith('/registrations') && answer.status === 404
      ? { status: 403, headers: {}, body: null }
      : answer,
  )

  const { findings } = await calibrate({ ...other, scope: 'create' })

  expect(findings.find(({ id }) => id === 'webhooks.foreignPartner')).toMatchObject({
    verdict: 'differs',
    seen: 'refused: another partnerId (403)',
  })
})
