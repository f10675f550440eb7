/** Every endpoint of the table, asked by one partner for what belongs to another. (§1, §5) */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { endpoints } from '../../../src/contract/endpoints.ts'
import { initOf } from '../../support/calls.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

/** A bank whose first partner has one of everything. */
function ownedBank() {
  const bank = createBank({ seed: 7 })
  const { accountNumber } = bank.masterAccount
  const subledger = bank.subledgers.create({ masterAccountNumber: accountNumber, title: 'Owned Customer' })
  const restriction = bank.restrictions.create({ accountNumber, appliesTo: 'All', rail: 'Ach', reason: 'Owned Reason' })
  const registration = bank.webhooks.register({
    partnerId: bank.partner.id,
    eventName: 'Wire.Payment.Received',
    registrationType: 'Push',
    callbackUrl: 'https://owner.example/hooks',
  })
  const wire = bank.wires.create(outboundWire(bank, { purpose: 'Owned Purpose' }))
  const inbound = bank.wires.simulateInbound(inboundWire(bank))
  const hold = bank.holds.place({ accountNumber, amount: 77 })
  const loan = bank.loans.add({ LoanNumber: 'Owned Loan' })
  bank.clock.advance({ minutes: 1 })
  return { bank, accountNumber, subledger, restriction, registration, wire, inbound, hold, loan }
}

type Owned = ReturnType<typeof ownedBank>

/** For each call: the address below its service, the body, and the status that another partner gets. */
const attempts: { [Name in keyof typeof endpoints]: [(owned: Owned) => string, number, ((owned: Owned) => object)?] } =
  {
    requestToken: [
      () => '/oauth/token',
      401,
      ({ bank }) => ({
        grant_type: 'client_credentials',
        client_id: bank.partner.clientId,
        client_secret: bank.partners.list()[1]?.clientSecret,
        audience: bank.partner.audience,
      }),
    ],
    createWire: [() => '/wires/v1/payments', 404, ({ bank }) => outboundWire(bank)],
    getWire: [({ wire }) => `/wires/v1/payments/${wire.id}`, 404],
    simulateInboundWire: [() => '/wires/v1/payments/simulations', 404, ({ bank }) => inboundWire(bank)],
    registerWebhook: [
      () => '/webhooks/v1/registrations',
      404,
      ({ registration, bank }) => ({ ...registration, partnerId: bank.partner.id, registrationType: 'Push' }),
    ],
    createRestriction: [
      ({ accountNumber }) => `/core/v1/dda/accounts/${accountNumber}/restrictions`,
      404,
      () => ({ appliesTo: 'All' }),
    ],
    createSubledger: [
      () => '/core/v1/dda/subaccounts',
      404,
      ({ accountNumber }) => ({ masterAccountNumber: accountNumber, title: 'Mine' }),
    ],
    listSubledgers: [({ accountNumber }) => `/core/v1/dda/subaccounts?masterAccountNumber=${accountNumber}`, 404],
    getLoanSummary: [({ loan }) => `/LoanSummary?id=${loan.Id}&Include=Total`, 200],
    getLoanEvents: [() => '/Webhook/GetEvents', 200],
    discoverTokenServer: [() => '/.well-known/openid-configuration', 200],
    listWires: [() => '/wires/v1/payments', 200],
    cancelWire: [({ wire }) => `/wires/v1/payments/${wire.id}/cancel`, 404],
    listRestrictions: [({ accountNumber }) => `/core/v1/dda/accounts/${accountNumber}/restrictions`, 404],
    getRestriction: [
      ({ accountNumber, restriction }) => `/core/v1/dda/accounts/${accountNumber}/restrictions/${restriction.id}`,
      404,
    ],
    updateRestriction: [
      ({ accountNumber, restriction }) => `/core/v1/dda/accounts/${accountNumber}/restrictions/${restriction.id}`,
      404,
      () => ({ reason: 'Mine' }),
    ],
    removeRestriction: [
      ({ accountNumber, restriction }) => `/core/v1/dda/accounts/${accountNumber}/restrictions/${restriction.id}`,
      404,
    ],
    getSubledger: [({ subledger }) => `/core/v1/dda/subaccounts/${subledger.accountNumber}`, 404],
    transferFunds: [
      () => '/core/v1/transactions',
      200,
      ({ bank, subledger }) => ({
        debitAccountNumber: subledger.accountNumber,
        creditAccountNumber: bank.as(bank.partners.list()[1]?.id ?? '').masterAccount.accountNumber,
        amount: 100,
      }),
    ],
    getTransaction: [({ bank }) => `/core/v1/transactions/${bank.transactions.list().results[0]?.id}`, 404],
    listWebhooks: [() => '/webhooks/v1/registrations', 200],
    getWebhook: [({ registration }) => `/webhooks/v1/registrations/${registration.id}`, 404],
    updateWebhook: [
      ({ registration }) => `/webhooks/v1/registrations/${registration.id}`,
      404,
      () => ({ callbackUrl: 'https://mine.example/' }),
    ],
    removeWebhook: [({ registration }) => `/webhooks/v1/registrations/${registration.id}`, 404],
    restartWebhook: [({ registration }) => `/webhooks/v1/registrations/${registration.id}/restart`, 404],
    pingWebhook: [({ registration }) => `/webhooks/v1/registrations/${registration.id}/ping`, 404],
    pollEvents: [() => '/webhooks/v1/events/poll', 200],
    getEvent: [({ bank }) => `/webhooks/v1/events/${bank.events[0]?.id}`, 404],
  }

