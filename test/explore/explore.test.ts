import { expect, it } from 'vitest'
import { createBank, UsageError, verifySignature } from 'vostro'
import { type BookEntry, explore, type Scene } from 'vostro/explore'
import { pushOf } from '../support/requests.ts'
import { inboundWire, outboundWire } from '../support/wire.ts'
import { type Bugs, createPartner } from './partner.ts'

/** Two invoices are paid, and the books say so. */
const payTwo = (bugs: Bugs) => async (scene: Scene) => {
  const partner = createPartner(scene, bugs)
  await partner.listen('Wire.Payment.Sent')
  await partner.pay(10_000)
  await partner.pay(20_000)
  await scene.bank.clock.advanceAsync({ hours: 2 })
}

it.each<[keyof Bugs, string, RegExp]>([
  ['hasNoKey', 'lostAnswer@3', /One intent became 2 wires, 1 in the clean run: 10000 from 2\d{9} to 12345678/],
  [
    'hasNoDeduplication',
    'duplicate@push1',
    /payment [0-9a-f-]{36} of \d+ is Completed at the bank, completed in the books, and is listed there twice/,
  ],
  ['reliesOnPushes', 'lost@push1', /10000 is Completed at the bank, pending in the books/],
  ['keepsItsToken', 'expiredToken@3', /POST \/wires\/v1\/payments: 401/],
])('finds the bug %s with the change %s, and tells the timeline of the run [§6]', async (bug, run, fact) => {
  const { failures, text } = await explore(payTwo({ [bug]: true }), { only: run })

  const [failure] = failures
  expect(failure?.error.message).toMatch(fact)
  expect(failure?.timeline).toContain('POST /oauth/token')
  expect(failure?.timeline).toMatch(/ test {6}✗ failed: it is \w+day [\d-]+ [\d:]+ at the bank$/)
  if (bug !== 'hasNoKey') expect(failure?.timeline).toMatch(/POST \/wires\/v1\/payments {2}key ".+" {2}(?:200|401)/)
  expect(text).toContain(`${run}: `)
})

/** A receiver of one payment that refuses a push whose signature is wrong, and notes which events it knows: before that, or after. */
const verifyOne = (habit: 'notesFirst' | 'verifiesFirst', secretOfAll?: string) => async (scene: Scene) => {
  const { bank, connect, eventually } = scene
  const { id } = bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
  const secret = secretOfAll ?? bank.webhooks.sign(id)
  const known = new Set<string>()
  const taken: string[] = []
  connect('https://partner.example/hooks', async (request) => {
    const body = await request.text()
    const event = JSON.parse(body)
    if (known.has(event.id)) return new Response('known')
    if (habit === 'notesFirst') known.add(event.id)
    const header = request.headers.get('cos-signature')
    if (!verifySignature({ body, header, secret, now: bank.clock.now })) return new Response('', { status: 401 })
    known.add(event.id)
    taken.push(event.id)
    return new Response('taken')
  })
  eventually(() => {
    if (taken.length !== 1) throw new Error(`${taken.length} payments were taken in`)
  })
  bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))
  await bank.settled()
}

it.each(['wrongSignature@push1', 'missingSignature@push1'])(
  'tries the change %s on a signed push [§6]',
  async (only) => {
    const wrong = await explore(verifyOne('notesFirst'), { only })
    const right = await explore(verifyOne('verifiesFirst'), { only })

    expect(wrong.failures.map(({ run, error }) => `${run}: ${error.message}`)).toEqual([
      `${only}: 0 payments were taken in`,
    ])
    expect(right.failures).toEqual([])
  },
)

it.each([
  ['of its registration', undefined, {}],
  ['of all registrations', 'c2VjcmV0', { assume: { 'webhooks.secret': 'c2VjcmV0' } }],
])('tries wrong signatures if pushes are signed with the secret %s [§6]', async (_, secret, bank) => {
  const { runs, failures } = await explore(verifyOne('notesFirst', secret), { depth: 1, lostPushes: false, bank })

  const failing = failures.flatMap(({ run, alsoIn }) => [run, ...alsoIn])
  expect(failing).toEqual(expect.arrayContaining(['wrongSignature@push1', 'missingSignature@push1']))
  expect(runs).toBeGreaterThan(failing.length)
})

