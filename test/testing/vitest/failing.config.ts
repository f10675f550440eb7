import { defineConfig } from 'vitest/config'
import { suite } from '../../vitest.config.ts'

/** The tests that must fail, and nothing else; `failing.test.ts` reads what the reporter writes. */
export default defineConfig({
  ...suite,
  test: { ...suite.test, include: ['test/testing/vitest/failing.ts'], setupFiles: [], reporters: ['json'] },
})
