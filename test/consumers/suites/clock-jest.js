/** The situations of `clock-situations.js` in jest, as ES modules or compiled to CommonJS. */
import { setupServer } from 'msw/node'
import { bankTest, currentBank } from 'vostro/jest'
import { bankHandlers } from 'vostro/msw'
import { situations, timesOf } from './situations.js'

const server = setupServer(...bankHandlers(currentBank))
beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }))
afterAll(() => server.close())

for (const situation of situations) {
  bankTest(situation.name, { time: 'bank' }, async ({ bank }) => {
    expect(await timesOf(situation, bank)).toEqual(situation.times)
  })
}
