/** Half a million hostile requests. */
import { expect, it } from 'vitest'
import { run as runHostileRequests } from './hostile-requests.ts'
import { chunks, say, sized } from './progress.ts'

const CHUNK = 5_000

it('answers half a million hostile requests without a throw, a 500 or a changed world [§7]', async () => {
  const wanted = sized(500_000)
  let [requests, accepted] = [0, 0]

  await chunks(
    'Hostile requests',
    () => requests >= wanted,
    async (seed) => {
      const report = await runHostileRequests(Math.min(CHUNK, wanted - requests), seed)
      requests += report.requests
      accepted += report.accepted
      expect(report.failures).toEqual([])
    },
  )

  say(
    `${requests} hostile requests, of which ${accepted} were accepted: no throw, no 500, no refused one changed anything`,
  )
  expect(requests).toBeGreaterThanOrEqual(wanted)
})
