import { expect, it, onTestFinished, vi } from 'vitest'

it('takes turns for two clocks at once in a browser, which has no setImmediate [§7]', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('setImmediate', undefined)
  vi.resetModules()
  const { turn } = await import('../../src/time/activity.ts')

  const turns = await Promise.all([turn(), turn(), turn()])

  expect(turns).toHaveLength(3)
})
