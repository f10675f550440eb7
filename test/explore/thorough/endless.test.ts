import { expect, it } from 'vitest'
import { explore } from 'vostro/explore'

it('finds that a scenario goes on for ever [§6]', async () => {
  const endless = await explore(
    async ({ sleep }) => {
      for (;;) await sleep({ seconds: 1 })
    },
    { faults: false, orders: false },
  )

  expect(endless.failures[0]?.message).toMatch(/has not ended after the clock moved 20000 times/)
})
