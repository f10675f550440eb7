/** Plays a partner's week before Christmas, which meets the promise of every mutant. It goes on after any answer. */
import type { Bank, EventName } from 'vostro'
import { outboundWire } from '../../support/wire.ts'

const HOOK = 'https://partner.example/hooks'

export const atNoon = { seed: 7, now: '2026-12-23T11:00:00-05:00' } as const

export async function playWeek(bank: Bank): Promise<void> {
  const { accountNumber } = bank.masterAccount
  let refused = 2
  bank.webhooks.connect(HOOK, async (request) => {
    const body = (await request.json()) as { eventName?: string }
    return new Response('', { status: body.eventName === 'Wire.Payment.Sent' && refused-- > 0 ? 503 : 200 })
  })
  const call = async (...given: Parameters<typeof send>): Promise<Response> => {
    const answer = await send(...given)
    if (![401, 403].includes(answer.status) || given[1].endsWith('/oauth/token')) return answer
    await renew()
    return await send(...given)
  }
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    bank.fetch(path.startsWith('http') ? path : `${bank.urls.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  let token = ''
  const renew = async () => {
    const { clientId: client_id, clientSecret: client_secret, audience } = bank.partner
    const body = { grant_type: 'client_credentials', client_id, client_secret, audience }
    token = ((await (await call('POST', `${bank.urls.authUrl}/oauth/token`, body)).json()) as { access_token: string })
      .access_token
  }
  const look = async (id: string) => {
    await call('GET', `/wires/v1/payments/${id}`)
    await call('GET', `/wires/v1/payments/${id}`)
  }
  const availableOf = () => Math.max(1, bank.accounts.get(accountNumber).availableBalance)
  const minute = () => bank.clock.advanceAsync({ minutes: 1 })

  await renew()
  const events: EventName[] = [
    'Wire.Payment.Sent',
    'Wire.Payment.Received',
    'Wire.Payment.Rejected',
    'Wire.Payment.Canceled',
    'Core.Activity.Posted',
    'Core.Transaction.Completed',
    'Core.Restriction.Placed',
    'LoanStatusUpdated',
  ]
  for (const eventName of events) {
    const { id } = bank.webhooks.register({
      partnerId: bank.partner.id,
      eventName,
      registrationType: 'Push',
      callbackUrl: HOOK,
    })
    if (eventName === 'Wire.Payment.Sent') bank.webhooks.sign(id)
  }
  const registration = {
    partnerId: bank.partner.id,
    eventName: 'Wire.Payment.Sent',
    registrationType: 'Push',
    callbackUrl: HOOK,
  }
  await call('POST', '/webhooks/v1/registrations', registration)
  bank.webhooks.register({ ...registration, eventName: 'Wire.Payment.Processed', registrationType: 'Poll' } as never)

  // Wires: one that is repeated, one on hold, one withdrawn, some refused.
  const request = outboundWire(bank, { amount: 12_500, beneficiaryReference: 'INVOICE 1' })
  for (const _ of [1, 2]) await call('POST', '/wires/v1/payments', request, { 'idempotency-key': 'invoice 1' })
  for (const _ of [1, 2]) await call('POST', '/wires/v1/payments', { ...request, clientIdentifier: 'invoice 2' })
  await call('POST', '/wires/v1/payments', { ...request, amount: -1 })
  const first = bank.wires.list().results[0]?.id as string
  const held = bank.desk.hold(bank.wires.create(outboundWire(bank)).id).id
  await look(held)
  bank.wires.cancel(held)
  await look(held)
  const inbound = bank.wires.simulateInbound(bank.wires.plausibleInbound()).id
  await minute()
  await look(first)
  await look(inbound)
  await bank.clock.advanceAsync({ hours: 2 })
  await look(first)
  for (const _ of [1, 2]) await call('GET', '/webhooks/v1/events/poll')
  await call('GET', '/wires/v1/payments?pageSize=2')
  await call('GET', '/wires/v1/payments?pageSize=2&pageNumber=2')
  if (bank.wires.get(first).status === 'Completed') bank.desk.reverse(first)
  await look(first)

  // Subledgers, restrictions and holds: money that may not move.
  await call('POST', '/core/v1/dda/subaccounts', { masterAccountNumber: accountNumber, title: 'Customer 17' })
  const customer = bank.subledgers.list().results[0]?.accountNumber as string
  const move = (amount: number) =>
    call('POST', '/core/v1/transactions', { debitAccountNumber: accountNumber, creditAccountNumber: customer, amount })
  const transfer = (amount: number) =>
    bank.transactions.transfer({ debitAccountNumber: accountNumber, creditAccountNumber: customer, amount })
  await move(5_000)
  const repeated = { debitAccountNumber: accountNumber, creditAccountNumber: customer, amount: 2_000 }
  for (const _ of [1, 2]) await call('POST', '/core/v1/transactions', repeated, { 'idempotency-key': 'transfer 1' })
  transfer(5_000)
  await call('GET', `/core/v1/dda/subaccounts/${customer}`)
  await call('GET', `/core/v1/transactions/${transfer(2 * availableOf()).id}`)
  await call('GET', `/core/v1/transactions/${transfer(100).id}`)
  const all = bank.restrictions.create({ accountNumber, appliesTo: 'All', amountThreshold: 5_000 })
  const refusedByRestriction = bank.wires.create(outboundWire(bank, { amount: 5_000 })).id
  await minute()
  await look(refusedByRestriction)
  transfer(5_000)
  bank.restrictions.remove(all.id)
  const ach = bank.restrictions.create({ accountNumber, appliesTo: 'All', rail: 'Ach' })
  bank.wires.create(outboundWire(bank))
  await minute()
  bank.restrictions.remove(ach.id)
  for (const criterion of [{ subAccountNumber: customer }, { transactionType: 'Debit' }] as const) {
    const { id } = bank.restrictions.create({ accountNumber, appliesTo: 'All', ...criterion })
    await call('GET', `/core/v1/dda/accounts/${accountNumber}/restrictions`)
    bank.wires.create(outboundWire(bank))
    bank.wires.simulateInbound(bank.wires.plausibleInbound())
    await minute()
    bank.restrictions.remove(id)
  }
  const hold = bank.holds.place({ accountNumber, amount: availableOf() })
  transfer(1)
  bank.holds.release(hold.id)
  const rest = availableOf()
  for (const _ of [1, 2]) bank.wires.create(outboundWire(bank, { amount: rest }))
  await minute()
  await bank.clock.advanceAsync({ days: 1 })
  bank.accounts.setStatus(accountNumber, 'Dormant')
  bank.wires.create(outboundWire(bank))
  transfer(1)
  await minute()
  bank.accounts.setStatus(accountNumber, 'Active')

  // Christmas, and the end of a token.
  bank.wires.simulateInbound(bank.wires.plausibleInbound({ amount: 10_000_000 }))
  await minute()
  bank.wires.create(outboundWire(bank))
  await bank.clock.advanceAsync({ hours: 8 })
  bank.wires.create(outboundWire(bank))
  await bank.clock.advanceAsync({ days: 4 })
  await look(first)

  // Loans.
  const loan = bank.loans.add({ LoanAmount: '12500.500000' })
  bank.loans.advance(loan.Id)
  const { access_token } = bank.tokens.issue({ audience: bank.partner.loanAudience })
  await call('GET', `${bank.urls.loanBaseUrl}/LoanSummary`, undefined, { authorization: `Bearer ${access_token}` })
  await bank.clock.advanceAsync({ minutes: 10 })
}
