/** The situations of `clock-situations.js` in vitest. */
import { expect, test } from 'vostro/vitest'
import { situations, timesOf } from './situations.js'

const timed = test.extend({ bankTime: 'bank' })
for (const situation of situations) {
  timed(situation.name, async ({ bank }) => {
    expect(await timesOf(situation, bank)).toEqual(situation.times)
  })
}
