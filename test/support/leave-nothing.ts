/** Files share a worker, one after the other: what one stubbed for all its tests ends with it, or the next would run with it. */
import { afterAll, vi } from 'vitest'

afterAll(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
