import { expect, it } from 'vitest'
import { createBank, replay } from 'vostro'
import { achDebit, pushOf } from '../../support/requests.ts'
import { outboundWire } from '../../support/wire.ts'

it('adds a partner with credentials and a funded account of its own [§5 rule 7]', () => {
  const bank = createBank()

  const other = bank.partners.add({
    name: 'Another Partner',
    masterAccount: { balance: 500_000, ledgerType: 'Direct' },
  })

  expect(other).toMatchObject({ name: 'Another Partner', audience: bank.partner.audience })
  for (const field of ['id', 'productId', 'clientId', 'clientSecret'] as const) {
    expect(other[field]).not.toBe(bank.partner[field])
  }
  expect(bank.partners.list()).toEqual([bank.partner, other])
  expect(bank.partners.get(other.id)).toEqual(other)
  expect(bank.as(other.id).partner).toEqual(other)
  expect(bank.as(other.id).masterAccount).toMatchObject({
    title: 'Another Partner',
    availableBalance: 500_000,
    ledgerType: 'Direct',
    partnerId: other.id,
    productId: other.productId,
  })
})

it('funds a partner like the first one by default [§1]', () => {
  const bank = createBank({ masterAccount: { balance: 123 } })

  const view = bank.as(bank.partners.add().id)

  expect(view.partner.name).toBe('Test Partner 2')
  expect(view.masterAccount.currentBalance).toBe(123)
})

it('shows each partner its own records alone, in every list [§1]', () => {
  const bank = createBank()
  const other = bank.as(bank.partners.add().id)
  for (const view of [bank, other]) {
    const { accountNumber } = view.masterAccount
    view.subledgers.create({ masterAccountNumber: accountNumber, title: 'Customer 17' })
    view.restrictions.create({ accountNumber, appliesTo: 'All', rail: 'Ach' })
    view.holds.place({ accountNumber, amount: 1 })
    view.transactions.post(achDebit(accountNumber))
    view.wires.create(outboundWire(accountNumber))
    view.webhooks.register(pushOf('Wire.Payment.Sent', view.partner.id))
    view.loans.add({ LoanNumber: view.partner.name })
  }
  bank.clock.advanceToNextBatch()

  for (const view of [bank, other]) {
    const own = { partnerId: view.partner.id }
    expect(view.accounts.all()).toMatchObject([own])
    expect(view.subledgers.list().results).toMatchObject([own])
    expect(view.transactions.list().results).toMatchObject([own, own, own])
    expect(view.wires.list().results).toMatchObject([own])
    expect(view.webhooks.list().results).toMatchObject([own])
    expect(view.holds.list().results).toMatchObject([{ accountNumber: view.masterAccount.accountNumber }])
    expect(view.loans.summary().Results).toMatchObject([{ LoanNumber: view.partner.name }])
  }
  expect(bank.events.map(({ partnerId }) => partnerId)).toEqual([bank.partner.id, other.partner.id])
})

it("keeps a posting to another partner's account as ANF, of the partner that asked [§1]", () => {
  const bank = createBank()
  const other = bank.as(bank.partners.add().id)
  const { accountNumber } = bank.masterAccount

  const transaction = other.transactions.post(
    achDebit(other.masterAccount.accountNumber, { otherAccountNumber: accountNumber }),
  )

  expect(transaction).toMatchObject({ postingCode: 'ANF', partnerId: other.partner.id })
  expect(bank.transactions.list().results).toMatchObject([{ transactionCode: 'Deposit' }])
})

it('keeps the idempotency keys of two partners apart [§4]', () => {
  const bank = createBank()
  const other = bank.as(bank.partners.add().id)

  const wires = [bank, other].map(({ wires, masterAccount }) =>
    wires.create(outboundWire(masterAccount.accountNumber, { clientIdentifier: 'invoice 1' })),
  )

  expect(wires.map(({ partnerId }) => partnerId)).toEqual([bank.partner.id, other.partner.id])
})

