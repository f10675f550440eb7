import { defineConfig } from '@playwright/test'
import type { BankFixtures } from 'vostro/playwright'

/** Where the run may leave things behind. */
const output = process.env['PLAYWRIGHT_OUTPUT'] ?? 'test-results'

/** The tests that must fail, and some that must not: `failing.test.ts` runs them in a Playwright of their own. */
export default defineConfig<BankFixtures>({
  testMatch: 'failing.ts',
  reporter: 'json',
  outputDir: `${output}/results`,
  timeout: 300_000,
  use: { bankTrace: { folder: `${output}/traces` } },
})
