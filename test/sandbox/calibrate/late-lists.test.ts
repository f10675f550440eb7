/** Reads that show a change late. */
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { calibrate } from 'vostro/sandbox'
import { limiting, numbersFrom, waits } from './habits.ts'
import { behindFetch } from './hidden-bank.ts'
import { readingLate } from './late-reads.ts'

it.each([1, 2, 3, 4, 5])(
  'measures how late reads are at most that are each late by another time, seed %i [§7]',
  async (seed) => {
    const random = numbersFrom(seed * 1_000_003)
    const bank = createBank()
    const service = readingLate(behindFetch(bank), bank, {}, () => Math.floor(random() * 600))
    const { fetch } = limiting(service.fetch, 4, service.clock.now, waits.inSeconds)

    const { text } = await calibrate({ ...service, fetch, scope: 'create', only: ['requests.null'] })

    const [, most] = /A read shows a change up to (\d+) ms late/.exec(text) ?? []
    expect(Number(most)).toBeGreaterThanOrEqual(600)
  },
)
