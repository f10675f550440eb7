/** THE TABLE of mutants, by id. To add one, add a row in rows/. `vostro mutants`, its reference page and the tests read the table. */
import type { Mutant } from './mutant.ts'
import { answers } from './rows/answers.ts'
import { events } from './rows/events.ts'
import { payments } from './rows/payments.ts'

export const mutants: Readonly<Record<string, Mutant>> = { ...payments, ...answers, ...events }
