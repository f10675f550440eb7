import { mergeConfig } from 'vitest/config'
import { suite } from '../../vitest.config.ts'

const merged = mergeConfig(suite, {})

export default {
  ...merged,
  test: {
    ...merged.test,
    include: ['test/openapi/tools/*.check.ts'],
    setupFiles: [],
    reporters: ['default'],
    // One of them stands in for a module, which the others must not have loaded before.
    isolate: true,
    hookTimeout: 300_000,
  },
}
