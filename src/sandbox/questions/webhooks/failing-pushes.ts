/** Questions on failing pushes: what a service does after an error, or without an answer. (§6) */
import { SECOND } from '../../../core/kernel/time/instant.ts'
import { instantIn, textIn } from '../../service/fields.ts'
import { Inconclusive, ifConclusive, whyNot } from '../../service/inconclusive.ts'
import type { Service } from '../../service/service.ts'
import { differs, is, story, unknown, type VerdictOn } from '../question.ts'
import { type Arrival, ping, receiving, registrationOf } from './receiving.ts'

const REACHED = 'a push reaches the receiver'

export const failingPushes = story({
  tells: {
    'webhooks.retrySeconds': `${REACHED}, and is tried again within maxWait`,
    'webhooks.retries': `${REACHED}, and maxWait is longer than all tries take`,
  },
  how: 'pings a registration, answers 503 until the service stops trying',
  scope: 'create',
  tell: (service) =>
    receiving(service, async function* (receiver, id) {
      receiver.answering = () => 503
      await ping(service, id)
      const { eventId } = await receiver.next()
      const tries = () => receiver.arrivals.filter((arrival) => arrival.eventId === eventId)
      const isSuspended = async () => (await registrationOf(service, id))['status'] === 'Suspended'
      const early = await whyNot(untilSuspended(service, isSuspended, tries))
      const again = pausesBetween(tries())
      if (Math.min(...again) < SECOND / 2 && Math.max(...again) > SECOND / 2) {
        throw new Inconclusive(
          'some pushes came right after the one before, and others later, so some may be duplicates instead of further tries',
        )
      }
      yield { 'webhooks.retrySeconds': pauses(tries()) }
      if (early) throw early
      if (tries().length === 1) yield { 'webhooks.retrySeconds': unknown('a push that failed is not tried again') }
      const retries = tries().length - 1
      // A service that pushed an event twice by mistake counts fewer errors than arrivals since the last success.
      const failed = receiver.arrivals.length - 1 - receiver.arrivals.findLastIndex((each) => each.eventId !== eventId)
      const { consecutiveErrors: errors = failed } = await registrationOf(service, id)
      const seen = `the push came ${retries + 1} times, and then the registration was Suspended`
      yield {
        'webhooks.retries':
          errors === failed ? is(retries, seen) : unknown(`${seen}, but the registration counts ${errors} errors`),
      }
    }),
})

export const timeoutSeconds = story({
  tells: { 'webhooks.timeoutSeconds': `${REACHED}, and maxWait is longer than the service waits for an answer` },
  how: 'pings a registration, and withholds the answer until the service counts the push as failed, or hangs up',
  scope: 'create',
  tell: (service) =>
    receiving(service, async function* (receiver, id) {
      let verdict: Promise<VerdictOn<'webhooks.timeoutSeconds'>> | undefined
      receiver.answering = async (arrival) => {
        verdict ??= held(service, arrival, id)
        await verdict.catch(ifConclusive)
        return 200
      }
      await ping(service, id)
      await receiver.next()
      yield { 'webhooks.timeoutSeconds': await verdict }
    }),
})

/** @throws {Inconclusive} if the question may wait no longer */
async function untilSuspended(service: Service, isSuspended: () => Promise<boolean>, tries: () => readonly Arrival[]) {
  for (let count = 1; ; count++) {
    // Once the pause between tries is known, there is no need to look before its end.
    const pause = pauseBefore(tries(), 1)
    const last = tries()[count - 1]
    if (pause !== undefined && last && !(await isSuspended()) && tries().length === count) {
      const due = (last.answeredAt ?? last.at) + pause
      await service.wait(Math.max(0, Math.min(due - service.now(), service.waitLeft)))
    }
    await service.until(async () => (tries().length > count || (await isSuspended()) ? true : undefined))
    if (tries().length <= count && (await isSuspended())) return
  }
}

/** Milliseconds between the answer to the previous try and this try. */
function pauseBefore(tries: readonly Arrival[], index: number): number | undefined {
  const [before, after] = [tries[index - 1], tries[index]]
  return before && after && after.at - (before.answeredAt ?? before.at)
}

/** The most seconds that a push is on its way. */
const HELD_UP = 0.25

const pausesBetween = (tries: readonly Arrival[]) =>
  tries.slice(1).map((_, index) => pauseBefore(tries, index + 1) ?? 0)

export function pauses(tries: readonly Arrival[]): VerdictOn<'webhooks.retrySeconds'> {
  const seconds = pausesBetween(tries).map((pause) => pause / SECOND)
  if (seconds.length === 0) return undefined
  const [least, most] = [Math.min(...seconds), Math.max(...seconds)]
  const seen = `the push came again ${least.toFixed(1)} s after a failure`
  // A service may push an event twice by mistake, so one push right after the other is no further try.
  if (seconds.length === 1 && least < HELD_UP) return unknown(`${seen}, but only once`)
  // One pause that is no whole number of seconds may be due to a delay on the way.
  if (seconds.length === 1 && Math.abs(least - Math.round(least)) > HELD_UP) return unknown(`${seen}, but only once`)
  // Pauses vary, because a service looks for due pushes only at intervals, and pushes take time to arrive.
  if (most - least < 2) return is(Math.round(least), `the push came again ${Math.round(least)} s after each failure`)
  return differs(`the push came again ${least.toFixed(1)} to ${most.toFixed(1)} s after a failure`)
}

/** How long the service waits for an answer, by two times in its records, or else by the moment at which it hangs up. */
async function held(service: Service, arrival: Arrival, id: string): Promise<VerdictOn<'webhooks.timeoutSeconds'>> {
  const event = await service.ask('getEvent', { parameters: { id: arrival.eventId } })
  const sent = instantIn(event.body, 'lastAttemptedAt')
  const failed = await service.until(async () => {
    const registration = await registrationOf(service, id)
    const isOver = arrival.abandonedAt !== undefined || textIn(registration, 'lastError') !== undefined
    return isOver ? registration : undefined
  })
  const lastError = instantIn(failed, 'lastError')
  // A service may set both times when it gives up, so equal times show nothing.
  const isByService = sent !== undefined && lastError !== undefined && lastError - sent >= SECOND / 2
  const [from, to] = isByService ? [sent, lastError] : [arrival.at, arrival.abandonedAt]
  if (to === undefined) return unknown('the event has no lastAttemptedAt before the lastError of the registration')
  if (to < from) return unknown('the push counted as failed before it was sent')
  const seconds = Math.round((to - from) / SECOND)
  return is(seconds, `the push counted as failed ${seconds} s after it was sent`)
}
