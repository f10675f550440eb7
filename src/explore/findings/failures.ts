/** Failures, one for each cause: runs in which the same went wrong are one failure, which the smallest of them shows. */

import type { Bank } from '../../bank/bank.ts'
import { booksBeside, OracleError } from '../../bank/books/oracles.ts'
import { describeChange, nameOf } from '../changes/change.ts'
import type { Failure } from '../scenario.ts'
import type { Outcome } from '../stage/run.ts'
import { firstDifference } from './first-difference.ts'
import { testOf } from './to-test.ts'

export class Failures {
  readonly found: Failure[] = []
  constructor(private readonly optionsText: string) {}

  add(
    run: Outcome & { readonly error: Error },
    { clean, foundAfter }: { clean: Bank | undefined; foundAfter: number },
  ): void {
    const cause = causeOf(run.error)
    const name = nameOf(run.changes)
    const known = this.found.find((failure) => failure.cause === cause)
    if (known) {
      known.alsoIn.push(name)
      known.alsoIn.sort()
      return
    }
    const replay = `await explore(scenario, { ${this.optionsText}only: ${JSON.stringify(name)} })`
    const { message } = run.error
    const changes = run.changes.map((change) => describeChange(change, run.points))
    this.found.push({
      run: name,
      alsoIn: [],
      foundAfter,
      changes,
      error: run.error,
      message,
      cause,
      parting: clean ? firstDifference(run.bank, clean) : [],
      books: booksBeside(run.bank, run.books),
      // Made when it is read.
      get timeline() {
        return run.bank.timeline()
      },
      // The banks of the failing run and of the clean one are kept as they are, for the timeline too; the page is made when it is asked for.
      trace: () =>
        run.bank.trace({
          title: name,
          problem: message,
          marks: changes,
          ...(clean && clean !== run.bank ? { beside: clean, besideTitle: 'clean' } : {}),
        }),
      replay,
      toTest: (options) => testOf({ run: name, message, replay }, options),
    })
  }
}

/** The cause of a failure: its message without the numbers, ids and texts of one run. */
function causeOf(error: Error): string {
  const fact = error.message
    .replace(/\b[\da-f]{8}-[\da-f-]{27}\b/gi, 'ID')
    .replace(/"[^"]*"/g, '"…"')
    .replace(/\d+/g, 'N')
  if (error instanceof OracleError) return `${error.oracle}: ${fact.split(/[;.] ?/)[0]}`
  return `${error.name}: ${fact.slice(0, 100)}`
}
