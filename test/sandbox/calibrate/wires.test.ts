import { expect, it } from 'vitest'
import { type AssumptionId, type BankOptions, createBank } from 'vostro'
import { type CalibrateOptions, calibrate } from 'vostro/sandbox'
import { answeringOtherwise } from '../../support/answering-otherwise.ts'
import { behindFetch, hiddenBank } from './hidden-bank.ts'

async function findingsOf(assume: NonNullable<BankOptions['assume']>, options: Partial<CalibrateOptions> = {}) {
  const report = await calibrate({ ...hiddenBank(assume), ...options })
  const found = (id: AssumptionId) => report.findings.find((finding) => finding.id === id)
  return { ...report, found }
}

it.each([
  ['finds how long a wire is reviewed and held', { days: 1 }, { value: 3, seen: 'a wire was on Hold for 180 s' }],
  ['guesses nothing of a hold that takes longer than it may wait', { minutes: 2 }, { verdict: 'unknown' }],
])('%s [§3]', async (_, maxWait, ofHold) => {
  const life = { 'wires.reviewSeconds': 40, 'wires.reviewOutcome': 'Hold', 'wires.holdMinutes': 3 } as const

  const { found } = await findingsOf(life, { maxWait })

  expect(found('wires.reviewSeconds')).toMatchObject({ value: 40, seen: 'a wire was Created for 40 s' })
  expect(found('wires.reviewOutcome')?.verdict).toBe(found('wires.holdMinutes')?.verdict)
  expect(found('wires.holdMinutes')).toMatchObject(ofHold)
})

it('moves no money, creates none, and lets none leave in the scopes that do not pay [§7]', async () => {
  const { exchanges, found } = await findingsOf({}, { scope: 'create' })

  expect(
    exchanges.filter(({ method, url, status }) => method === 'POST' && url.includes('/payments') && status < 300),
  ).toEqual([])
  expect(found('wires.source')).toMatchObject({ verdict: 'unknown' })
})

it.each([
  [100, ['subledger: no call removes a subledger; each later run uses it again']],
  [
    600,
    [
      'restriction: it stops the wires that have not ended; calibrate tries to remove it if it runs again more than an hour later',
      'subledger: no call removes a subledger; each later run uses it again',
      'wire: it was not seen to end in time (option maxWait); cancel it if it is on Hold or Pending',
    ],
  ],
])(
  'leaves no more than it must where a wire is reviewed for %i seconds, and says why [§7]',
  async (seconds, wanted) => {
    const held = hiddenBank({ 'wires.reviewSeconds': seconds, 'wires.reviewOutcome': 'Hold' })
    // Its list of wires cannot be read.
    const bank = answeringOtherwise(held, ({ body, ...answer }, { url }) =>
      url.includes('/payments') && body?.results ? { ...answer, body: { page: body } } : { ...answer, body },
    )

    const { left } = await calibrate({ ...bank, maxWait: { minutes: 3 } })
    await bank.clock?.wait(7_200_000)
    const later = await calibrate({ ...bank, scope: 'create', only: ['requests.null'] })

    expect([...new Set(left.map(({ kind, why }) => `${kind}: ${why}`))].sort()).toEqual(wanted)
    expect(later.left).toEqual([])
    expect(later.exchanges.filter(({ method }) => method === 'DELETE')).toHaveLength(wanted.length > 1 ? 4 : 3)
  },
)

it.each<[string, (record: Record<string, unknown>) => object]>([
  ['with a reference of its own', (record) => ({ ...record, beneficiaryReference: 'IN-1' })],
  ['without its id', () => ({ accepted: true })],
])('sees when an inbound wire is posted, if its simulation is answered %s [§3]', async (_, change) => {
  const bank = answeringOtherwise(hiddenBank({ 'wires.inboundSeconds': 30 }), ({ body, ...answer }, { url }) => {
    if (url.endsWith('/simulations') && answer.status === 200) return { ...answer, body: change(body) }
    return { ...answer, body: JSON.parse(JSON.stringify(body).replaceAll(/"calibrate[^"]*"/g, '"IN-1"')) }
  })

  const { findings } = await calibrate({ ...bank, only: ['wires.inboundSeconds', 'wires.reviewSeconds'] })

  expect(findings.map(({ id, value }) => [id, value])).toEqual([
    ['wires.reviewSeconds', 5],
    ['wires.inboundSeconds', 30],
  ])
})

it.each([
  ['that never arrived', false],
  ['whose answers were lost', true],
  ['that repeat one which arrived', 'once'],
])('looks itself for wires %s, and waits for none that is not there [§7]', async (_, isForwarded) => {
  const { clock, ...bank } = behindFetch(createBank())
  const asked = new Set<string>()
  const fetch = async (request: Request) => {
    const text = await request.clone().text()
    const isLost = (isForwarded !== 'once' || asked.has(text)) && /"amount"|originatorFi/.test(text)
    asked.add(text)
    const answer = isForwarded === true || !isLost ? await bank.fetch(request) : undefined
    return answer && !isLost ? answer : new Response('<html>', { status: 502 })
  }

  const { left, text, findings, exchanges } = await calibrate({ ...bank, clock, fetch, maxWait: { minutes: 3 } })

  expect(left.filter(({ kind }) => kind === 'wire')).toEqual([])
  expect(text).toMatch(
    isForwarded === true ? /\n\d+ requests without a clear answer, [1-9]\d* found/ : /clear answer, 0 found in lists\./,
  )
  expect(text).toContain('No money moved. Wires that moved none')
  expect(findings.find(({ id }) => id === 'wires.inboundSeconds')).toMatchObject(
    isForwarded ? { value: 60 } : { seen: expect.stringMatching(/simulations was answered 502$/) },
  )
  expect(clock.now() - Number(exchanges.at(-1)?.at)).toBeLessThan(10_000)
})
