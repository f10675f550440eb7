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
    hookTimeout: 300_000,
  },
}
