/** The stages of the client: it sends the body, it may give up, and a fault may cut its connection. */
import { faultKinds, type NeverAnswered } from '../../core/faults/fault-kinds.ts'
import { isPromise } from '../../core/kernel/attempt.ts'
import { SECOND } from '../../core/kernel/time/instant.ts'
import { timeToPass } from '../shell/pushes/time-driver.ts'
import type { Asking, Body } from '../shell/state/layer.ts'
import { noAnswer } from './no-answer.ts'
import { afterAnswer, type HttpService, type Routed, type Stage } from './stage.ts'

/** Reads a body once, however often it is asked for. Rejects if the client gives up before. A call whose body was read is on its way. */
export function bodyOf(asking: Asking): Body {
  let reading: Promise<string> | undefined
  const body = {
    isRead: asking.arrived !== undefined,
    text: asking.arrived ?? '',
    read() {
      if (body.isRead) return Promise.resolve(body.text)
      reading ??= asking.text().then((text) => {
        asking.signal?.throwIfAborted()
        Object.assign(body, { isRead: true, text })
        return text
      })
      return reading
    },
  }
  return body
}

/** A call whose body has arrived, or was read by a layer, goes on in the same tick. */
export const read: Stage = (_, call, next) => (call.body.isRead ? next(call) : call.body.read().then(() => next(call)))

/** Rejects as soon as the client gives up; the work then goes on. */
export const abort: Stage = (_, call, next) => {
  const work = next(call)
  const signal = isPromise(work) ? call.asking.signal : undefined
  if (!signal || !isPromise(work)) return work
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    work.finally(() => signal.removeEventListener('abort', giveUp)).then(resolve, reject)
  })
}

/** Virtual seconds after which a client without a time limit of its own gives up, as the `fetch` of Node does. */
const LONGEST_WAIT = 300

/** Leaves a call without an answer. `fetch` then fails as on a broken network: by a time-out late, otherwise at once. */
export const cut: Stage = (service, call, next) =>
  afterAnswer(next(call), (answer) => {
    const { fault } = answer
    return fault === undefined || faultKinds[fault].isAnswered ? answer : broken(service, call, fault as NeverAnswered)
  })

async function broken(service: HttpService, { asking }: Routed, fault: NeverAnswered): Promise<never> {
  if (fault === 'timeout' && isTimeFollowed(service)) await passing(service, LONGEST_WAIT, asking.signal)
  throw noAnswer(fault, asking.url)
}

/** True if the bank's clock advances by itself while a client waits. The client's time limit is then measured on that clock. */
export function isTimeFollowed({ sender }: HttpService): boolean {
  return sender.time.timePasses !== undefined
}

/** Resolves when `seconds` of virtual time have passed, or when the client has given up. */
export const passing = ({ sender }: HttpService, seconds: number, signal?: AbortSignal | null): Promise<void> =>
  timeToPass(sender.time, seconds * SECOND, signal).catch(() => undefined)
