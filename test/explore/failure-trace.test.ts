import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { explore, exploreTest, merge, type Scene } from 'vostro/explore'
import { dataIn } from '../bank/reports/trace/data-in.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** A partner that never tries again. */
async function impatient({ bank, fetch }: Scene): Promise<void> {
  const headers = { authorization: `Bearer ${bank.tokens.issue().access_token}` }
  const { ok } = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { headers })
  if (!ok) throw new Error('refused')
}

it('shows the trace of a failing run beside the clean run, and marks what was injected [§7]', async () => {
  const { failures } = await explore(impatient, { depth: 1, maxFailures: 1 })
  const [failure] = failures

  const { title, problem, marks, banks, firstDifference, besideDifference } = dataIn((await failure?.trace()) ?? '')

  const words = failure?.changes[0]?.split(': ')[0]
  expect(words).toMatch(/^\w+ at GET \/wires\/v1\/payments, the 1st$/)
  expect([title, problem, marks]).toEqual([
    words,
    failure?.message,
    [...failure!.changes, `To repeat it with your code: ${failure?.replay}`],
  ])
  expect(banks.map((bank) => bank.title)).toEqual([words, 'clean'])
  const parted = [firstDifference, besideDifference].map((step, bank) => banks[bank]?.steps[step as number])
  expect(parted.map((step) => step?.mark)).toEqual([expect.stringMatching(/^fault /), undefined])
  expect(failure?.parting).toEqual([
    expect.stringMatching(/^here .*GET \/wires\/v1\/payments 503$/),
    expect.stringMatching(/^clean .*GET \/wires\/v1\/payments 200$/),
  ])
})

it('gives the trace of an exploration the name of its test, as the index of traces lists it [§1]', async () => {
  const folder = temporaryFolder()
  vi.stubEnv('VOSTRO_TRACE', 'failed')
  vi.stubEnv('VOSTRO_TRACE_FOLDER', folder)
  const runs: (() => Promise<void>)[] = []
  exploreTest((_, run) => runs.push(run), 'lists what was paid', impatient, { depth: 1, maxFailures: 1 })
  await expect(runs[0]?.()).rejects.toThrow(/\n\nTrace: /)
  vi.unstubAllEnvs()

  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toMatch(/>lists what was paid<\/a><br>.*refused/)
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

it('marks in the trace the difference that the report names, though the runs have other steps before it [§7]', async () => {
  const scenario = async ({ bank, fetch, sleep, eventually }: Scene) => {
    const { id } = bank.wires.create(bank.wires.plausible())
    await sleep({ hours: 2 })
    await fetch(`${bank.urls.baseUrl}/wires/v1/payments/${id}`)
    if (bank.wires.get(id).status === 'Rejected') await fetch(`${bank.urls.baseUrl}/webhooks/v1/registrations`)
    eventually(() => expect(bank.wires.get(id).status).toBe('Completed'))
  }
  const { failures } = await explore(scenario, { only: 'rejected@payment1', deskDecisions: true })

  const data = dataIn((await failures[0]?.trace()) ?? '')

  const { banks, firstDifference, besideDifference } = data
  expect(failures[0]?.parting).toEqual([
    'here   2026-03-02 11:00:00  GET /webhooks/v1/registrations 401',
    'clean  nothing more',
  ])
  expect(banks[0]?.steps[firstDifference as number]?.operation).toBe('listWebhooks')
  expect(besideDifference).toBe(banks[1]?.steps.length)
})
