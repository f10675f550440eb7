/** The model's wires and clock: reservation at review, release in batches, what the desk does, and what is due when. (§3) */
import { assumptions, type RejectionCode } from 'vostro'
import { type Activity, accountAt, type Model, type Timer, type Wire } from './model.ts'
import { codeBesidesMoney, keep, post, postingCodeOf } from './posting.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** A wire that has just been asked for; where release is instant, its review is. */
export function addWire(model: Model, wire: Pick<Wire, 'id' | 'direction' | 'account' | 'amount'>): void {
  const isOutbound = wire.direction === 'Outbound'
  const added: Wire = {
    ...wire,
    status: isOutbound ? 'Created' : 'Hold',
    postingCode: null,
    isReserved: false,
    isHeldByDesk: false,
    wasReversed: false,
  }
  model.wires.push(added)
  if (!isOutbound) {
    const at = model.now + assumptions['wires.inboundSeconds'].default * SECOND
    model.timers.push({ at, what: 'postInbound', wire: added })
    return
  }
  const delay = model.rules.release === 'instant' ? 0 : assumptions['wires.reviewSeconds'].default * SECOND
  model.timers.push({ at: model.now + delay, what: 'review', wire: added })
}

/** Moves the clock, and does what is due by then, the earliest first. */
export function advance(model: Model, to: number): void {
  for (;;) {
    const due = model.timers.filter(({ at }) => at <= to)
    const earliest = Math.min(...due.map(({ at }) => at))
    const timer = due.find(({ at }) => at === earliest)
    if (timer === undefined) break
    model.timers.splice(model.timers.indexOf(timer), 1)
    model.now = timer.at
    fire(model, timer)
  }
  model.now = to
}

function fire(model: Model, timer: Timer): void {
  switch (timer.what) {
    case 'review':
      if (timer.wire.status === 'Created') review(model, timer.wire)
      break
    case 'clear':
      if (timer.wire.status === 'Hold' && !timer.wire.isHeldByDesk) toPending(model, timer.wire)
      break
    case 'postInbound':
      if (timer.wire.status === 'Hold' && !timer.wire.isHeldByDesk) receive(model, timer.wire)
      break
    case 'release':
      model.isReleasePlanned = false
      releaseBatch(model)
      break
    case 'acknowledge':
      for (const wire of timer.wires) complete(model, wire)
      break
  }
}

function review(model: Model, wire: Wire): void {
  if (!reserve(model, wire)) return
  if (model.rules.reviewOutcome === 'Pending') {
    toPending(model, wire)
    return
  }
  wire.status = 'Hold'
  const { holdMinutes } = model.rules
  if (holdMinutes !== null) model.timers.push({ at: model.now + holdMinutes * MINUTE, what: 'clear', wire })
}

/** Looks at an outbound wire and sets its money aside; or rejects it. */
function reserve(model: Model, wire: Wire): boolean {
  const code = postingCodeOf(model, activityOf(wire))
  if (code !== 'OK') {
    refuse(model, wire, code)
    return false
  }
  wire.isReserved = true
  accountAt(model, wire.account).reserved += wire.amount
  return true
}

function toPending(model: Model, wire: Wire): void {
  wire.status = 'Pending'
  wire.isHeldByDesk = false
  model.waiting.push(wire)
  const { release } = model.rules
  if (model.isReleasePlanned || release === 'manual') return
  const every = release === 'instant' ? 0 : release
  const at = every === 0 ? model.now : model.start + (Math.floor((model.now - model.start) / every) + 1) * every
  model.isReleasePlanned = true
  model.timers.push({ at, what: 'release' })
}

