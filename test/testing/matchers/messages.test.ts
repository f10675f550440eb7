/** A failing example of each matcher: its message tells the reason without a look into the code. */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import 'vostro/vitest'
import { bankingToken, initOf } from '../../support/calls.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

/** A bank with one wire of 100.00 that waits for its batch. */
function withWire() {
  const bank = createBank({ seed: 7 })
  const wire = bank.wires.create(outboundWire(bank))
  bank.clock.advance({ minutes: 1 })
  return { bank, wire, accountNumber: bank.masterAccount.accountNumber }
}

/** What a failing expectation says before the story of the bank, which is the same below each message. */
const said = (expectation: () => unknown): string => reasonIn(told(expectation))

const reasonIn = (message: string): string =>
  message.replace(/\n\n(What happened last|Nothing has happened) [\s\S]*$/, '')

/** All that a failing expectation says. */
function told(expectation: () => unknown): string {
  try {
    expectation()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('The expectation holds.')
}

it('says why a payment is not completed, when it would be, and what happened last [§3]', () => {
  const { bank, wire } = withWire()

  expect(told(() => expect(bank).toHaveCompleted(wire.id))).toMatchInlineSnapshot(`
    "Failed to find payment "3c75a8ba" with the status Completed: its status is Pending. (§3)

    payment 3c75a8ba: Pending, 100.00 on 2497519674
      It passed its review, and its money has been reserved since 09:00:05.
      It waits for the next batch at 10:00:00.
      It completes when the clock reaches 10:00:00.

    What happened last (bank.timeline() has all):
    Monday 2026-03-02
    09:00:00  payments  │ wire 3c75a8ba Created  outbound 100.00 from 2497519674
    09:00:05  money     │ 100.00 reserved on 2497519674
              payments  │ wire 3c75a8ba Pending  outbound 100.00 from 2497519674
    09:01:00  test      ✗ failed: it is Monday 2026-03-02 09:01:00 at the bank"
  `)
})

it('lists the wires of the bank if the id of a payment is unknown [§3]', () => {
  const { bank } = withWire()

  expect(said(() => expect(bank).toHaveCompleted('00000000-0000-4000-8000-000000000000'))).toMatchInlineSnapshot(`
    "Failed to find "00000000-0000-4000-8000-000000000000" with the status Completed: this bank has no payment, transaction or loan of this id. Take the id that the bank answered with. (§3)

    Wires of this bank:
      3c75a8ba  Pending"
  `)
})

it('says which restriction gave a payment another status [§3]', () => {
  const bank = createBank({ seed: 7 })
  const { accountNumber } = bank.masterAccount
  bank.restrictions.create({
    accountNumber,
    appliesTo: 'All',
    rail: 'Wire',
    transactionType: 'Debit',
    amountThreshold: 1_000,
    reason: 'Large payments need a call',
  })
  const wire = bank.wires.create(outboundWire(bank))
  bank.clock.advanceToNextBatch()

  expect(said(() => expect(bank).toHaveStatus(wire.id, 'Pending'))).toMatchInlineSnapshot(`
    "Failed to find payment "3c75a8ba" with the status Pending: its status is Rejected. (§3)

    payment 3c75a8ba: Rejected, 100.00 on 2497519674
      It was refused at 09:00:05: RES, restriction 57d33681 ("Large payments need a call") blocks it.
      Partner restriction 57d33681 "Large payments need a call" blocks it:
        subAccountNumber  *      2497519674     wildcard
        appliesTo         *      Account        wildcard
        rail              Wire   Wire           matched
        transactionType   Debit  Debit          matched
        otherAccountType  *      -              wildcard
        amountThreshold   10.00  100.00         matched
        transactionCode   *      Outgoing Wire  wildcard
      It would post if restriction 57d33681 ("Large payments need a call") were removed."
  `)
})

it('says that a payment has the status that it must not have [§3]', () => {
  const { bank, wire } = withWire()

  expect(said(() => expect(bank).not.toHaveStatus(wire.id, 'Pending'))).toMatchInlineSnapshot(`
    "The payment "3c75a8ba" is Pending, which the test says it must not be. (§3)

    payment 3c75a8ba: Pending, 100.00 on 2497519674
      It passed its review, and its money has been reserved since 09:00:05.
      It waits for the next batch at 10:00:00.
      It completes when the clock reaches 10:00:00."
  `)
})

it('says what was emitted instead of an event [§6]', () => {
  const { bank, wire } = withWire()

  const expectation = () => expect(bank).toHaveEmitted('Wire.Payment.Sent', { paymentId: wire.id, times: 1 })

  expect(said(expectation)).toMatchInlineSnapshot(`
    "Failed to find Wire.Payment.Sent about payment "3c75a8ba": 1 expected, 0 emitted. (§6)

    The bank emitted nothing.

    payment 3c75a8ba: Pending, 100.00 on 2497519674
      It passed its review, and its money has been reserved since 09:00:05.
      It waits for the next batch at 10:00:00.
      It completes when the clock reaches 10:00:00."
  `)
})

it('says by how much a balance is wrong, and what is reserved [§2.9]', () => {
  const { bank, accountNumber } = withWire()

  expect(said(() => expect(bank).toHaveBalance(accountNumber, 99_990_000))).toMatchInlineSnapshot(`
    "Failed to find 999,900.00 as the current balance of "2497519674": it is 1,000,000.00, which is 100.00 too much. (§2.9)

    Account 2497519674: 1,000,000.00 current, 999,900.00 available, 0.00 on hold, 100.00 reserved for payments."
  `)
})

it('says that money is only reserved if it was expected to move [§2.9]', async () => {
  const bank = createBank({ seed: 7 })
  const { accountNumber } = bank.masterAccount
  const pay = () => {
    bank.wires.create(outboundWire(bank))
    bank.clock.advance({ minutes: 1 })
  }

  const failure = expect(bank).toMoveMoney(pay, { [accountNumber]: -10_000 })

  expect(await failure.catch(({ message }: Error) => reasonIn(message))).toMatchInlineSnapshot(`
    "Failed to move -100.00 on "2497519674": 0.00 moved. 100.00 is reserved and leaves with the batch: advance the clock inside the function. (§2.9)

    While it ran:
      2497519674  expected -100.00, moved 0.00, and 100.00 more is reserved"
  `)
})

it('says in which fields the requests differ from the expected one [§4]', async () => {
  const bank = createBank({ seed: 7 })
  const init = initOf('POST', { token: bankingToken(bank), body: outboundWire(bank) })
  await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, init)

  const expectation = () =>
    expect(bank).toHaveReceivedRequest('createWire', { body: { amount: 12_000, purpose: expect.any(String) } })

  expect(said(expectation)).toMatchInlineSnapshot(`
    "Failed to find a request for createWire (POST /wires/v1/payments) with the expected fields: 1 request received, none of them with these fields. (§4)

    POST https://api.bank.test/wires/v1/payments at 09:00:00, answered 200:
      body.amount: 10000, expected 12000
      body.purpose: nothing, expected Any<String>"
  `)
})

