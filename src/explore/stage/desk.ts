/** The bank's operations team (desk) in a run: makes the decisions of the plan on payments, and approves held ones when the bank heals. */
import { everyRegistration } from '../../bank/books/every-page.ts'
import { internalsOf } from '../../bank/http/bank-internals.ts'
import { isRejectionError } from '../../core/errors.ts'
import { namesOf } from '../../core/kernel/names.ts'
import { HOUR, MINUTE } from '../../core/kernel/time/instant.ts'
import { INTERNAL } from '../../core/turn.ts'
import { registrationStatuses } from '../../core/webhooks/webhook-status.ts'
import { paymentIdOf } from '../../core/wires/wire-record.ts'
import { mayBe } from '../../core/wires/wire-status.ts'
import { isAtPoint } from '../changes/change.ts'
import { changeKinds } from '../changes/change-kinds.ts'
import type { Stage } from './stage.ts'

export function noteBefallen({ world, befell }: Stage): void {
  for (const { status, wasReversed } of world.wires.payments) {
    if (status === 'Hold' || status === 'Rejected') befell.add(status)
    if (wasReversed) befell.add('Reversed')
  }
}

/** The kinds for which the bank itself rejects the payment. */
const refusals = namesOf(changeKinds).filter((kind) => changeKinds[kind].refusal)

/** Tells the bank which future payments it must reject by the plan, each by the number that the payment will have. */
export function askForOutcomes({ bank, world, changes }: Stage): void {
  for (const change of changes.filter(isAtPoint)) {
    const { refusal: postingCode } = changeKinds[change.kind]
    if (postingCode === undefined) continue
    const asked = {
      of: 'wire',
      match: {},
      nth: change.nth - world.wires.payments.size,
      status: 'Rejected',
      postingCode,
    } as const
    internalsOf(bank).shell.perform('outcomes.expect', asked, INTERNAL)
  }
}

/** Lets the bank refuse the transfer that comes next. */
export function refuseTransfer({ bank }: Stage): void {
  const asked = { of: 'transaction', match: {}, nth: 1, status: 'Rejected', postingCode: 'NSF' } as const
  internalsOf(bank).shell.perform('outcomes.expect', asked, INTERNAL)
}

const idOf = ({ world }: Stage, slot: number) => paymentIdOf(world.settings.seed, slot)
const statusOf = ({ world }: Stage, slot: number) => world.wires.payments.at(slot).status

/** Makes the decisions of the plan on a new payment, or schedules them. */
export function meetPayment(stage: Stage, slot: number): void {
  const { bank, plan } = stage
  for (const kind of refusals) plan.at(kind, slot + 1)
  if (plan.at('pinged', slot + 1)) pingAll(stage)
  if (plan.at('held', slot + 1) && mayBe('hold', statusOf(stage, slot))) bank.desk.hold(idOf(stage, slot))
  const reject = () => mayBe('reject', statusOf(stage, slot)) && bank.desk.reject(idOf(stage, slot))
  if (plan.at('rejected', slot + 1)) reject()
  if (plan.at('rejectedLate', slot + 1)) stage.after(MINUTE, reject)
  if (plan.at('leftBehind', slot + 1)) bank.faults.inject('partialRelease', { count: 0, uses: 1 })
  if (plan.at('reversed', slot + 1)) stage.toReverse.set(slot, HOUR)
  if (plan.at('reversedAtOnce', slot + 1)) stage.toReverse.set(slot, 0)
}

const activeRegistrations = (stage: Stage) =>
  everyRegistration(stage).filter(({ status }) => registrationStatuses[status].sends === 'each')

export const isAnnounced = (stage: Stage): boolean => activeRegistrations(stage).length > 0

function pingAll(stage: Stage): void {
  for (const { id, partnerId } of activeRegistrations(stage)) stage.bank.as(partnerId).webhooks.ping(id)
}

/** Reverses the payments of the plan that are completed now, or schedules their reversal. */
export function reversePayments(stage: Stage): void {
  for (const [slot, delay] of stage.toReverse) {
    if (!mayBe('reverse', statusOf(stage, slot))) continue
    stage.toReverse.delete(slot)
    stage.reversing.add(slot)
    const reverse = () => takeBack(stage, slot)
    if (delay === 0) reverse()
    else stage.after(delay, reverse)
  }
}

/** Reverses a payment, unless the bank refuses: the payment moved no money, or the account no longer has enough. */
function takeBack(stage: Stage, slot: number): void {
  stage.reversing.delete(slot)
  try {
    stage.bank.desk.reverse(idOf(stage, slot))
  } catch (error) {
    if (!isRejectionError(error)) throw error
  }
}

/** Approves every held payment, whether the plan or the bank's own review held it. @returns how many it approved */
export function approveHeld(stage: Stage): number {
  let approved = 0
  for (let slot = 0; slot < stage.world.wires.payments.size; slot++) {
    const { status, order, isHeldByDesk } = stage.world.wires.payments.at(slot)
    // An inbound payment leaves its hold by itself.
    const isLeft = isHeldByDesk || (order.direction === 'Outbound' && status === 'Hold')
    if (!isLeft || !mayBe('approve', status)) continue
    stage.bank.desk.approve(idOf(stage, slot))
    approved++
  }
  return approved
}
