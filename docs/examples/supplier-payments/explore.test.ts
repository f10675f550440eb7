/** The gate: whatever goes wrong, once, each invoice is paid once, booked once and known of. */
import { test } from 'vitest'
import { exploreTest } from 'vostro/explore'
import { scenario } from './scenario.ts'

exploreTest(test, 'pays each invoice once', scenario, { depth: 1, maxFailures: 1, deskDecisions: true })