it('refuses a partner whose money the bank could not add up exactly, and adds nothing [§2.9]', () => {
  const bank = createBank()
  const before = bank.world

  expect(() => bank.partners.add({ masterAccount: { balance: Number.MAX_SAFE_INTEGER } })).toThrow(
    expect.objectContaining({ code: 'amount_exceeds_safe_range' }),
  )
  expect(bank.world).toBe(before)
})

it('refuses the id of a partner that does not exist [§1]', () => {
  const bank = createBank()

  for (const ask of [bank.partners.get, bank.as]) {
    expect(() => ask('00000000-0000-4000-8000-000000000000')).toThrow(
      expect.objectContaining({ code: 'partner_not_found' }),
    )
  }
})

const known = {
  name: 'Known Partner',
  id: '3F2504E0-4F89-41D3-9A0C-0305E82C3301',
  productId: '6fa459ea-ee8a-4ca4-894e-db77e160355e',
  clientId: 'client-from-the-environment',
  clientSecret: 'secret-from-the-environment',
}

it('uses the identity from fixtures and environment files everywhere [§5 rule 7]', async () => {
  const bank = createBank({ partner: { ...known, audience: 'https://api.partner.example' } })
  const partnerId = known.id.toLowerCase()

  const token = await bank.fetch(`${bank.urls.authUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: known.clientId,
      client_secret: known.clientSecret,
      audience: 'https://api.partner.example',
    }),
  })
  const wire = bank.wires.create(outboundWire(bank))
  const registration = bank.webhooks.register(pushOf('Wire.Payment.Sent', known.id))
  bank.clock.advanceToNextBatch()

  expect(token.status).toBe(200)
  expect(bank.partner).toEqual({
    ...known,
    id: partnerId,
    audience: 'https://api.partner.example',
    loanAudience: 'https://loans.bank.test',
  })
  expect(wire).toMatchObject({ partnerId, productId: known.productId })
  expect(bank.masterAccount).toMatchObject({ partnerId, productId: known.productId })
  expect(registration.partnerId).toBe(partnerId)
  expect(bank.events).toMatchObject([{ partnerId }])
  expect(bank.as(known.id).partner.id).toBe(partnerId)
  expect(bank.desk.policies.get(known.productId).allowed).toBeNull()
})

it('keeps the identity of its partner through reset, snapshot, replay and fork [§5 rule 7]', () => {
  const bank = createBank({ partner: known })
  const { partner } = bank
  const kept = JSON.stringify(bank.snapshot())

  bank.reset()
  const reset = bank.partner
  bank.restore(kept)

  expect([reset, bank.partner, bank.fork().partner, replay(bank.journal).partner]).toEqual(Array(4).fill(partner))
})

it('generates only missing identifiers, and changes no other id [§5 rule 7]', () => {
  const [plain, named] = [createBank(), createBank({ partner: { clientId: 'mine' } })]

  expect(named.partner).toEqual({ ...plain.partner, clientId: 'mine' })
  expect(named.wires.create(outboundWire(named)).id).toBe(plain.wires.create(outboundWire(plain)).id)
})

it.each([
  ['id', { id: 'not-a-uuid' }, 'partner.id: must be a UUID'],
  ['productId', { productId: '' }, 'partner.productId: must be a UUID'],
  ['clientId', { clientId: '' }, 'partner.clientId: must not be empty'],
  ['audience', { audience: '' }, 'partner.audience: must not be empty'],
])('refuses a partner with a bad %s [§5 rule 7]', (_, partner, problem) => {
  expect(() => createBank({ partner })).toThrow(problem)
})

it('adds a partner with a given identity, but no identity twice [§1]', () => {
  const bank = createBank()

  const added = bank.partners.add(known)
  const { access_token } = bank.as(known.id).tokens.issue()
  const before = bank.world

  expect(bank.as(known.id).partner).toEqual(added)
  expect(access_token).toHaveLength(48)
  for (const twin of [{ id: known.id }, { productId: known.productId }, { clientId: known.clientId }]) {
    expect(() => bank.partners.add(twin)).toThrow(expect.objectContaining({ code: 'partner_exists' }))
  }
  expect(bank.world).toBe(before)
})
