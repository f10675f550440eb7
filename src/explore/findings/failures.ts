/** Failures, one for each cause: runs in which the same went wrong are one failure, which the smallest of them shows. */

import type { Bank } from '../../bank/bank.ts'
import { booksBeside, OracleError } from '../../bank/books/oracles.ts'
import { describeChange, nameOf } from '../changes/change.ts'
import type { Failure } from '../scenario.ts'
import type { Run } from '../stage/run.ts'
import { firstDifference } from './first-difference.ts'
import { REPLAY, testOf } from './to-test.ts'

export class Failures {
  readonly found: Failure[] = []
  constructor(
    private readonly optionsText: string,
    private readonly story: (bank: Bank) => string,
  ) {}

  add(
    { bank, changes: made, log, entries, failedCheck }: Run,
    { error, clean, foundAfter }: { error: Error; clean: Bank | undefined; foundAfter: number },
  ): void {
    const cause = causeOf(error, failedCheck)
    const name = nameOf(made)
    const known = this.found.find((failure) => failure.cause === cause)
    if (known) {
      known.alsoIn.push(name)
      known.alsoIn.sort()
      return
    }
    const { story } = this
    const replay = `${REPLAY}{ ${this.optionsText}only: ${JSON.stringify(name)} })`
    const { message } = error
    const changes = made.map((change) => describeChange(change, log.points))
    this.found.push({
      run: name,
      alsoIn: [],
      foundAfter,
      changes,
      error,
      message,
      cause,
      parting: clean ? firstDifference(bank, clean) : [],
      books: booksBeside(bank, entries),
      // Made when it is read.
      get timeline() {
        return story(bank)
      },
      // The banks of the failing run and of the clean one are kept as they are, for the timeline too; the page is made when it is asked for.
      trace: () =>
        bank.trace({
          title: name,
          problem: message,
          marks: changes,
          ...(clean && clean !== bank ? { beside: clean, besideTitle: 'clean' } : {}),
        }),
      replay,
      toTest: (options) => testOf({ run: name, message, replay }, options),
    })
  }
}

/** The cause of a failure: its message without the numbers, ids and texts of one run. */
function causeOf(error: Error, failedCheck: number | undefined): string {
  const fact = error.message
    .replace(/\b[\da-f]{8}-[\da-f-]{27}\b/gi, 'ID')
    .replace(/"[^"]*"/g, '"…"')
    .replace(/\d+/g, 'N')
  if (error instanceof OracleError) return `${error.oracle}: ${fact.split(/[;.] ?/)[0]}`
  const check = failedCheck === undefined ? '' : `check ${failedCheck + 1}: `
  return `${check}${error.name}: ${fact.slice(0, 100)}`
}
