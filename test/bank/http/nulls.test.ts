import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankingToken, bodyCalls, make, restrictionsPath, send } from '../../support/calls.ts'
import { outboundWire } from '../../support/wire.ts'

/** null in every optional field that a client may send so, call by call. */
const nulls: { readonly [call: string]: object } = {
  'create wire': {
    beneficiaryFi: null,
    intermediaryFi: null,
    beneficiary: {
      idCode: 'D',
      identifier: '12345678',
      name: 'Example Supplier',
      address1: null,
      address2: null,
      address3: null,
    },
    beneficiaryReference: null,
    originatorToBeneficiary1: null,
    originatorToBeneficiary2: null,
    originatorToBeneficiary3: null,
    originatorToBeneficiary4: null,
    originator: null,
    purpose: null,
    clientIdentifier: null,
  },
  'simulate inbound wire': { beneficiaryReference: null },
  'register webhook': { type: null, format: null, authUsername: null, authPassword: null },
  'create restriction': { subAccountNumber: null, reason: null, notes: null, type: null },
  'create subledger': { beneficiary: null },
  'transfer funds': { transactionCode: null, description: null, currency: null, clientIdentifier: null },
}

it.each(bodyCalls)(
  'reads null in an optional field of $name as absent, and keeps no trace of it [§4]',
  async (call) => {
    const [plain, withNulls] = [createBank(), createBank()]
    const body = { ...call.body(withNulls), ...nulls[call.name] }

    const said = Object.entries(call.body(plain)).filter(([name]) => body[name as keyof typeof body] !== null)
    const asked = await make(plain, call, { token: bankingToken(plain), body: Object.fromEntries(said) })
    const answered = await make(withNulls, call, { token: bankingToken(withNulls), body })

    expect(answered.status).toBe(200)
    expect(await answered.json()).toEqual(await asked.json())
    expect(withNulls.world).toEqual(plain.world)
    expect(withNulls.assumptions.used().map(({ id }) => id)).toContain('requests.null')
    expect(plain.assumptions.used().map(({ id }) => id)).not.toContain('requests.null')
  },
)

it('reads null so in the function API too [§4]', () => {
  const [plain, withNulls] = [createBank(), createBank()]
  const masterAccountNumber = plain.masterAccount.accountNumber

  for (const bank of [plain, withNulls]) {
    const nothing = bank === plain ? undefined : null
    bank.wires.create({ ...outboundWire(bank), purpose: nothing, originator: nothing })
    bank.subledgers.create({ masterAccountNumber, title: 'Customer', beneficiary: { city: nothing } })
    const { id } = bank.restrictions.create({
      accountNumber: masterAccountNumber,
      appliesTo: 'All',
      reason: nothing,
      notes: nothing,
    })
    bank.restrictions.update(id, { notes: nothing })
    bank.holds.place({ accountNumber: masterAccountNumber, amount: 500, reason: nothing })
    const registration = {
      partnerId: bank.partner.id,
      eventName: 'Wire.Payment.Sent',
      callbackUrl: 'https://a.example',
    }
    bank.webhooks.register({ ...registration, registrationType: 'Push', type: nothing, format: nothing })
  }

  expect(JSON.parse(JSON.stringify(withNulls.world))).toEqual(JSON.parse(JSON.stringify(plain.world)))
  expect(JSON.stringify(withNulls.snapshot())).not.toContain('"purpose":null')
})

it('leaves what it was where a change is null, but for the criteria, where null is the wildcard [§2.8 rule 1]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const { accountNumber } = bank.masterAccount
  const before = bank.restrictions.create({ accountNumber, appliesTo: 'Account', rail: 'Ach', notes: 'Case 17' })

  const body = { appliesTo: null, rail: null, notes: null, reason: null }
  const response = await send(bank, 'PUT', `${restrictionsPath(bank)}/${before.id}`, { token, body })

  expect(await response.json()).toEqual({ ...before, rail: null })
})

it('refuses null in every field by an assumption [§4]', async () => {
  const bank = createBank({ assume: { 'requests.null': 'refused' } })
  const token = bankingToken(bank)

  const body = { ...outboundWire(bank), purpose: null }
  const response = await send(bank, 'POST', `${bank.urls.baseUrl}/wires/v1/payments`, { token, body })

  expect(response.status).toBe(400)
  expect(await response.text()).toContain('purpose must be string, received null')
  expect(() => bank.wires.create(body)).toThrow('purpose must be string, received null')
})

it('issues a token to a client that sends null as audience and scope [§2.1]', async () => {
  const bank = createBank()
  const { clientId, clientSecret } = bank.partner

  const response = await send(bank, 'POST', `${bank.urls.authUrl}/oauth/token`, {
    body: {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      audience: null,
      scope: null,
    },
  })

  expect(response.status).toBe(200)
})

it('reads null for what a call of the function API may leave out [§4]', () => {
  const bank = createBank()
  const loans = [bank.loans.add(), bank.loans.add()]
  const wire = bank.wires.create(outboundWire(bank))

  const failed = bank.loans.failCompliance(loans[0]?.Id ?? '', null)

  expect(failed.Status).toBe('ComplianceFailed')
  expect(bank.desk.reject(wire.id, null).status).toBe('Rejected')
  expect(bank.loans.summary({ FICO: null, Skip: null } as never).Results).toHaveLength(2)
})
