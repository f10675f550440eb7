/** What events name: a partner who registered for all of them reads every resource at its path. (§2.7, §6) */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { bankEvents } from '../../src/core/webhooks/event-name.ts'
import { bankingToken, get, getLoans, loanToken } from '../support/calls.ts'
import { runTransitions, type Told } from '../support/transitions.ts'

const eventNames = [...Object.keys(bankEvents), ...createBank().loans.events()]

/** A partner's read of a resource: its status, and whether the answer is of the record that the path names. */
async function read(bank: Bank, path: string) {
  const isLoan = path.startsWith('LoanSummary')
  const response = isLoan
    ? await getLoans(bank, loanToken(bank), `/${path}`)
    : await get(bank, bankingToken(bank), `/${path}`)
  const body = await response.json()
  const record = isLoan ? body.Results?.[0] : body
  const name = path.split(/[/=]/).at(-1)
  return { path, status: response.status, isNamed: [record?.id, record?.accountNumber, record?.Id].includes(name) }
}

it('reads every resource of every event at the named path, when the event comes and long after [§2.7]', async () => {
  const reads: Awaited<ReturnType<typeof read>>[] = []
  const { bank, told } = await runTransitions(eventNames, async (bank, { events }) => {
    for (const path of events.flatMap(({ resources }) => resources)) reads.push(await read(bank, path))
  })
  const paths = told.flatMap(({ events }) => events.flatMap(({ resources }) => resources))
  for (const path of paths) reads.push(await read(bank, path))

  expect(reads).toHaveLength(2 * paths.length)
  expect(reads.filter(({ status, isNamed }) => status !== 200 || !isNamed)).toEqual([])
  const emitted = new Set(told.flatMap(({ events }) => events.map(({ eventName }) => eventName)))
  expect(eventNames.filter((name) => !emitted.has(name))).toEqual([])
})

const namesIn = (told: readonly Told[], wanted: string) =>
  told.find(({ transition }) => transition === wanted)?.events.map(({ eventName }) => eventName)

it('emits no wire event when an inbound wire leaves Hold, but reports that its money was posted [§3]', async () => {
  const { bank, told } = await runTransitions(eventNames)

  expect(namesIn(told, 'inbound wire: simulated, on `Hold`')).toEqual(['Wire.Payment.Received'])
  expect(namesIn(told, 'inbound wire: `Hold` to `Completed`')).toEqual([
    'Core.Transaction.Completed',
    'Core.Activity.Posted',
  ])
  expect(bank.assumptions.used()).toContainEqual(expect.objectContaining({ id: 'events.inboundCompleted' }))
})

it('names the transaction of an inbound wire in the coreTransactionId of its record [§2.4]', async () => {
  const { bank, told } = await runTransitions(eventNames)

  const [received] = told[0]?.events ?? []
  const [posted] = told[1]?.events ?? []
  const wire = bank.wires.get(received?.resources[0]?.split('/').at(-1) ?? '')
  expect(posted?.resources).toEqual([`core/v1/transactions/${wire.coreTransactionId}`])
})
