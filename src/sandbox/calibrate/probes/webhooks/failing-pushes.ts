/** What becomes of a push that fails, or that is not answered. (§6) */

import { SECOND } from '../../../../core/kernel/time/instant.ts'
import { Inconclusive } from '../../../service/inconclusive.ts'
import type { Service } from '../../../service/service.ts'
import type { Probe, Tell } from '../../probe.ts'
import { instantIn, textIn } from '../field.ts'
import { until } from '../until.ts'
import { type Arrival, ping, type Receiving, receiving, registrationOf } from './receiving.ts'

const REACHED = 'a push reaches the receiver'

export const failingPushProbes: readonly Probe[] = [
  {
    name: 'pushes that fail',
    scope: 'create',
    needs: ['partnerId', 'receiver'],
    how: 'pings a registration, and answers 503 until the push no longer comes; then restarts it',
    tells: {
      'webhooks.retrySeconds': `${REACHED}, it is tried again at all, and first within maxWait`,
      'webhooks.retries': `${REACHED}, and maxWait is longer than all its tries take`,
      'webhooks.delivery': `${REACHED}, and is tried again, though not within three seconds`,
      'webhooks.restart': 'as for webhooks.retries',
    },
    run: (service, tell) =>
      receiving(service, [{}], (receiver, [id]) => tellOfFailures(service, tell, receiver, id as string)),
  },
  {
    name: 'a push that is not answered',
    scope: 'create',
    needs: ['partnerId', 'receiver'],
    how: 'pings a registration, and holds the answer back until the service counts it as a failure',
    tells: { 'webhooks.timeoutSeconds': `${REACHED}, and maxWait is longer than the service waits` },
    run: (service, tell) =>
      receiving(service, [{}], (receiver, [id]) => tellOfTimeout(service, tell, receiver, id as string)),
  },
]

async function tellOfFailures(service: Service, tell: Tell, receiver: Receiving, id: string): Promise<void> {
  receiver.answering = ({ eventId }, [first]) => (eventId === first?.eventId ? 503 : 200)
  await ping(service, id)
  const { eventId } = await receiver.next(() => true)
  const tries = () => receiver.arrivals.filter((arrival) => arrival.eventId === eventId)
  const isSuspended = async () => (await registrationOf(service, id))['status'] === 'Suspended'
  // Does the next event wait for this one?
  if (!(await isSuspended()) && tries().length === 1) await ping(service, id)
  const end = await untilSuspended(service, isSuspended, tries)
  tellOfOrder(tell, receiver, eventId)
  tellOfPauses(tell, tries())
  if (end instanceof Inconclusive) throw end
  if (tries().length === 1) tell.unknown('webhooks.retrySeconds', 'a push that failed is not tried again')
  const retries = tries().length - 1
  tell.is('webhooks.retries', retries, `it came ${retries + 1} times, and then the registration was Suspended`)
  await tellOfRestart(service, tell, receiver, { id, eventId })
}

/** Waits until the service gives up; gives the reason where the probe may wait no longer. */
async function untilSuspended(
  service: Service,
  isSuspended: () => Promise<boolean>,
  tries: () => readonly Arrival[],
): Promise<Inconclusive | undefined> {
  try {
    for (let count = 1; ; count++) {
      const next = async () => (tries().length > count || (await isSuspended()) ? true : undefined)
      // Once the pause is known there is no need to look before its end.
      const pause = pauseBefore(tries(), 1)
      const last = tries()[count - 1]
      if (pause !== undefined && last && !(await isSuspended()) && tries().length === count) {
        await service.wait(
          Math.max(0, Math.min((last.answeredAt ?? last.at) + pause - service.now(), service.waitLeft)),
        )
      }
      await until(service, next)
      if (tries().length <= count && (await isSuspended())) return undefined
    }
  } catch (error) {
    if (error instanceof Inconclusive) return error
    throw error
  }
}

