/** The matchers and the test of jest, for the type check alone. */
import { bankTest } from 'vostro/jest'

bankTest('is typed', { seed: 7, looseEnds: { undelivered: true } }, async ({ bank }) => {
  expect(bank).toHaveCompleted('id')
  expect(bank).not.toHaveStatus('id', 'Pending')
  await expect(bank).toMoveMoney(() => undefined, { number: -10_000 })
  expect(bank).toHaveBalance('number', 5)

  // @ts-expect-error there is no such status
  expect(bank).toHaveStatus('id', 'Done')
})

bankTest.concurrent('is typed beside others', ({ bank }) => bank.clock.now)

bankTest.each([
  [1, 'one'],
  [2, 'two'],
] as [number, string][])('takes cases: %d', { seed: 'test' }, ({ bank }, number, word) => {
  const text: string = `${bank.clock.now} ${word} ${number.toFixed()}`
  return text
})
bankTest.concurrent.each([1, 2])(
  'takes cases beside others: %d',
  ({ bank }, number) => bank.clock.now + number.toFixed(),
)
bankTest.todo('later')