it('says which requests came if none reached the endpoint [§4]', () => {
  const bank = createBank({ seed: 7 })

  expect(said(() => expect(bank).toHaveReceivedRequest('createWire'))).toMatchInlineSnapshot(`
    "Failed to find a request for createWire (POST /wires/v1/payments): 0 requests received. (§4)

    The bank received no request at all: does the code under test call bank.urls, and are the handlers installed?"
  `)
})

it('says which assumptions a test relied on, and what they concern [§7]', () => {
  const bank = createBank({ seed: 7 })
  bank.wires.create(outboundWire(bank))
  const except = ['wires.reviewSeconds', 'paging.order'] as const

  expect(said(() => expect(bank).toRelyOnlyOn('published', { except }))).toMatchInlineSnapshot(`
    "Failed to rely only on what is published: this test relies on 9 other assumptions. Ask your bank about them, then name in { except } those that are right. (§7)

      bank.routingNumber (§2.4, assumed) = "012345672", by wires.create
        the bank's own routing number: a number with a right check digit that is assigned to no institution
      bank.name (§2.4, assumed) = "VOSTRO TEST BANK", by wires.create
        the bank's own name: no real bank has this name
      wires.receiptTime (§2.4, assumed) = "acceptance", by wires.create
        when receiptDate and receiptTime appear: the network sets both when it accepts the message; with \`creation\`, both name the time of the creation, from the start
      wires.postingCode (§2.4, assumed) = "decided", by wires.create
        when postingCode appears: the code is the outcome of the posting, so it appears with the posting; \`created\` shows OK from the start
      wires.source (§2.4, assumed) = "Api", by wires.create
        which spelling of source appears: public sources have both
      wires.reference (§2.4, assumed) = "referenceId: W and 11 letters or digits; senderReference: 16 letters or digits", by wires.create
        the form of the references: it is published that a wire reference begins with W, and that a sender reference has at most sixteen characters; the rest is assumed
      wires.institutionNames (§2.4, assumed) = "the word Institution and the routing number, if the request has no name", by wires.create
        where receiverName comes from: a directory of real banks has no place in a test
      wires.isInternational (§2.4, assumed) = "false", by wires.create
        which wires are international: the request has no field that would say so
      wires.effectiveDate (§2.4, assumed) = "once the wire is released, the day of its batch; before, the first business day whose cut-off was still to come when the wire was requested, became Pending, or stayed behind in a batch; if it is not the calendar that releases wires, the day of the next batch", by wires.create
        which day the effectiveDate of an outbound wire names: a wire takes effect on the day on which it goes out"
  `)
})

