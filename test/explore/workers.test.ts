/** One exploration on several cores, by a pool, each with a part of the runs. */
import { expect, it } from 'vitest'
import { explore } from 'vostro/explore'
import { scenario } from '../../docs/examples/explore-worker.ts'
import { exploreOnCores } from '../../docs/examples/explore-workers.ts'

it('finds the same failures on two cores as on one [§2.3]', async () => {
  const module = new URL('../../docs/examples/explore-worker.ts', import.meta.url)

  const merged = await exploreOnCores(module, 2, { runtime: 'child_process', execArgv: ['--import', 'tsx'] })

  const whole = await explore(scenario, { mayReject: () => true })
  expect(merged.failures.map(({ run }) => run)).toEqual(['lostAnswer@1'])
  expect(merged.text).toBe(whole.text)
})
