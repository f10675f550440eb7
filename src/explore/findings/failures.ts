/** Collects the failures. Runs that fail with the same cause are one failure, shown in the smallest of these runs. */

import type { Bank } from '../../bank/bank.ts'
import { booksBeside, OracleError, type OracleName, PAY_ONCE } from '../../bank/invariants/oracles.ts'
import { portOf } from '../../bank/port.ts'
import { differenceLines } from '../../bank/reports/trace/first-difference.ts'
import { sectionIn } from '../../core/errors.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import { type Change, describeChange, isAtPoint, nameOf, placeOfChange } from '../changes/change.ts'
import { changeKinds, endpointOf } from '../changes/change-kinds.ts'
import { RunError } from '../stage/errors.ts'
import type { Run } from '../stage/run.ts'
import type { Failure, FailureCode } from '../types.ts'
import { REPLAY, testOf } from './to-test.ts'

export class Failures {
  readonly found: Failure[] = []

  constructor(
    private readonly optionsText: string,
    private readonly timelineOf: (run: Run) => string,
  ) {}

  add(run: Run, { error, clean, foundAfter }: { error: Error; clean: Bank | undefined; foundAfter: number }): void {
    const { bank, changes: made, log, failedCheck, besides, books } = run
    const cause = causeOf(error, failedCheck)
    const name = nameOf(made)
    const remoteness = remotenessOf(made)
    const place = this.found.findIndex((failure) => failure.cause === cause)
    const known = this.found[place]
    const finding = findingOf(run, cause)
    const isAsNear = made.length === known?.remoteness[0]
    if (known && byRemoteness({ remoteness }, known) >= 0) {
      known.alsoIn = [...known.alsoIn, name].sort()
      if (isAsNear) known.findings = [...new Set([...known.findings, finding])]
      return
    }
    const { timelineOf } = this
    const replay = `${REPLAY}{ ${this.optionsText}only: ${JSON.stringify(name)} })`
    const { message } = error
    const changes = made.map((change) => describeChange(change, log.points))
    this.found[known ? place : this.found.length] = {
      run: name,
      alsoIn: known ? [...known.alsoIn, known.run].sort() : [],
      foundAfter: known?.foundAfter ?? foundAfter,
      changes,
      error,
      message,
      cause,
      remoteness,
      findings: [...new Set([finding, ...(isAsNear ? known.findings : [])])],
      besides: [...new Set(besides.map(({ message }) => message))],
      ...codeOf(error, failedCheck !== undefined),
      parting: clean ? differenceLines(portOf(bank).state, portOf(clean).state) : [],
      // At a missed deadline the books differed, but these are of the end of the run.
      books: booksBeside(bank, books.entries, books.rule).map((line) =>
        failedCheck?.startsWith('within') ? `at the end of the run: ${line}` : line,
      ),
      // Made only when it is read, because it is long.
      get timeline() {
        return timelineOf(run)
      },
      // The page is made only when it is asked for, so the failure keeps the bank of its run and that of the clean run.
      trace: ({ title = changes.map((text) => text.split(': ', 1)).join(', then ') || 'clean' } = {}) =>
        bank.trace({
          title,
          problem: message,
          marks: changes.length === 0 ? [] : [...changes, `To repeat it with your code: ${replay}`],
          ...(clean && clean !== bank ? { beside: clean, besideTitle: 'clean' } : {}),
        }),
      replay,
      toTest: (options) => testOf({ run: name, message, replay }, options),
    }
  }
}

function remotenessOf(changes: readonly Change[]): number[] {
  const count = (isSo: (change: Change) => boolean) => changes.filter(isSo).length
  return [
    changes.length,
    // A date or an assumption affects the whole run, and a token request affects everything that comes after it.
    count((change) => !isAtPoint(change)),
    count((change) => isAtPoint(change) && endpointOf(change.label ?? '')?.isSecured === false),
    count((change) => isAtPoint(change) && changeKinds[change.kind].alike !== undefined),
  ]
}

type Remote = Pick<Failure, 'remoteness'>

/** Negative if the first is less remote (see `remoteness` in types.ts). */
export function byRemoteness({ remoteness: one }: Remote, { remoteness: other }: Remote): number {
  const place = one.findIndex((each, index) => each !== other[index])
  return (one[place] ?? 0) - (other[place] ?? 0)
}

/** The message without the numbers, ids and texts of one run. For a check: which check it is, and its own message. */
function causeOf(error: Error, failedCheck: string | undefined): string {
  const fact = shapeOf(error instanceof RunError ? error.own : error.message)
  if (error instanceof OracleError) return `${error.oracle}: ${fact.split(/[;.] ?/)[0]}`
  const check = failedCheck === undefined ? '' : `${failedCheck}: `
  return `${check}${error.name}: ${fact.slice(0, 100)}`
}

/** Names a finding by its places and its cause, without the kinds of the changes and the numbers of the calls. */
function findingOf({ changes, log }: Run, cause: string): string {
  const places = changes.map((change) => placeOfChange(change, log.points))
  // The place of a store call contains the text of its query, which may hold an id.
  const shapes = places.map((place) => (place.startsWith('store.') ? shapeOf(place) : place))
  return `${shapes.join(', then ') || 'without any change'}: ${cause}`
}

function shapeOf(text: string): string {
  return text
    .replace(/\b[\da-f]{8}-[\da-f-]{27}\b/gi, 'ID')
    .replace(/"[^"]*"/g, '"…"')
    .replace(/\b(?=[a-z]*\d)(?=\d*[a-z])[\da-z]{8,}\b/gi, 'ID')
    .replace(/\d+(?:[.,:]\d+)*/g, 'N')
    .replace(/\s+/g, ' ')
}

/** For each oracle (a rule that each run must satisfy), the advice after a run has broken it. The worst is the first. */
export const oracles: Record<OracleName, string> = {
  moneyConserved: 'Report a defect of vostro, with the line of code that repeats the run.',
  oneIntentOneWire: `${PAY_ONCE}.`,
  booksReconcile:
    'Ask the bank about payments whose push has not come, book each payment once, and repeat a rejected payment under a new key.',
  noCreditBeforePosting: 'Book a payment as completed when the bank says so, and not before.',
  forgedPushRefused: 'Verify the signature of a push before your code does anything with the push.',
}

export const advices: Record<FailureCode, string> = {
  ...oracles,
  checkFailed:
    'Compare the run with the clean one from their first difference on, and change the code so that the check holds.',
  scenarioRejected: 'Let the code survive this change. If the code may give up here, allow the error in mayReject.',
}

/** The worst first, as `advices` lists the codes; of equally bad ones, the one that was found first. */
export function worstFirst(failures: readonly Failure[]): Failure[] {
  const codes = keysOf(advices)
  const rank = ({ code }: Failure) => codes.indexOf(code)
  return failures.toSorted((one, other) => rank(one) - rank(other) || one.foundAfter - other.foundAfter)
}

/** `isOfCheck`: true if a check of the scenario threw the error. */
function codeOf(error: Error, isOfCheck: boolean) {
  const own = isOfCheck ? 'checkFailed' : 'scenarioRejected'
  const code: FailureCode = error instanceof OracleError ? error.oracle : own
  const section = error instanceof OracleError ? error.section : sectionIn(error.message)
  return { code, section, advice: advices[code] }
}
