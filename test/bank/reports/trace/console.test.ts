/** What the console of a running bank reads from a person, and what it answers. (§3) */
import { expect, it } from 'vitest'
import { problemOf } from '../../../../src/bank/reports/trace/page/live/fields.tsx'
import { resultOf } from '../../../../src/bank/reports/trace/page/live/words.ts'

const amount = { path: 'body.amount', schema: { type: 'integer' } }
const nth = { path: 'body.nth', schema: { type: ['integer', 'null'] } }
const hours = { path: 'body.hours', schema: { type: ['number', 'null'] } }
const name = { path: 'body.name', schema: { type: 'string' } }
const digitsOnly = 'Write digits only.'
const cents = 'Write digits only: 250.00 is 25000.'

it.each([
  [amount, '25000', undefined],
  [amount, ' 25000 ', undefined],
  [amount, '', undefined],
  [amount, '250.00', cents],
  [amount, '1,000.00', 'Write digits only: 1,000.00 is 100000.'],
  [amount, '250.5', cents],
  [amount, '1,000', cents],
  [amount, '1e3', cents],
  [amount, '0x10', cents],
  [amount, '$250.00', cents],
  [nth, '2', undefined],
  [nth, '2.00', digitsOnly],
  [nth, '1e3', digitsOnly],
  [hours, '0.5', undefined],
  [hours, '1e3', digitsOnly],
  [hours, 'two', digitsOnly],
  [name, '1e3', undefined],
])('reads a number only in digits: of $path, %2$j gives %3$j [§3]', (leaf, text, problem) => {
  expect(problemOf(leaf, text)).toBe(problem)
})

/** What the console says of a call, on a page without steps. */
const said = (operationId: string, value: object, body?: object) => {
  const call = { operationId, summary: 'inject a fault', method: 'POST', path: '/', tags: [], responses: {} }
  const outcome = { isDone: true, value, call, given: { named: {}, body }, step: 0 }
  const facts = [{ lane: 'faults', isRefusal: false, text: 'fault injected' }]
  return resultOf(outcome, { bank: { steps: [{ facts }] } } as never)
}

it.each([
  ['lostAnswer', 'Fault injected. It waits for a request of your code: Pay is none.'],
  ['drop', 'Fault injected.'],
  ['partialRelease', 'Fault injected.'],
])('says that the fault %s waits for a request, if it does [§7]', (fault, text) => {
  expect(said('injectFault', { id: 'a', fault })).toBe(text)
})

it('names the snapshot that it restored [§3]', () => {
  const text = said('restoreSnapshot', { now: '2026-03-02T10:00:00.000-05:00' }, { id: '3' })

  expect(text).toBe('Snapshot 3 is restored. It is Monday 2026-03-02 10:00:00 again.')
})
