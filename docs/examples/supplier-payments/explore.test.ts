/** The gate: under every single failure, an invoice is paid and booked once. */
import { test } from 'vitest'
import { exploreTest } from 'vostro/explore'
import { scenario } from './scenario.ts'

exploreTest(test, 'pays each invoice once', scenario, {
  depth: 1,
  maxFailures: 1,
  deskDecisions: true,
})
