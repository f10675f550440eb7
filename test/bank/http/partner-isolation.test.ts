/** Every endpoint of the table, asked by one partner for what belongs to another. (§1, §5) */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import type { EndpointRow } from '../../../src/contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../../src/contract/endpoints.ts'
import { keysOf } from '../../../src/core/kernel/keys.ts'
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

/** The record of the first partner that `{id}` stands for, by the resource of the operation. */
const records: Record<string, (owned: Owned) => string | undefined> = {
  wires: ({ wire }) => wire.id,
  webhooks: ({ registration }) => registration.id,
  restrictions: ({ restriction }) => restriction.id,
  transactions: ({ bank }) => bank.transactions.list().results[0]?.id,
  events: ({ bank }) => bank.events[0]?.id,
}

/** Calls that ask in another way than their row shows: the query, the body, and the status that another partner gets. */
const otherwise: Partial<Record<EndpointName, (owned: Owned) => { query?: string; body?: object; status: number }>> = {
  requestToken: ({ bank }) => ({ body: { client_secret: bank.partners.list()[1]?.clientSecret }, status: 401 }),
  listSubledgers: ({ accountNumber }) => ({ query: `?masterAccountNumber=${accountNumber}`, status: 404 }),
  getLoanSummary: ({ loan }) => ({ query: `?id=${loan.Id}&Include=Total`, status: 200 }),
  transferFunds: ({ bank, subledger }) => {
    const own = bank.as(bank.partners.list()[1]?.id ?? '').masterAccount.accountNumber
    return { body: { debitAccountNumber: subledger.accountNumber, creditAccountNumber: own }, status: 200 }
  },
}

/** The call as its row shows it, with the ids, numbers and credentials of the first partner. */
function attemptOf(name: EndpointName, owned: Owned) {
  const { bank, accountNumber, subledger } = owned
  const { path, operation, parameters, example }: EndpointRow = endpoints[name]
  const id = records[operation.split('.')[0] ?? '']?.(owned)
  if (path.includes('{id}') && id === undefined) throw new Error(`Add a record for the {id} of ${name} to records.`)
  const number = path.includes('/subaccounts/') ? subledger.accountNumber : accountNumber
  const facts = {
    ...bank.partner,
    partnerId: bank.partner.id,
    accountNumber,
    subAccountNumber: subledger.accountNumber,
  }
  const { query = '', body, status = parameters || example ? 404 : 200 } = otherwise[name]?.(owned) ?? {}
  return {
    path: path.replace('{accountNumber}', number).replace('{id}', id ?? '') + query,
    body: example && { ...example(facts), ...body },
    status,
  }
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

it.each(keysOf(endpoints))("tells by %s nothing of another partner's records, and changes none [§5]", async (name) => {
  const owned = ownedBank()
  const { bank } = owned
  const other = bank.as(bank.partners.add({ name: 'Other' }).id)
  const { service, method } = endpoints[name]
  const audience = service === 'loans' ? other.partner.loanAudience : other.partner.audience
  const token = other.tokens.issue({ audience }).access_token
  const base = { token: bank.urls.authUrl, banking: bank.urls.baseUrl, loans: bank.urls.loanBaseUrl }[service]
  const { status, ...sent } = attemptOf(name, owned)
  const [before, events] = [viewOf(bank), bank.events.length]

  const response = await bank.fetch(base + sent.path, initOf(method, { token, body: sent.body }))
  const text = await response.text()

  expect(response.status).toBe(status)
  const asked = JSON.stringify(sent)
  const told = secretsOf(owned).filter((secret) => text.includes(secret) && !asked.includes(secret))
  expect(told).toEqual([])
  expect(viewOf(bank)).toBe(before)
  expect(bank.events.length).toBe(events)
})

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
