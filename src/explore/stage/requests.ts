/** The requests of a run: each is a point at which the plan may have a change. */
import { contextOf } from '../../bank/shell/state/context.ts'
import type { Asked } from '../../bank/shell/state/observer.ts'
import { valuesWith } from '../../core/assumptions/notes.ts'
import { newFault } from '../../core/faults/fault.ts'
import type { FaultState } from '../../core/faults/state.ts'
import { hashText } from '../../core/kernel/identity.ts'
import { HOUR, MINUTE, SECOND } from '../../core/kernel/time/instant.ts'
import { plausibleInbound } from '../../core/wires/plausible-wire.ts'
import type { InboundWireRequest } from '../../core/wires/wire.ts'
import { paymentIdOf } from '../../core/wires/wire-record.ts'
import { mayBe } from '../../core/wires/wire-status.ts'
import type { World } from '../../core/world.ts'
import { changeKinds, faultsAt } from '../changes/change-kinds.ts'
import { isAnnounced, refuseTransfer } from './desk.ts'
import { never, runningProcess } from './process.ts'
import { withoutInstants } from './run-log.ts'
import { isLooking, OUTAGE, type Running, type Stage } from './stage.ts'

/** The delay of a late call or answer: longer than most leases last, and longer than a user waits before a second click. */
const LATE = 10 * MINUTE
/** The time after which a new payment has passed its review and may go out. */
const UNTIL_REVIEWED = 10 * SECOND
/** The delay of a call whose process has ended: longer than the process takes to start again. */
const ON_ITS_WAY = 2 * MINUTE
/** The delay of a slow answer: less than most clients wait, but long enough for other things to happen first. */
const SLOW = 20 * SECOND
/** How long an outage lasts that is longer than all tries of most payments. */
const LONG_OUTAGE = 6 * HOUR
/** How many calls in a row the change `failing` affects. */
const FAILING = 3

/** The name of the intent that the running code pays. In a browser, run one intent at a time: its name stays until its code has ended. */
export const intent: ReturnType<typeof contextOf<string>> = contextOf<string>('intent', { isLong: true })

export function requestOf(stage: Stage, endpoint: string | null): Asked {
  const { plan, log, caller = runningProcess.current?.running, path, bank } = stage
  if (isLooking()) return {}
  if (caller?.isEnded) return { before: never() }
  const name = intent.current
  const nth = log.add('request', endpoint ?? 'an unknown call', { isOfProcess: caller !== undefined, path })
  stage.activity.note()
  const until = stage.world.now + OUTAGE
  if (plan.at('outage', nth)) stage.bankDownUntil = until
  if (plan.at('smallPage', nth)) stage.hasSmallPages = true
  if (plan.at('failing', nth)) stage.fails = { below: nth + FAILING, until }
  let firstWire = stage.world.wires.payments.size
  const before = waitBefore(stage, nth, caller)
  return {
    ...(before ? { before } : {}),
    begin: ({ searchParams }) => {
      if (plan.at('batchBefore', nth)) bank.desk.releaseBatch()
      if (plan.at('transferRefused', nth)) refuseTransfer(stage)
      if (stage.hasSmallPages && endpoint?.startsWith('list') && !searchParams.has('pageSize'))
        searchParams.set('pageSize', '1')
      if (plan.at('arrival', nth)) bank.wires.simulateInbound(unaskedFor(stage))
      firstWire = stage.world.wires.payments.size
    },
    fault: faultAt(stage, nth),
    done: ({ fault, status, answer, url, method, body, headers }) => {
      const { now, settings, wires } = stage.world
      if (plan.at('lostInOutage', nth)) stage.bankDownUntil = stage.world.now + LONG_OUTAGE
      const isBeforeBatch = hasUnsent(stage.world)
      const key = headers[valuesWith(settings.assume)['idempotency.header'].toLowerCase()]
      const asked = hashText(withoutInstants(`${url} ${key} ${body}`))
      log.note(now)
      log.mark('request', nth, {
        isBeforeBatch,
        isAnnounced: isAnnounced(stage),
        outcome: String(fault ?? status),
        asked,
      })
      const isOfToken = endpoint === 'requestToken' || status === 401
      log.noteCall('request', nth, [method, url, body, fault === undefined ? [status, answer] : fault], isOfToken)
      if (name === undefined) return
      for (let slot = firstWire; slot < wires.payments.size; slot++)
        stage.named.set(paymentIdOf(settings.seed, slot), name)
    },
    after: async () => {
      if (plan.at('crashAfter', nth)) await caller?.end()
      if (plan.at('pauseAfter', nth)) await stage.pause()
      if (plan.at('answersLate', nth)) await stage.pass(LATE)
      if (plan.at('batchMeanwhile', nth)) {
        await stage.pass(UNTIL_REVIEWED)
        bank.desk.releaseBatch()
        await stage.pause()
      }
      if (plan.at('slow', nth)) await stage.pass(SLOW)
      if (caller?.isEnded) await never()
    },
  }
}

function waitBefore(stage: Stage, nth: number, caller: Running | undefined): Promise<void> | undefined {
  const { plan } = stage
  if (plan.at('crashBefore', nth)) return caller?.end()
  if (plan.at('pauseBefore', nth)) return stage.pause()
  if (plan.at('arrivesLate', nth)) return stage.pass(LATE)
  if (plan.at('meetsPush', nth)) return untilPush(stage)
  if (!plan.at('crashOnTheWay', nth)) return undefined
  void caller?.end()
  return stage.pass(ON_ITS_WAY)
}

/** Waits for the next push, but not for ever. */
async function untilPush(stage: Stage): Promise<void> {
  await stage.pass(UNTIL_REVIEWED)
  if (hasUnsent(stage.world)) stage.bank.desk.releaseBatch()
  await Promise.race([new Promise<void>((resolve) => stage.atNextPush.push(resolve)), stage.pass(LATE)])
}

const requestFaults = faultsAt('request')

function faultAt({ plan, world: { now }, bankDownUntil, fails }: Stage, nth: number): FaultState | undefined {
  if (now < bankDownUntil) return newFault('networkError', {}, now)
  if (nth < fails.below && now < fails.until) return newFault('status', { status: 503 }, now)
  const kind = requestFaults.find((each) => plan.at(each, nth))
  const fault = kind && changeKinds[kind].fault
  return fault && newFault(fault.kind, { status: fault.status }, now)
}

function hasUnsent({ wires }: World): boolean {
  return [...wires.payments].some(
    ({ order, status }) => order.direction === 'Outbound' && (mayBe('review', status) || mayBe('release', status)),
  )
}

/** A payment that shifts the pages of a list. */
function unaskedFor({ bank }: Stage): InboundWireRequest {
  const originator = { idCode: 'D', identifier: '1', name: 'A change of this run' } as const
  return {
    ...plausibleInbound(bank.masterAccount.accountNumber),
    originator,
    beneficiaryReference: undefined,
    amount: 1,
  }
}
