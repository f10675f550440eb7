import { expect, it } from 'vitest'
import { explore, merge, type Scene } from 'vostro/explore'
import { dataIn } from '../bank/reports/trace/data-in.ts'

/** A partner that never tries again. */
async function impatient({ bank, fetch }: Scene): Promise<void> {
  const headers = { authorization: `Bearer ${bank.tokens.issue().access_token}` }
  const { ok } = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { headers })
  if (!ok) throw new Error('refused')
}

it('shows the trace of a failing run beside the clean run, and marks what was injected [§7]', async () => {
  const { failures } = await explore(impatient, { depth: 1, maxFailures: 1 })
  const [failure] = failures

  const { title, problem, marks, banks, firstDifference } = dataIn((await failure?.trace()) ?? '')

  expect([title, problem, marks]).toEqual([failure?.run, failure?.message, failure?.changes])
  expect(banks.map((bank) => bank.title)).toEqual([failure?.run, 'clean'])
  const parted = banks.map(({ steps }) => steps[firstDifference as number])
  expect(parted.map((step) => step?.mark)).toEqual([expect.stringMatching(/^fault /), undefined])
})

it('shows one trace alone if the run fails without any change [§7]', async () => {
  const { failures } = await explore(async () => Promise.reject(new Error('always')), { depth: 1 })

  const { banks } = dataIn((await failures[0]?.trace()) ?? '')

  expect(banks).toHaveLength(1)
})

it('says that a failure read from JSON has a trace only after its run is repeated [§7]', async () => {
  const found = JSON.parse(JSON.stringify(await explore(impatient, { depth: 1, shard: '1/1' })))

  const { failures } = merge([found])

  await expect(failures[0]?.trace()).rejects.toThrow(/its bank is not here\. Make it again: await explore\(scenario/)
})
