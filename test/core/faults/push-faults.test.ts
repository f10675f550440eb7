/** Faults of pushes and batches. (§3, §6) */
import { expect, it } from 'vitest'
import { createBank, type PushFault, type PushFaultOptions, replay, verifySignature } from 'vostro'
import { pushOf } from '../../support/requests.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

const url = 'https://partner.example/hooks'

/** The fault, and in which order a receiver hears of three payments at once; what comes in the minute after stands behind the bar. */
const cases: [PushFault, PushFaultOptions, string][] = [
  ['duplicate', { nth: 2 }, '1 2 2 3 |'],
  ['drop', { nth: 2 }, '1 3 |'],
  ['delay', { nth: 1 }, '2 3 | 1'],
  ['delay', { nth: 1, seconds: 10 }, '2 3 | 1'],
  ['reorder', { nth: 1 }, '2 1 3 |'],
  ['reorder', { nth: 2 }, '1 3 2 |'],
  ['reorder', { nth: 3 }, '1 2 3 |'],
  ['duplicate', { event: 'Wire.Payment.Sent' }, '1 2 3 |'],
  ['drop', { event: 'Wire.Payment.Received' }, '|'],
  ['duplicate', { uses: 1 }, '1 1 2 3 |'],
]

it.each(cases)('lets %s %j bring the receiver: %s [§6]', async (fault, options, heard) => {
  const bank = createBank()
  bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
  const seen: string[] = []
  const wires: string[] = []
  bank.webhooks.connect(url, async (request) => {
    const { resources } = await request.json()
    seen.push(String(wires.indexOf(resources[0].split('/').at(-1)) + 1))
    return new Response()
  })
  bank.faults.inject(fault, options)
  for (let wire = 0; wire < 3; wire++) {
    wires.push(bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber)).id)
  }

  await bank.settled()
  seen.push('|')
  await bank.clock.advanceAsync({ minutes: 1 })

  expect(seen.join(' ')).toBe(heard)
  expect(replay(bank.journal).world).toEqual(bank.world)
})

it('strikes the pushes for which a predicate holds [§6]', async () => {
  const bank = createBank()
  bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
  let calls = 0
  bank.webhooks.connect(url, () => {
    calls++
    return new Response()
  })
  const [first] = [1, 2].map(() => bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber)))
  bank.faults.inject('drop', { when: ({ resources }) => resources[0]?.endsWith(first!.id) ?? false })

  await bank.settled()

  expect(calls).toBe(1)
})

it.each([
  ['wrongSignature', 'its own', [false, true], [true, undefined]],
  ['missingSignature', 'its own', [null, true], [true, undefined]],
  ['wrongSignature', 'that of all', [false, true], [true, undefined]],
  ['missingSignature', 'that of all', [null, true], [true, undefined]],
  ['wrongSignature', 'none', [null, null], [undefined, undefined]],
  ['missingSignature', 'none', [null, null], [undefined, undefined]],
] as const)(
  'lets %s strike the first attempt of a push, whose registration has as a secret %s, and none after it: %j [§6]',
  async (fault, whose, expected, forged) => {
    const bank = createBank(whose === 'that of all' ? { assume: { 'webhooks.secret': 'c2VjcmV0' } } : {})
    const { id } = bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
    const secret = whose === 'its own' ? bank.webhooks.sign(id) : 'c2VjcmV0'
    const verified: (boolean | null)[] = []
    bank.webhooks.connect(url, async (request) => {
      const [header, body] = [request.headers.get('cos-signature'), await request.text()]
      const isGood = header === null ? null : verifySignature({ body, header, secret, now: bank.clock.now })
      verified.push(isGood)
      return new Response('', { status: verified.length === 1 ? 401 : 200 })
    })
    bank.faults.inject(fault, { event: 'Wire.Payment.Received' })
    bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))

    await bank.clock.advanceAsync({ minutes: 1 })

    expect(verified).toEqual(expected)
    expect(bank.pushes.map(({ outcome }) => outcome)).toEqual(['refused', 'delivered'])
    expect(bank.pushes.map(({ isForged }) => isForged)).toEqual(forged)
    expect(bank.conduct()).toHaveLength(whose === 'none' ? 1 : 0) // to refuse a forged push is right
    expect(replay(bank.journal).world).toEqual(bank.world)
  },
)

it('releases half of a batch, and the rest with the next one [§3]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const wires = [1, 2, 3, 4].map((amount) => bank.wires.create(outboundWire(accountNumber, { amount })))
  bank.faults.inject('partialRelease')

  bank.clock.advanceToNextBatch()
  const first = wires.map(({ id }) => bank.wires.get(id).status)
  bank.clock.advanceToNextBatch()

  expect(first).toEqual(['Completed', 'Completed', 'Pending', 'Pending'])
  expect(wires.map(({ id }) => bank.wires.get(id).fedBatchSequence)).toEqual([1, 2, 1, 2])
})

it('releases as many wires of a batch as the test says, and loses no money [§2.9]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  for (const amount of [100, 200, 300]) bank.wires.create(outboundWire(accountNumber, { amount }))
  bank.faults.inject('partialRelease', { count: 1, uses: 2 })

  const balances = [1, 2, 3].map(() => {
    bank.clock.advanceToNextBatch()
    return [bank.masterAccount.currentBalance, bank.masterAccount.availableBalance]
  })

  expect(balances).toEqual([
    [99_999_900, 99_999_400],
    [99_999_700, 99_999_400],
    [99_999_400, 99_999_400],
  ])
})
