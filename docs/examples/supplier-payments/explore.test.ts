/** The gate: under every single failure, each invoice is paid once and booked once, and its final state is known. */
import { test } from 'vitest'
import { exploreTest } from 'vostro/explore'
import { scenario } from './scenario.ts'

exploreTest(test, 'pays each invoice once', scenario, { depth: 1, maxFailures: 1, deskDecisions: true })