it('repeats a single run from the line that its failure prints [§6]', async () => {
  const all = await explore(payTwo({ hasNoKey: true }), { depth: 1, maxFailures: 1 })
  const [failure] = all.failures

  const again = await explore(payTwo({ hasNoKey: true }), { only: failure?.run })

  expect(failure?.replay).toBe(`await explore(scenario, { only: ${JSON.stringify(failure?.run)} })`)
  expect(again.runs).toBe(3)
  expect(again.failures).toMatchObject([{ run: failure?.run, error: { message: failure?.error.message } }])
})

it('reports a failure of the clean run, and explores no further [§6]', async () => {
  const { runs, failures } = await explore(async () => {
    throw new Error('the invoice is not paid')
  })

  expect(runs).toBe(1)
  expect(failures).toMatchObject([{ run: 'clean', error: { message: 'the invoice is not paid' } }])
})

it('lets a scenario reject with the errors that the test allows [§6]', async () => {
  const once = async ({ bank, fetch }: Scene) => {
    const headers = { authorization: `Bearer ${bank.tokens.issue().access_token}` }
    const response = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { headers })
    if (response.status !== 200) throw new Error(`answered ${response.status}`)
    await response.json()
  }

  const strict = await explore(once, { depth: 1 })
  const lenient = await explore(once, { depth: 1, mayReject: () => true })

  expect(strict.failures.flatMap(({ run, alsoIn }) => [run, ...alsoIn])).toContain('status503@1')
  expect(lenient.failures).toEqual([])
})

it('stops at maxRuns and says so [§6]', async () => {
  const { runs, complete, text } = await explore(payTwo({}), { maxRuns: 10 })

  expect([runs, complete]).toEqual([10, false])
  expect(text).toMatch(/^10 of \d+ runs, cut short by maxRuns/)
})

/** Three payments come in while the receiver is away; it keeps the last one it hears of. */
const lastWins =
  (isRight: boolean) =>
  async ({ bank, connect }: Scene) => {
    let last = { at: '', amount: 0 }
    const callbackUrl = 'https://partner.example/hooks'
    const eventName = 'Wire.Payment.Received'
    bank.webhooks.register({ partnerId: bank.partner.id, eventName, registrationType: 'Push', callbackUrl })
    connect(callbackUrl, async (request) => {
      const { resources } = await request.json()
      const { createdAt, amount } = bank.wires.get(resources[0].split('/').at(-1))
      if (!isRight || createdAt > last.at) last = { at: createdAt, amount }
      return new Response()
    })
    for (const amount of [100, 200, 300]) {
      bank.wires.simulateInbound(inboundWire(bank, { amount }))
      bank.clock.advance({ seconds: 1 })
    }
    await bank.settled()
    if (last.amount !== 300) throw new Error(`the last payment is ${last.amount}, not 300`)
  }

it('swaps each push with an earlier one if both concern the same payment or account, and tries pairs of such swaps [§6]', async () => {
  const right = await explore(lastWins(true), { faults: false })

  // Two clean runs; the second or the third of three first, or then the third before the second; and these one after the other.
  expect(right.text).toBe(
    `7 of 7 runs, complete
  3 single changes
  2 pairs of changes
  not tried: calls that fail, outages and crashes (faults: true); calls that others overtake (overlaps: true); pushes that never come (lostPushes: true); payments that the bank holds, rejects or reverses (deskDecisions: true); payments that come in while a list is read (unsolicitedPayments: true); holidays, clock changes and month ends (calendars: ['holidays', 'clock changes', 'month ends']); other values of the assumptions (assume: 'each')
  no run had a payment that was rejected or reversed
  time was not judged: no within() says by when something must hold
0 failures`,
  )
})

it('finds an order of pushes that causes a failure, in the smallest run that shows it [§6]', async () => {
  const { failures } = await explore(lastWins(false), { faults: false })

  expect(failures.map(({ run }) => run)).toEqual(['first@push1:2'])
  expect(failures[0]?.error.message).toMatch(/^the last payment is \d00, not 300$/)
})

it('swaps no pushes that have no payment and no account in common [§6]', async () => {
  const apart = async ({ bank, connect }: Scene) => {
    const callbackUrl = 'https://partner.example/hooks'
    const eventName = 'Core.SubAccount.Opened'
    bank.webhooks.register({ partnerId: bank.partner.id, eventName, registrationType: 'Push', callbackUrl })
    connect(callbackUrl, () => new Response())
    for (const title of ['A', 'B', 'C']) {
      bank.subledgers.create({ masterAccountNumber: bank.masterAccount.accountNumber, title })
    }
    await bank.settled()
  }

  expect((await explore(apart, { faults: false })).runs).toBe(2)
})

