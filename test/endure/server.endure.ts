/** Ninety thousand broken requests at both APIs of a server. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { chunks, say, sized } from './progress.ts'
import { underFire } from './server/in-process.ts'

const CHUNK = 2_500

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heapUsed(): number {
  for (let turn = 0; turn < 4; turn++) collect()
  return process.memoryUsage().heapUsed
}

/** So many bytes may stay of a request, of which nothing is to stay: what the engine learns on the way is some. */
const MOST_BYTES = 100

it('answers ninety thousand broken requests as documented, tells nobody of the bank of another, and keeps nothing of them [§4][§7]', async () => {
  const wanted = sized(90_000)
  const early = Math.ceil(wanted / 5)
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  const began = Date.now()
  const { fire, tally, kept } = await underFire()
  const looks: { requests: number; heap: number; kept: object }[] = []
  const look = () => looks.push({ requests: tally.total, heap: heapUsed(), kept: kept() })

  await chunks(
    'Broken requests',
    () => tally.total >= wanted,
    async (seed) => {
      expect(await fire(Math.min(CHUNK, wanted - tally.total + 10), seed)).toEqual([])
      if (looks.length === 0 && tally.total >= early) look()
    },
  )
  look()

  process.off('unhandledRejection', note)
  const [first, last] = looks as [(typeof looks)[0], (typeof looks)[0]]
  say(`${tally.total} broken requests in ${Math.round((Date.now() - began) / 1_000)} s: ${tally}`)
  for (const { requests, heap, kept: counts } of looks) {
    say(`after ${requests} requests: ${(heap / 1e6).toFixed(1)} MB of heap, kept ${JSON.stringify(counts)}`)
  }
  expect(unhandled).toEqual([])
  expect(last.kept).toEqual(first.kept)
  expect(last.heap - first.heap).toBeLessThan(1_000_000 + MOST_BYTES * (last.requests - first.requests))
})