it('refuses a subject that is no bank, and says what it is [§4]', () => {
  expect(said(() => expect({} as Bank).toHaveCompleted('x'))).toMatchInlineSnapshot(
    `"Failed to judge toHaveCompleted: expect(...) was given {}, which is no bank. Write expect(bank).toHaveCompleted(…), with the bank that createBank() or the test gave."`,
  )
})

it('says what the code under test did against the specification, and what to do instead [§5 rule 4]', async () => {
  const bank = createBank({ seed: 7 })
  const list = async () => {
    const { clientId, clientSecret, audience } = bank.partner
    const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, audience }
    const answer = await bank.fetch(`${bank.urls.authUrl}/oauth/token`, initOf('POST', { body }))
    const token = (await answer.json()).access_token
    await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, initOf('GET', { token }))
  }
  await list()
  await list()

  expect(said(() => expect(bank).toFollowTheSpecification())).toMatchInlineSnapshot(`
    "Failed to follow the specification: 1 finding. (§5)

      token_requested_per_call: The client "BIsC5ZslJZUzUEIERJbFQGHdR7FYOI0p" requested 2 tokens for "https://api.bank.test", 1 of them after a single call with a token that was still valid. Keep the token and send it with every call until it expires or a call is answered 401. (§5 rule 4)"
  `)
})

it('names every wire of the bank, however many there are [§3]', () => {
  const bank = createBank({ seed: 7 })
  const wires = Array.from({ length: 51 }, () => bank.wires.create(outboundWire(bank)))

  const message = said(() => expect(bank).toHaveCompleted('00000000-0000-4000-8000-000000000000'))

  expect(wires.filter(({ id }) => !message.includes(`${id.slice(0, 8)}`))).toEqual([])
})

