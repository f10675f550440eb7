/** A path that no run took says nothing: the partner's code names the places that it must get to. */
import { expect, it, vi } from 'vitest'
import { explore, exploreTest, merge, type Scene } from 'vostro/explore'

// The failing explorations of this file leave no traces.
vi.stubEnv('VOSTRO_TRACE', 'off')

/** Asks for the document of the token server; what is not answered is asked for once more, and then given up. */
const ask = async ({ bank, fetch, reach }: Scene) => {
  const url = `${bank.urls.authUrl}/.well-known/openid-configuration`
  const isAnswered = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  if (await isAnswered()) return
  reach('retry')
  if (!(await isAnswered())) reach('giving up')
}

it('counts the runs that reached each place [§7]', async () => {
  const { reached, text } = await explore(ask, { depth: 1 })

  expect(Object.keys(reached).sort()).toEqual(['giving up', 'retry'])
  expect(text).toContain(`  reached giving up in ${reached['giving up']} runs`)
})

it('says first which place no run reached, and does not pass [§7]', async () => {
  const { reached, text, failures } = await explore(ask, { depth: 1, reaches: ['retry', 'refund'] })
  const tests: (() => Promise<void>)[] = []
  exploreTest((_, run) => void tests.push(run), 'asks', ask, { depth: 1, reaches: ['refund'] })

  expect(failures).toEqual([])
  expect(reached['refund']).toBe(0)
  expect(text).toMatch(/^no run reached: refund\n\d+ of \d+ runs, complete/)
  await expect(tests[0]?.()).rejects.toThrow('no run reached: refund')
})

it('says that the run without a change made no wire [§7]', async () => {
  const { text, payments } = await explore(ask, { depth: 1 })

  expect(payments).toBe(0)
  expect(text).toContain('\n  the run without a change made no wire, so the oracles had no payment to judge\n')
})

it('keeps the places that were reached through shards and JSON [§7]', async () => {
  const parts = await Promise.all(['1/2', '2/2'].map((shard) => explore(ask, { shard, reaches: ['refund'] })))

  const { reached } = merge(JSON.parse(JSON.stringify(parts)))

  expect(reached['refund']).toBe(0)
  expect(reached['retry']).toBeGreaterThan(0)
})
