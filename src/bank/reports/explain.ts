/**
 * Explains why a payment, transaction or loan has its present status, and what would change that. No rule is repeated here: posting itself
 * names the obstacles, and a copy of the world whose clock runs ahead shows the future. (§2.8, §3)
 */

import { transition } from '../../contract/transition.ts'
import { restrictionRecord, verdictsOn } from '../../core/accounts/restriction.ts'
import { AssumptionNotes } from '../../core/assumptions/notes.ts'
import { ASKED, outcomeToCome, refusalAskedFor } from '../../core/faults/outcomes.ts'
import type { Outcome } from '../../core/faults/state.ts'
import { timeOf } from '../../core/kernel/time/instant.ts'
import { type Activity, mirrored } from '../../core/ledger/activity.ts'
import { obstaclesTo } from '../../core/ledger/posting-decision.ts'
import type { TransactionState } from '../../core/ledger/state.ts'
import { findTransaction, transactionRecord } from '../../core/ledger/transaction-record.ts'
import { isRejection, type Rejection, reject } from '../../core/rejection.ts'
import { INTERNAL, readingOf } from '../../core/turn.ts'
import { activityOf, missedReversal, movesMoney, outcomeOf } from '../../core/wires/progress.ts'
import { findWire } from '../../core/wires/read-wire.ts'
import type { WireOrder } from '../../core/wires/state.ts'
import { wireRecord } from '../../core/wires/wire-record.ts'
import { isFinal, mayBe, type WireStatus, wireStatuses } from '../../core/wires/wire-status.ts'
import type { World } from '../../core/world.ts'
import { explainLoan, findLoanOfAny } from './explain-loan.ts'
import { type Explanation, lookAhead, type RestrictionVerdict, withText } from './explanation.ts'

export function explain(world: World, id: string): Explanation | Rejection {
  const reading = asBank(world)
  const transaction = findTransaction(reading, id, 'explain')
  if (!isRejection(transaction)) return explainTransaction(world, transaction)
  const wire = findWire(reading, id, 'explain')
  if (!isRejection(wire)) return explainWire(world, wire)
  const loan = findLoanOfAny(reading, id)
  if (loan !== undefined) return explainLoan(world, loan)
  const fact = 'no payment, transaction or loan has this id'
  return reject('payment_not_found', `Failed to explain "${id}": ${fact}. Take the id from bank.wires.list(). (§3)`)
}

function explainTransaction(world: World, slot: number): Explanation {
  const record = transactionRecord(world, slot)
  const { id, accountNumber, amount, status, postingCode, createdAt, reason } = record
  const transaction = world.ledger.transactions.at(slot)
  const activities = activitiesOf(transaction)
  const again = () =>
    transaction.payment === null
      ? (nextByTest(outcomeToCome(world, 'transaction', record, transaction.partner)) ?? ifPostedNow(world, activities))
      : ifSentNow(world, world.wires.payments.at(transaction.payment).order)
  const isPosted = status === 'Posted'
  return withText({
    id,
    kind: 'transaction',
    accountNumber,
    amount,
    status,
    postingCode,
    why: isPosted ? `It was posted at ${createdAt}.` : `It was refused at ${createdAt}: ${postingCode}, ${reason}.`,
    restrictions: activities.slice(0, 1).flatMap((activity) => verdictsOf(world, activity)),
    ...(isPosted ? {} : { counterfactual: again() }),
  })
}

function explainWire(world: World, slot: number): Explanation {
  const { order, postingCode } = world.wires.payments.at(slot)
  const wire = wireRecord(asBank(world), slot)
  const { id, accountNumber, amount, status } = wire
  return withText({
    id,
    kind: 'payment',
    accountNumber,
    amount,
    status,
    ...(postingCode === null ? {} : { postingCode }),
    why: wireStatuses[status].why(wire, () => refusalOf(world, slot)) + reversalOf(world, slot) + byTest(world, slot),
    restrictions: movesMoney(order) ? verdictsOf(world, activityOf(order)) : [],
    ...futureOf(world, slot),
  })
}

function refusalOf(world: World, wire: number): string {
  const { postingCode, reason } = world.wires.payments.at(wire)
  return `${postingCode}, ${reason}`
}

function reversalOf(world: World, wire: number): string {
  const { wasReversed } = world.wires.payments.at(wire)
  const missed = missedReversal(world, wire)
  if (missed !== undefined)
    return ` It was to be reversed at ${timeOf(world, missed)}, as ${ASKED}, and that was refused: bank.timeline() says why.`
  if (!wasReversed) return ''
  const back = [...world.ledger.transactions].findLastIndex(({ payment }) => payment === wire)
  return ` It was reversed at ${transactionRecord(world, back).createdAt}.`
}