it('says how many requests came instead of the expected number, and which were similar [§4]', async () => {
  const bank = createBank({ seed: 7 })
  const token = bankingToken(bank)
  bank.faults.inject('timeout', { endpoint: 'createWire', nth: 2 })
  for (const amount of [10_000, 20_000]) {
    const init = initOf('POST', { token, body: outboundWire(bank, { amount }) })
    await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, init).catch(() => {})
  }

  const expectation = () => expect(bank).toHaveReceivedRequest('createWire', { body: { amount: 10_000 }, times: 2 })

  expect(said(expectation)).toMatchInlineSnapshot(`
    "Failed to find 2 requests for createWire (POST /wires/v1/payments) with the expected fields: 2 requests received, 1 of them with these fields. (§4)

    POST https://api.bank.test/wires/v1/payments at 09:00:00, answered 200:
      has these fields

    POST https://api.bank.test/wires/v1/payments at 09:00:00, no answer:
      body.amount: 20000, expected 10000"
  `)
})

it('says which intent was paid twice [§2.3]', () => {
  const bank = createBank({ seed: 7 })
  for (let each = 0; each < 2; each++) bank.wires.create(outboundWire(bank, { beneficiaryReference: 'INV-17' }))

  expect(said(() => expect(bank).toPayEachIntentOnce())).toMatchInlineSnapshot(`
    "Failed to pay each intent once: there are 2 wires of 10000 from 2497519674 to 12345678 at 011000138 for "INV-17". Record once what is to be paid, and repeat the create call with the same idempotency key and body. If these are two intents, tell them apart by { intentOf }. (§2.3)

      3c75a8ba  Created, created 09:00:00
      f122e8bc  Created, created 09:00:00"
  `)
})

it("says which payment is in the books before it is posted, and what the bank's record shows [§3]", () => {
  const { bank, wire } = withWire()
  const books = [{ paymentId: wire.id, amount: 10_000, status: 'completed' as const }]

  expect(said(() => expect(bank).toCreditNothingBeforePosting(books))).toMatchInlineSnapshot(`
    "Failed to credit nothing before it is posted: the books show the outbound payment 3c75a8ba of 10000 as completed, but the bank has not posted it: it is Pending. Look the payment up, and rely on its field posting. (§3)

    the outbound payment 3c75a8ba of 10000 is Pending at the bank, completed in the books"
  `)
})

it('lists first the payments on which the books and the bank differ [§6]', () => {
  const { bank, wire } = withWire()
  const other = bank.wires.create(outboundWire(bank, { amount: 20_000 }))
  const credit = bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))
  const pending = { amount: 10_000, status: 'pending' } as const

  const books = [
    { paymentId: wire.id, ...pending },
    { paymentId: other.id, ...pending },
  ]

  const [, payments] = said(() => expect(bank).toReconcileWith(books, { only: 'Outbound' })).split('\n\n')
  expect(payments?.split('\n')).toEqual([
    `the outbound payment ${other.id.slice(0, 8)} of 20000 is Created at the bank, pending in the books with an amount of 10000`,
    `the outbound payment ${wire.id.slice(0, 8)} of 10000 is Pending at the bank, pending in the books`,
    `the inbound payment ${credit.id.slice(0, 8)} of ${credit.amount} is ${credit.status} at the bank, unknown in the books`,
  ])
})

it('says where the books and the bank differ [§6]', () => {
  const { bank, wire } = withWire()
  const books = [
    { paymentId: wire.id, amount: 1_000, status: 'pending' as const },
    { paymentId: 'gone', amount: 10_000, status: 'failed' as const },
  ]

  expect(said(() => expect(bank).toReconcileWith(books))).toMatchInlineSnapshot(`
    "Failed to reconcile the books: books and bank differ: the outbound payment 3c75a8ba of 10000 is Pending at the bank, pending in the books with an amount of 1000; payment gone is failed in the books, but the bank has no such payment. (§6)

    the outbound payment 3c75a8ba of 10000 is Pending at the bank, pending in the books with an amount of 1000"
  `)
})
