/** The code under test, by the row of coverage: what a partner's code does around the line that the report shows. */
import type { Bank } from 'vostro'
import { createBank } from 'vostro'
import { type Coverage, coverageOf } from 'vostro/test'

type Unmet = Coverage['unmet'][number]
type Code = (bank: Bank, line: string) => Promise<void>

const AsyncFunction = (async () => {}).constructor as new (
  ...source: string[]
) => (bank: Bank, id: string) => Promise<void>

/** Runs a line as if it were pasted into a test. */
const paste = (line: string, bank: Bank, id = '') => new AsyncFunction('bank', 'id', line)(bank, id)

const { unmet } = coverageOf(createBank())
const lineOf = (axis: Unmet['axis'], name: string) =>
  unmet.find((each) => each.axis === axis && each.name === name)?.line ?? ''

const pay = (bank: Bank) => bank.wires.create(bank.wires.plausible())
const minute = (bank: Bank) => bank.clock.advance({ minutes: 1 })

/** Makes a call, and sends the same request again where there is no answer. */
async function calling(bank: Bank, endpoint: string): Promise<void> {
  const call = lineOf('calls', `${endpoint}: done`)
  const keyed = call.replace('headers: {', "headers: { 'idempotency-key': 'invoice 1',")
  const answer = await paste(`return ${keyed}`, bank).catch(() => undefined)
  const { method, url, headers, body } = bank.requests.at(-1) as (typeof bank.requests)[number]
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  if (answer === undefined) await bank.fetch(url, { method, headers, ...(body === null ? {} : { body: text }) })
}

/** A receiver of an event, which is caused three times: for one of them, the line may have a fault. */
async function receiving(bank: Bank, event: string, line: string): Promise<void> {
  bank.webhooks.connect('https://partner.example/pushes', () => new Response(), { events: [event] })
  for (const { id } of bank.webhooks.list().results) bank.webhooks.sign(id)
  if (/faults|connect/.test(line)) await paste(line, bank)
  for (let times = 0; times < 3; times++) {
    await paste(lineOf('events', `${event}: delivered`), bank, pay(bank).id)
    // Pushes change places only while they wait together.
    if (!line.includes('reorder')) await bank.settled()
  }
  await bank.clock.advanceAsync({ hours: 2 })
  for (const { id, callbackUrl, status } of bank.webhooks.list().results) {
    if (status !== 'Suspended') continue
    bank.webhooks.connect(callbackUrl, () => new Response())
    bank.webhooks.restart(id)
  }
  await bank.clock.advanceAsync({ hours: 1 })
}

const brought: { readonly [status: string]: (bank: Bank) => string } = {
  Created: (bank) => pay(bank).id,
  Hold: (bank) => bank.desk.hold(pay(bank).id).id,
  Pending(bank) {
    const { id } = pay(bank)
    minute(bank)
    return id
  },
  Completed(bank) {
    const { id } = pay(bank)
    bank.clock.advanceToNextBatch()
    return id
  },
}

/** A line that needs no code under test. */
const alone: Code = (bank, line) => paste(line, bank)

export function codeFor({ axis, name, line: shown }: Unmet): Code {
  const [first = '', what = ''] = name.split(': ')
  const isExpected = shown.includes('.expect(')
  switch (axis) {
    case 'calls':
      if (what === 'done') return alone
      return async (bank, line) => {
        await paste(line, bank)
        await calling(bank, first)
      }
    case 'refusals':
      if (name !== 'token_has_expired' && name !== 'token_was_revoked' && name !== 'registration_exists') return alone
      return async (bank, line) => {
        const authorization = `Bearer ${bank.tokens.issue().access_token}`
        if (name === 'registration_exists') await paste(lineOf('calls', 'registerWebhook: done'), bank)
        await paste(line, bank)
        await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { headers: { authorization } })
      }
    case 'steps': {
      const bring = first === 'wire' ? brought[what.split(' ')[0] as string] : undefined
      if (bring === undefined) return alone
      return async (bank, line) => {
        if (isExpected) await paste(line, bank)
        const id = name === 'wire: Hold → Completed' ? '' : bring(bank)
        if (!isExpected) await paste(line, bank, id)
        if (isExpected || id === '') minute(bank)
      }
    }
    case 'postings':
    case 'restrictions':
      return async (bank, line) => {
        await paste(line, bank)
        const { accountNumber } = bank.masterAccount
        const opened = bank.subledgers.create({ masterAccountNumber: accountNumber, title: 'Customer 17' })
        pay(bank)
        bank.transactions.transfer({
          debitAccountNumber: accountNumber,
          creditAccountNumber: opened.accountNumber,
          amount: 500,
        })
        minute(bank)
      }
    case 'events':
      if (first === 'any') return codeFor({ axis: 'faults', name: 'beforeAnswer', line: shown })
      if (what === 'delivered')
        return async (bank, line) => {
          bank.webhooks.connect('https://partner.example/pushes', () => new Response(), { events: [first] })
          await paste(line, bank, pay(bank).id)
          // The code under test pays, and its own payment must not meet the row.
          if (line !== '') await bank.clock.advanceAsync({ minutes: 1 })
        }
      if (what === 'polled')
        return async (bank, line) => {
          const { id: partnerId } = bank.partner
          bank.webhooks.register({
            partnerId,
            eventName: first,
            registrationType: 'Poll',
            callbackUrl: 'https://partner.example/pushes',
          })
          await paste(lineOf('events', `${first}: delivered`), bank, pay(bank).id)
          minute(bank)
          await paste(line, bank)
        }
      return (bank, line) => receiving(bank, first, line)
    case 'faults': {
      const [, endpoint] = /endpoint: '(\w+)'/.exec(shown) ?? /()beforeAnswer/.exec(shown) ?? []
      if (endpoint === undefined && name !== 'partialRelease')
        return (bank, line) => receiving(bank, 'Wire.Payment.Sent', line)
      return async (bank, line) => {
        bank.webhooks.connect('https://partner.example/pushes', () => new Response(), {
          events: ['Wire.Payment.Received'],
        })
        for (let times = 0; times < 2; times++) pay(bank)
        await paste(line, bank)
        if (endpoint === undefined) bank.clock.advance({ days: 4 })
        else await calling(bank, endpoint || 'simulateInboundWire')
      }
    }
    case 'calendar':
      return async (bank, line) => {
        bank.tokens.issue()
        if (name === 'a batch with wires') pay(bank)
        await paste(line, bank)
      }
    default:
      return alone
  }
}