/** Says that a test asked for the outcome, unless the reason of the refusal says it. */
function byTest(world: World, wire: number): string {
  const outcome = outcomeOf({ world }, wire)
  if (outcome === undefined || refusalAskedFor(outcome)) return ''
  return ` It ${isFinal(world.wires.payments.at(wire).status) ? 'was' : 'is'} to end in ${outcome.status}: ${ASKED}.`
}

function futureOf(world: World, slot: number): Pick<Explanation, 'waitsFor' | 'counterfactual'> {
  const { order, status } = world.wires.payments.at(slot)
  const { givenUpBy, waitsFor } = wireStatuses[status]
  if (givenUpBy === 'bank') return { counterfactual: ifSentNow(world, order) }
  if (isFinal(status)) return {}
  const next = advanceUntil(world, slot, (now) => now !== status)
  return {
    waitsFor: next ? `${waitsFor} at ${timeOf(next)}` : `the operations team: ${deskCallFor(status)}`,
    counterfactual: predictEnd(world, slot),
  }
}

/** Returns how a wire ends if the clock runs on, and if the operations team takes each step that only the team can take. */
function predictEnd(world: World, slot: number): string {
  const calls: string[] = []
  for (let at = world; ; ) {
    at = advanceUntil(at, slot, isFinal) ?? advanceUntil(at, slot, canDeskMove) ?? at
    const { order, status } = at.wires.payments.at(slot)
    const subject = calls.length === 0 ? 'It' : `After ${calls.join(' and ')}, it`
    if (isFinal(status)) {
      if (wireStatuses[status].givenUpBy === null) return `${subject} completes when the clock reaches ${timeOf(at)}.`
      const refused = `${subject} is rejected when the clock reaches ${timeOf(at)}: ${refusalOf(at, slot)}.`
      return `${refused} ${ifSentNow(at, order)}`
    }
    calls.push(deskCallFor(status))
    const done = mayBe('approve', status)
      ? transition(at, 'desk.approve', { id: wireRecord(asBank(at), slot).id }, INTERNAL)
      : transition(at, 'desk.releaseBatch', undefined, INTERNAL)
    if (isRejection(done) || calls.length > MOST_CALLS) return `It stays ${status}.`
    at = done.world
  }
}

function advanceUntil(world: World, slot: number, isWanted: (status: WireStatus) => boolean): World | undefined {
  return lookAhead(world, MOST_INSTANTS, (at) => isWanted(at.wires.payments.at(slot).status))
}

const MOST_INSTANTS = 1_000
/** A wire is approved once and released once. More calls than this mean that the prediction runs in a circle. */
const MOST_CALLS = 3

const canDeskMove = (status: WireStatus): boolean => mayBe('approve', status) || mayBe('release', status)

function deskCallFor(status: WireStatus): string {
  return mayBe('approve', status) ? 'bank.desk.approve(id)' : 'bank.desk.releaseBatch()'
}

function ifSentNow(world: World, order: WireOrder): string {
  const { request, direction, partner } = order
  const asked = nextByTest(outcomeToCome(world, 'wire', { ...request, direction }, partner))
  if (asked !== undefined) return asked
  if (!movesMoney(order)) return 'A new request now would pass: it moves no money.'
  return ifPostedNow(world, [activityOf(order)])
}

/** Returns a sentence if a test asked that the next payment like this one does not complete; otherwise undefined. */
function nextByTest(outcome: Outcome | undefined): string | undefined {
  if (outcome === undefined || outcome.status === 'Completed') return undefined
  return `A new request now would end in ${outcome.status}: ${ASKED}.`
}

function ifPostedNow(world: World, activities: readonly Activity[]): string {
  if (activities.length === 0) return 'It would post if the account existed.'
  const remedies = activities.flatMap((each) => [...obstaclesTo(asBank(world), each)].map(({ remedy }) => remedy))
  return remedies.length === 0 ? 'A new request now would post.' : `It would post if ${remedies.join(', and if ')}.`
}

/** Returns the activity of a transaction and that of its other side, or none if the transaction names an account that does not exist. */
function activitiesOf(transaction: TransactionState): Activity[] {
  const { account, other, rail, transactionType, transactionCode, amount } = transaction
  if (typeof account === 'string' || typeof other === 'string') return []
  const activity = { subledger: account, other, rail, transactionType, transactionCode, amount }
  return other === null ? [activity] : [activity, mirrored(activity, other)]
}

function verdictsOf(world: World, activity: Activity): RestrictionVerdict[] {
  const { restrictions } = world.accounts.masters.at(world.accounts.subledgers.at(activity.subledger).master)
  return restrictions.map((slot) => {
    const { id, reason, type } = restrictionRecord(world, slot)
    const criteria = verdictsOn(world, slot, activity)
    const blocks = criteria.every(({ verdict }) => verdict !== 'missed')
    return { restrictionId: id, reason, type, blocks, criteria }
  })
}

function asBank(world: World) {
  return readingOf(world, INTERNAL, new AssumptionNotes('explain'))
}
