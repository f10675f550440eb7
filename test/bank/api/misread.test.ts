/** An id that is no text is refused by the name of the call that got it. (§7) */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'

const record = {} as string

const calls: readonly [call: (bank: Bank) => unknown, message: string][] = [
  [
    ({ wires }) => wires.get(record),
    'Failed to read the wire: the payment id must be a string, and is of type object. ',
  ],
  [({ desk }) => desk.hold(record), 'Failed to hold the wire: the payment id must be a string'],
  [
    ({ restrictions }) => restrictions.get(record),
    'Failed to read the restriction: the restriction id must be a string',
  ],
  [
    ({ accounts }) => accounts.setStatus(record, 'Closed'),
    'Failed to change the status of an account: the account number',
  ],
  [({ webhooks }) => webhooks.disconnect(record), 'Failed to disconnect a handler: the callback address must be'],
  [({ clock }) => clock.advanceTo(record), 'Failed to advance the clock: the instant must be a string'],
  [(bank) => bank.explain(record), 'Failed to explain a payment: the payment id must be a string'],
]

it.each(calls)('names the call that got a record in place of an id: %s [§7]', (call, message) => {
  expect(() => call(createBank())).toThrow(message)
})
