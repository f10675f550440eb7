/** The situations of `clock-situations.js` in Node's own runner. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setupServer } from 'msw/node'
import { bankHandlers } from 'vostro/msw'
import { bankTestWith, currentBank } from 'vostro/test'
import { situations, timesOf } from './situations.js'

const server = setupServer(...bankHandlers(currentBank))
before(() => server.listen({ onUnhandledRequest: 'bypass' }))
after(() => server.close())

const bankTest = bankTestWith(test)
for (const situation of situations) {
  bankTest(situation.name, { time: 'bank' }, async ({ bank }) => {
    assert.deepEqual(await timesOf(situation, bank), situation.times)
  })
}
