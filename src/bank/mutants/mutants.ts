/** THE TABLE of mutants, by their ids. To add one, add a row in rows/. The command, its page and the tests read the table. */
import type { Mutant } from './mutant.ts'
import { answers } from './rows/answers.ts'
import { events } from './rows/events.ts'
import { payments } from './rows/payments.ts'

export const mutants: Readonly<Record<string, Mutant>> = { ...payments, ...answers, ...events }
