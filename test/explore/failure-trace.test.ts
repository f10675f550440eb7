import { expect, it } from 'vitest'
import { explore, merge, type Scene } from 'vostro/explore'
import { dataIn } from '../bank/reports/trace/data-in.ts'

/** A partner that never tries again. */
async function impatient({ bank, fetch }: Scene): Promise<void> {
  const headers = { authorization: `Bearer ${bank.tokens.issue().access_token}` }
  const { ok } = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { headers })
  if (!ok) throw new Error('refused')
}

it('gives the trace of a failing run beside the clean one, with what was injected marked [§7]', async () => {
  const { failures } = await explore(impatient, { depth: 1, maxFailures: 1 })
  const [failure] = failures

  const { title, problem, marks, banks, firstDifference } = dataIn((await failure?.trace()) ?? '')

  expect([title, problem, marks]).toEqual([failure?.run, failure?.message, failure?.changes])
  expect(banks.map((bank) => bank.title)).toEqual([failure?.run, 'clean'])
  const parted = banks.map(({ steps }) => steps[firstDifference as number])
  expect(parted.map((step) => step?.mark)).toEqual([expect.stringMatching(/^fault /), undefined])
})

it('gives the trace of a run that fails without any change alone [§7]', async () => {
  const { failures } = await explore(async () => Promise.reject(new Error('always')), { depth: 1 })

  const { banks } = dataIn((await failures[0]?.trace()) ?? '')

  expect(banks).toHaveLength(1)
})

it('says of a failure out of JSON that its run must be made again [§7]', async () => {
  const found = JSON.parse(JSON.stringify(await explore(impatient, { depth: 1, shard: '1/1' })))

  const { failures } = merge([found])

  await expect(failures[0]?.trace()).rejects.toThrow(/its bank is not here\. Make it again: await explore\(scenario/)
})