/** Everything by which the first partner's records could be recognised. */
function secretsOf({
  bank,
  accountNumber,
  subledger,
  restriction,
  registration,
  wire,
  inbound,
  hold,
  loan,
}: Owned): string[] {
  const { partner } = bank
  const records = [subledger, restriction, registration, wire, inbound, hold, ...bank.transactions.list().results]
  const texts = ['Owned Customer', 'Owned Reason', 'Owned Purpose', 'Owned Loan', 'https://owner.example/hooks']
  const ids = records.flatMap((record) => ('id' in record ? record.id : []))
  return [
    ...texts,
    ...bank.events.map(({ id }) => id),
    ...ids,
    accountNumber,
    subledger.accountNumber,
    wire.referenceId,
    loan.Id,
    partner.id,
    partner.productId,
  ]
}

/** What the first partner can see of itself. */
const viewOf = (bank: Bank) =>
  JSON.stringify([
    bank.accounts.all(),
    bank.subledgers.list(),
    bank.restrictions.list({ accountNumber: bank.masterAccount.accountNumber }),
    bank.holds.list(),
    bank.transactions.list({ pageSize: 50 }),
    bank.wires.list(),
    bank.webhooks.list(),
    bank.loans.summary(),
    bank.policies.get(bank.partner.productId),
  ])

it.each(Object.entries(attempts))(
  "tells by %s nothing of another partner's records, and changes none [§5]",
  async (name, [path, status, body]) => {
    const owned = ownedBank()
    const { bank } = owned
    const other = bank.as(bank.partners.add({ name: 'Other' }).id)
    const { service, method } = endpoints[name as keyof typeof endpoints]
    const audience = service === 'loans' ? other.partner.loanAudience : other.partner.audience
    const token = other.tokens.issue({ audience }).access_token
    const base = { token: bank.urls.authUrl, banking: bank.urls.baseUrl, loans: bank.urls.loanBaseUrl }[service]
    const sent = { path: path(owned), body: body?.(owned) }
    const [before, events] = [viewOf(bank), bank.events.length]

    const response = await bank.fetch(base + sent.path, initOf(method, { token, body: sent.body }))
    const text = await response.text()

    expect(response.status).toBe(status)
    const asked = JSON.stringify(sent)
    const told = secretsOf(owned).filter((secret) => text.includes(secret) && !asked.includes(secret))
    expect(told).toEqual([])
    expect(viewOf(bank)).toBe(before)
    expect(bank.events.length).toBe(events)
  },
)

it('answers alike for the record of another partner and for an unknown one [§1]', async () => {
  const { bank, wire } = ownedBank()
  const other = bank.as(bank.partners.add().id)
  const headers = { authorization: `Bearer ${other.tokens.issue().access_token}` }
  const nobodys = wire.id.replace(/^.{8}/, '00000000')

  const answers = await Promise.all(
    [wire.id, nobodys].map(async (id) => {
      const response = await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments/${id}`, { headers })
      return { status: response.status, text: (await response.text()).replace(id, '<id>') }
    }),
  )

  expect(answers[0]).toEqual(answers[1])
})