it('repeats the clean run with every other value of the assumptions that it rests on, and names the value that breaks it [§3]', async () => {
  const impatient = async ({ bank, fetch }: Scene) => {
    const headers = {
      authorization: `Bearer ${bank.tokens.issue().access_token}`,
      'content-type': 'application/json',
    }
    const body = JSON.stringify(outboundWire(bank))
    const response = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { method: 'POST', headers, body })
    const { id } = await response.json()
    await bank.clock.advanceAsync({ hours: 2 })
    if (bank.wires.get(id).status !== 'Completed') throw new Error(`it is ${bank.wires.get(id).status}`)
  }

  const { failures } = await explore(impatient, { depth: 1, faults: false, orders: false, assume: 'each' })

  expect(failures).toContainEqual(
    expect.objectContaining({
      run: 'assume:wires.reviewOutcome="Hold"',
      changes: ['the assumption wires.reviewOutcome is "Hold"'],
      error: expect.objectContaining({ message: 'it is Hold' }),
    }),
  )
})

it('lets the operations team hold and reject each payment in the books, and finds code that relies on the answer to its create [§3]', async () => {
  const payAndBelieve = async (scene: Scene) => {
    const partner = createPartner(scene)
    const id = await partner.pay(10_000)
    await scene.bank.clock.advanceAsync({ hours: 2 })
    partner.entries.set(id, { paymentId: id, amount: 10_000, status: 'completed' })
  }

  const options = { depth: 1, faults: false } as const
  const without = await explore(payAndBelieve, { ...options, deskDecisions: false })
  const { failures } = await explore(payAndBelieve, options)
  const again = await explore(payAndBelieve, { only: failures[0]?.run })

  expect(without.failures).toEqual([])
  expect(failures.map(({ run, changes }) => [run, changes])).toEqual([
    ['rejected@payment1', ['rejected at an outbound payment, the 1st: The operations team rejects it.']],
  ])
  expect(again.failures).toMatchObject([{ error: { oracle: 'noCreditBeforePosting' } }])
})

it('lets the bank refuse each payment at its review with a code that means another thing [§2.4]', async () => {
  const payAgainWithoutMoney = async (scene: Scene) => {
    const partner = createPartner(scene)
    const id = await partner.pay(10_000)
    await scene.bank.clock.advanceAsync({ hours: 2 })
    if (scene.bank.wires.get(id).postingCode === 'NSF') throw new Error('never tried again')
  }

  const { failures } = await explore(payAgainWithoutMoney, { depth: 1, faults: false, deskDecisions: true })
  const again = await explore(payAgainWithoutMoney, { only: failures[0]?.run })

  expect(failures.map(({ run }) => run)).toEqual(['ends:Rejected:NSF@payment1'])
  expect(again.failures).toMatchObject([{ error: { message: 'never tried again' } }])
})

it('finds code that gives up on a payment that is still under way [§3]', async () => {
  const payAndGiveUp = async (scene: Scene) => {
    const partner = createPartner(scene)
    const id = await partner.pay(10_000)
    partner.entries.set(id, { paymentId: id, amount: 10_000, status: 'failed' })
  }

  const { failures } = await explore(payAndGiveUp, { bank: { assume: { 'wires.reviewOutcome': 'Hold' } } })

  expect(failures[0]?.error.message).toMatch(/of 10000 is Completed at the bank, failed in the books/)
})

it('checks what must hold eventually after the bank has healed, but not if the scenario was rejected [§6]', async () => {
  const hears = (isEventually: boolean) => async (scene: Scene) => {
    const partner = createPartner(scene, { reliesOnPushes: true })
    await partner.listen('Wire.Payment.Sent')
    const id = await partner.pay(10_000)
    await scene.bank.clock.advanceAsync({ hours: 2 })
    const check = () => expect(partner.entries.get(id)?.status).toBe('completed')
    if (isEventually) scene.eventually(check)
    else check()
  }

  const atOnce = await explore(hears(false), { only: 'drop@push1' })
  const eventually = await explore(hears(true), { only: 'drop@push1' })
  const never = await explore(async (scene) =>
    scene.eventually(() => {
      throw new Error('it does not hold')
    }),
  )

  expect(atOnce.failures.map(({ run }) => run)).toEqual(['drop@push1'])
  expect(eventually.failures).toEqual([])
  expect(never.failures).toMatchObject([{ run: 'clean', error: { message: 'it does not hold' } }])
})

