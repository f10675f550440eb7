/** No false explanation: what only fits a consequence, or the wrong way round, is no cause; what the other side shows is tried first. */
import { expect, it } from 'vitest'
import type { AssumptionOverrides, BankOptions } from 'vostro'
import { type ConformanceScenario, conformance } from 'vostro/sandbox'
import { answeringOtherwise } from '../../support/answering-otherwise.ts'
import { type Call, clientOf, inboundTo, realService, refusing, wireFrom } from './real-service.ts'

const balance = (call: Call, accountNumber: string) => call('GET', `/core/v1/dda/subaccounts/${accountNumber}`)

/** Pays a wire, and looks at it and at the money three times. */
const looksThrice: ConformanceScenario = async (scene) => {
  const call = await clientOf(scene)
  const tried: Call = (...given) => call(...given).catch(() => ({}))
  const { accountNumber } = scene.credentials
  await balance(call, accountNumber)
  const { id } = await tried('POST', '/wires/v1/payments', wireFrom(scene))
  for (const seconds of [0, 2, 10]) {
    await scene.wait({ seconds })
    await tried('GET', `/wires/v1/payments/${id}`)
    await balance(call, accountNumber)
  }
}

const compare = (scenario: ConformanceScenario, theirs: BankOptions, ours: BankOptions = {}) =>
  conformance(scenario, { against: realService(theirs), bank: ours })

it('reads the delay of a faster service off its records [§3]', async () => {
  const { assume, text } = await compare(looksThrice, { assume: { 'wires.reviewSeconds': 1 } })

  expect(assume, text).toEqual({ 'wires.reviewSeconds': 1 })
  expect(text).toContain('explained by wires.reviewSeconds = 1\n')
})

it('takes a delay for the reason of no balance, where the status of the wire says otherwise [§7]', async () => {
  const seconds = (every: number) => ({ release: { every: { seconds: every } } })
  const assume = { 'wires.reviewSeconds': 1 } as const

  const report = await compare(looksThrice, { ...seconds(900), assume }, { ...seconds(9), assume })

  expect(report.assume, report.text).toEqual({})
  expect(report.text).toContain('here "Completed", there "Pending"')
  expect(report.text).toMatch(/currentBalance: .*\n +may follow from an earlier difference/)
  expect(report.verdict).toBe('unspecified')
})

it('explains by nothing else what follows from a refusal that nothing explains [§7]', async () => {
  const against = answeringOtherwise(realService(), refusing(/POST .*payments$/, 400))

  const { assume, text } = await conformance(looksThrice, { against, bank: { release: { every: { seconds: 9 } } } })

  expect(assume, text).toEqual({})
})

it('compares only the calls before the one at which the scenario broke off on one side [§7]', async () => {
  const service = realService()
  let looks = 0
  const against = {
    ...service,
    fetch: async (request: Request) => {
      if (request.method === 'GET' && looks++ === 1) throw new TypeError('fetch failed')
      return await service.fetch(request)
    },
  }
  const paysAndLooks: ConformanceScenario = async (scene) => {
    const call = await clientOf(scene)
    const { id } = await call('POST', '/wires/v1/payments', wireFrom(scene))
    for (const seconds of [0, 2, 10]) {
      await scene.wait({ seconds })
      await call('GET', `/wires/v1/payments/${id}`)
    }
  }

  const { assume, differences, text } = await conformance(paysAndLooks, { against })

  expect(assume, text).toEqual({})
  expect(differences, text).toMatchObject([{ call: 'scenario', path: 'error' }])
})

/** Sends a wire twice with the same key. */
const retries =
  (header: string): ConformanceScenario =>
  async (scene) => {
    const call = await clientOf(scene)
    const pay = () => call('POST', '/wires/v1/payments', wireFrom(scene), { [header]: 'invoice-4711' })
    const [one, two] = [await pay(), await pay()]
    return { isSame: one['id'] === two['id'] }
  }

it('says that a key may be looked for in another header, where the one that was sent does nothing [§4]', async () => {
  const { text, first } = await compare(retries('idempotency-key'), { assume: { 'idempotency.header': 'x-other' } })

  const explanations = [first?.explained, ...(first?.alternatives ?? [])]
  expect(explanations.map((each) => each?.id).toSorted(), text).toEqual([
    'idempotency.header',
    'idempotency.retentionDays',
  ])
  expect(text).toContain('could be idempotency.')
})

it('takes a header that the client sent for that of the key [§4]', async () => {
  const header = { assume: { 'idempotency.header': 'x-request-key' } }

  const { assume, text } = await compare(retries('x-request-key'), header)

  expect(assume, text).toEqual(header.assume)
  expect(text).toContain('does the same as the other side')
})

const pays =
  (...amounts: readonly number[]): ConformanceScenario =>
  async (scene) => {
    const call = await clientOf(scene)
    for (const amount of amounts) {
      await call('POST', '/wires/v1/payments', wireFrom(scene, { amount })).catch(() => undefined)
    }
  }

it.each([
  [10_000, 'could be limits.amountMinimum = 10001 or more, or limits.amountMaximum = 9999 or less'],
  [2_000_001, 'could be limits.amountMaximum = 2000000 or less, or limits.amountMinimum = 2000002 or more'],
])(
  'tells of a wire of %i that is refused the limit first that is nearer to the one of ours [§8]',
  async (amount, said) => {
    const { text } = await compare(pays(amount), { assume: { 'limits.amountMaximum': amount - 1 } })

    expect(text).toContain(said)
  },
)

const receives: ConformanceScenario = async (scene) => {
  const call = await clientOf(scene)
  await scene.wait({ minutes: 5 })
  const { id } = await call('POST', '/wires/v1/payments/simulations', inboundTo(scene))
  await scene.wait({ seconds: 3 })
  await call('GET', `/wires/v1/payments/${id}`)
}

it.each<[theirs: number, ours: number | undefined, told: string]>([
  [900, 2, 'wires.inboundSeconds = 4 or more'],
  [2, undefined, 'wires.inboundSeconds = 2\n'],
  [0, undefined, 'wires.inboundSeconds = 0\n'],
])(
  'holds a delay of %i s against that of the bank itself, which is %s, since the record was made [§3]',
  async (theirs, ours, told) => {
    const of = (seconds?: number): AssumptionOverrides =>
      seconds === undefined ? {} : { 'wires.inboundSeconds': seconds }

    const { text } = await compare(receives, { assume: of(theirs) }, { assume: of(ours) })

    expect(text).toContain(`explained by ${told}`)
  },
)

it('takes no mask of a recording for the name of a bank [§2.4]', async () => {
  const against = answeringOtherwise(realService(), ({ body, ...answer }) => ({
    ...answer,
    body: body.senderName ? { ...body, senderName: '***' } : body,
  }))

  expect((await conformance(pays(1), { against })).assume).toEqual({})
})

it('goes on with a limit that it has found, where a later call shows more of it [§8]', async () => {
  const keys: ConformanceScenario = async (scene) => {
    const call = await clientOf(scene)
    for (const length of [51, 64, 65]) {
      const wire = wireFrom(scene, { amount: length })
      await call('POST', '/wires/v1/payments', wire, { 'idempotency-key': 'k'.repeat(length) }).catch(() => undefined)
    }
  }

  const { assume, text } = await compare(keys, { assume: { 'idempotency.keyLength': 64 } })

  expect(assume, text).toEqual({ 'idempotency.keyLength': 64 })
  expect(text).toContain('does the same as the other side')
})