/** Every wire that waits and is still Pending goes out, once; where the rules say so, it is looked at again. */
export function releaseBatch(model: Model): void {
  const pending = [...new Set(model.waiting)].filter(({ status }) => status === 'Pending')
  model.waiting = []
  const wires: Wire[] = []
  for (const wire of pending) {
    const isAgain = model.rules.restrictionCheck === 'release'
    const code = isAgain ? codeBesidesMoney(model, activityOf(wire)) : 'OK'
    if (code === 'OK') wires.push(wire)
    else refuse(model, wire, code)
  }
  const seconds = model.rules.release === 'instant' ? 0 : model.rules.acknowledgementSeconds
  if (seconds === 0) {
    for (const wire of wires) complete(model, wire)
  } else if (wires.length > 0) {
    for (const wire of wires) wire.status = 'Processing'
    model.timers.push({ at: model.now + seconds * SECOND, what: 'acknowledge', wires })
  }
}

function receive(model: Model, wire: Wire): void {
  const code = postingCodeOf(model, activityOf(wire))
  if (code === 'OK') complete(model, wire)
  else refuse(model, wire, code)
}

function complete(model: Model, wire: Wire): void {
  giveBack(model, wire)
  post(model, activityOf(wire))
  wire.status = 'Completed'
  wire.postingCode = 'OK'
  wire.isHeldByDesk = false
}

function refuse(model: Model, wire: Wire, code: Wire['postingCode'] & string): void {
  keep(model, activityOf(wire), accountAt(model, wire.account).partnerId, code)
  reject(model, wire, code)
}

function reject(model: Model, wire: Wire, code: Wire['postingCode']): void {
  giveBack(model, wire)
  wire.status = 'Rejected'
  wire.postingCode = code
}

function giveBack(model: Model, wire: Wire): void {
  if (wire.isReserved) accountAt(model, wire.account).reserved -= wire.amount
  wire.isReserved = false
}

/** A partner withdraws a wire. */
export function cancel(model: Model, wire: Wire | undefined, partnerId: string): RejectionCode | undefined {
  if (wire === undefined || accountAt(model, wire.account).partnerId !== partnerId) return 'payment_not_found'
  if (wire.direction === 'Inbound') return 'payment_has_another_direction'
  if (wire.status !== 'Hold' && wire.status !== 'Pending') return 'payment_has_another_status'
  giveBack(model, wire)
  wire.status = 'Canceled'
  return undefined
}

/** What the bank's operations team does to a wire. */
export function atDesk(
  model: Model,
  wire: Wire | undefined,
  verb: 'hold' | 'approve' | 'reject' | 'reverse',
): RejectionCode | undefined {
  if (wire === undefined) return 'payment_not_found'
  const needed = { hold: ['Created', 'Hold', 'Pending'], approve: ['Hold'], reverse: ['Completed'] }
  const allowed = verb === 'reject' ? needed.hold : needed[verb]
  if (!allowed.includes(wire.status)) return 'payment_has_another_status'
  if (verb === 'hold') {
    wire.status = 'Hold'
    wire.isHeldByDesk = true
  }
  if (verb === 'reject') reject(model, wire, 'ERR')
  if (verb === 'approve') approve(model, wire)
  return verb === 'reverse' ? reverse(model, wire) : undefined
}

function approve(model: Model, wire: Wire): void {
  if (wire.direction === 'Inbound') receive(model, wire)
  else if (wire.isReserved || reserve(model, wire)) toPending(model, wire)
}

/** A wire is taken back the way of all money: what may not be posted may not be reversed. */
function reverse(model: Model, wire: Wire): RejectionCode | undefined {
  if (wire.wasReversed) return 'payment_was_reversed'
  const transactionType = wire.direction === 'Inbound' ? 'Debit' : 'Credit'
  const reversal: Activity = { ...activityOf(wire), transactionType, transactionCode: 'Reversal' }
  if (postingCodeOf(model, reversal) !== 'OK') return 'posting_was_refused'
  post(model, reversal)
  wire.wasReversed = true
  return undefined
}

function activityOf({ direction, account, amount }: Wire): Activity {
  const isOutbound = direction === 'Outbound'
  return {
    account,
    other: null,
    rail: 'Wire',
    transactionType: isOutbound ? 'Debit' : 'Credit',
    transactionCode: isOutbound ? 'Outgoing Wire' : 'Incoming Wire',
    amount,
  }
}