it('ends after the requested number of failures, and says after how many runs each was found [§6]', async () => {
  const all = await explore(payTwo({ hasNoKey: true }), { depth: 1, maxRuns: 40 })
  const one = await explore(payTwo({ hasNoKey: true }), { depth: 1, maxFailures: 1 })

  const [found] = all.failures.toSorted((first, second) => first.foundAfter - second.foundAfter)
  expect(one.failures.map(({ run }) => run)).toEqual([found?.run])
  expect(one.failures[0]?.foundAfter).toBe(one.runs)
  expect(found?.foundAfter).toBe(one.runs)
  expect(one.text).toMatch(/^\d+ of \d+ runs, cut short by maxFailures\n/)
})

it('tries other values only of the named assumptions [§3]', async () => {
  const options = { faults: false, orders: false, deskDecisions: false } as const

  const { runs } = await explore(payTwo({}), { ...options, assume: ['wires.reviewOutcome', 'wires.source'] })

  expect(runs).toBe(4)
})

it('reports what the clean run does against the specification, and passes [§5]', async () => {
  const forgetful = async ({ bank, fetch }: Scene) => {
    for (const pageNumber of [1, 2]) {
      const headers = { authorization: `Bearer ${bank.tokens.issue().access_token}` }
      await fetch(`${bank.urls.baseUrl}/wires/v1/payments?pageNmber=${pageNumber}`, { headers })
    }
  }

  const { conduct, complete, text } = await explore(forgetful, { depth: 1, mayReject: () => true })

  expect(conduct.map(({ rule }) => rule)).toEqual(['parameter_not_read'])
  expect(complete).toBe(true)
  expect(text).toContain(`\nagainst the specification, without any change: ${conduct[0]?.text}`)
})

it('tells the timeline of a run from the moment at which the bank was passed to it [§6]', async () => {
  const bank = createBank()
  bank.wires.create(outboundWire(bank, { amount: 777 }))
  bank.clock.advance({ hours: 2 })

  const { failures } = await explore(
    async (scene) => {
      scene.bank.wires.create(outboundWire(scene.bank, { amount: 888 }))
      throw new Error('the invoice is not paid')
    },
    { bank },
  )

  const { timeline } = failures[0]!
  expect(timeline).toContain('8.88')
  expect(timeline).not.toContain('7.77')
})

it('refuses an unknown name of a run [§7]', async () => {
  await expect(explore(payTwo({}), { only: 'lostAnwser@3' })).rejects.toThrow(
    'unknown change "lostAnwser@3"; did you mean "lostAnswer@3"? Take the name from',
  )
  await expect(explore(payTwo({}), { only: 'everything' })).rejects.toThrow(
    'unknown change "everything". Take the name from failures[i].run',
  )
})

it('compares the books with every wire, however many wires there were before [§6]', async () => {
  const late = async ({ bank, fetch, books }: Scene) => {
    const entries: BookEntry[] = []
    books(() => entries)
    for (let wires = 0; wires < 50; wires++) bank.wires.create(outboundWire(bank))
    const { id, amount } = bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))
    bank.clock.advance({ hours: 2 })
    const { access_token } = bank.tokens.issue()
    const url = `${bank.urls.baseUrl}/wires/v1/payments/${id}`
    const response = await fetch(url, { headers: { authorization: `Bearer ${access_token}` } })
    if (response.status === 200) entries.push({ paymentId: id, amount, status: 'completed' })
  }

  const { failures } = await explore(late, { only: 'status503@1' })

  expect(failures.map(({ error }) => error.message)).toEqual([
    expect.stringMatching(/the inbound payment .* is Completed at the bank, unknown in the books/),
  ])
})

it('heals every registration, however many there are [§6]', async () => {
  const suspended = async ({ bank, connect, eventually }: Scene) => {
    for (let index = 0; index < 50; index++) bank.webhooks.register(pushOf(`Other.Event.${index}`, bank.partner.id))
    const { callbackUrl } = bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
    const statuses: number[] = []
    connect(callbackUrl, () => {
      const status = statuses.length < 4 ? 500 : 200
      statuses.push(status)
      return new Response(null, { status })
    })
    bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))
    await bank.clock.advanceAsync({ minutes: 5 })
    eventually(() => expect(statuses).toEqual([500, 500, 500, 500, 200]))
  }

  const { failures } = await explore(suspended, { faults: false, orders: false })

  expect(failures).toEqual([])
})

it('refuses a bank that only looks like one, with the name of the option [§7]', async () => {
  const exploration = explore(async () => {}, { bank: { fork: 1 } } as never)

  await expect(exploration).rejects.toThrow(UsageError)
  await expect(exploration).rejects.toThrow('fork')
})