/** How long after the answer to the one before a try came, in milliseconds. */
function pauseBefore(tries: readonly Arrival[], index: number): number | undefined {
  const [before, after] = [tries[index - 1], tries[index]]
  return before && after && after.at - (before.answeredAt ?? before.at)
}

function tellOfPauses(tell: Tell, tries: readonly Arrival[]): void {
  const pauses = tries.slice(1).map((_, index) => (pauseBefore(tries, index + 1) ?? 0) / SECOND)
  if (pauses.length === 0) return
  const [least, most] = [Math.min(...pauses), Math.max(...pauses)]
  const seconds = Math.round(least)
  // A service looks for due pushes once in a while, and the way takes its time, too.
  if (most - least < 2) tell.is('webhooks.retrySeconds', seconds, `it came again ${seconds} s after each failure`)
  else
    tell.differs(
      'webhooks.retrySeconds',
      `it came again from ${least.toFixed(1)} to ${most.toFixed(1)} s after a failure`,
    )
}

function tellOfOrder(tell: Tell, { arrivals }: Receiving, eventId: string): void {
  const second = arrivals.findIndex((arrival) => arrival.eventId !== eventId)
  const again = arrivals.findIndex((arrival, index) => index > 0 && arrival.eventId === eventId)
  if (second < 0) return
  if (again < 0 || second < again)
    tell.agrees('webhooks.delivery', 'the next event came before the failed one was tried again')
  else tell.differs('webhooks.delivery', 'the failed event was tried again before the next one came')
}

async function tellOfRestart(
  service: Service,
  tell: Tell,
  receiver: Receiving,
  { id, eventId }: { readonly id: string; readonly eventId: string },
): Promise<void> {
  const count = receiver.arrivals.length
  receiver.answering = () => 200
  const { isDone, status } = await service.ask('restartWebhook', { parameters: { id } })
  if (!isDone)
    return tell.differs('webhooks.restart', `it was Suspended in the end, and a restart was answered ${status}`)
  const isActive = async () => ((await registrationOf(service, id))['status'] === 'Active' ? true : undefined)
  await until(service, async () => (receiver.arrivals.length > count ? await isActive() : undefined))
  if (receiver.arrivals[count]?.eventId === eventId) {
    tell.agrees('webhooks.restart', 'after a restart the failed event came first, and then the registration was Active')
  } else tell.differs('webhooks.restart', 'after a restart another event came first')
}

/** By the clock of the service alone: from its attempt to its last error. */
async function tellOfTimeout(service: Service, tell: Tell, receiver: Receiving, id: string): Promise<void> {
  let end: Promise<unknown> | undefined
  receiver.answering = async ({ eventId }) => {
    if (end === undefined) {
      end = held(service, tell, { id, eventId }).catch((error: unknown) => error)
      await end
    }
    return 200
  }
  await ping(service, id)
  await receiver.next(() => true)
  const error = await end
  if (error !== undefined) throw error
}

/** Runs while the push waits for its answer. */
async function held(service: Service, tell: Tell, { id, eventId }: { readonly id: string; readonly eventId: string }) {
  const event = await service.ask('getEvent', { parameters: { id: eventId } })
  const at = instantIn(event.body, 'lastAttemptedAt')
  const failed = await until(service, async () => {
    const registration = await registrationOf(service, id)
    return textIn(registration, 'lastError') === undefined ? undefined : registration
  })
  const lastError = instantIn(failed, 'lastError')
  if (at === undefined || lastError === undefined) {
    return tell.unknown('webhooks.timeoutSeconds', 'the event has no lastAttemptedAt, or the registration no lastError')
  }
  if (lastError < at) return tell.unknown('webhooks.timeoutSeconds', 'the push counted as failed before it was sent')
  const seconds = Math.round((lastError - at) / SECOND)
  tell.is('webhooks.timeoutSeconds', seconds, `the push counted as failed ${seconds} s after it was sent`)
}
