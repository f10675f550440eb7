/**
 * A stage of the HTTP service: it gets a request, and passes it to the next stage, which answers it. The fields of `Call` and `Answer` are
 * in `shell/state/layer.ts`.
 */
import type { Addresses } from '../../contract/endpoint.ts'
import type { AssumptionValues } from '../../core/assumptions/catalogue.ts'
import type { Assume, AssumptionNotes } from '../../core/assumptions/notes.ts'
import { isPromise } from '../../core/kernel/attempt.ts'
import type { PushSender } from '../shell/pushes/push-sender.ts'
import type { Answer, Call } from '../shell/state/layer.ts'
import type { Shell } from '../shell/state/shell.ts'
import type { Match, Miss, Router } from './route.ts'

export interface HttpService {
  readonly shell: Shell
  readonly sender: PushSender
  readonly addresses: Addresses
  readonly route: Router
}

/** A call with its row of the endpoint table, or the refusal of a call that is not served. */
export interface Routed extends Call {
  readonly match: Match | Miss
  /** The origin of the browser's page, if any. */
  readonly pageOrigin?: string | undefined
  /** How many entries the journal had when the faults were asked; undefined if the call has waited since. */
  readonly journalSize?: number
}

/** A call while the bank performs it. The call stands by itself, as a copy of so many fields takes a tenth of the time of a read. */
export interface CallUnderWay {
  readonly call: Routed
  readonly id: string
  /** The values of the assumption catalogue. A value counts as used only if it is read by `assume`. */
  readonly values: AssumptionValues
  readonly assume: Assume
  readonly notes: AssumptionNotes
}

/** Goes on with an answer at once, if no stage has waited for anything. */
export function afterAnswer(
  answer: Answer | Promise<Answer>,
  then: (answer: Answer) => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  return isPromise(answer) ? answer.then(then) : then(answer)
}

export type Stage = (
  service: HttpService,
  call: Routed,
  next: (call: Routed) => Answer | Promise<Answer>,
) => Answer | Promise<Answer>
