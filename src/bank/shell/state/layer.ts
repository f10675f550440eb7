/**
 * The three seams of a bank: an operation (called in shell.ts), a request (http/answer.ts), a delivery of a push (push-sender.ts). A layer
 * around one of them may change what is done: it gets `next`, and calls it not at all, once, or twice; around a push, exactly once. What
 * only looks on listens to the facts of the bank (`shell.subscribe`).
 */
import type { EndpointName } from '../../../contract/endpoints.ts'
import type { OperationName } from '../../../contract/operations.ts'
import type { AssumptionId } from '../../../core/assumptions/catalogue.ts'
import type { RequestFault } from '../../../core/faults/fault-kinds.ts'
import type { FaultState } from '../../../core/faults/state.ts'
import type { Happening } from '../../../core/happening.ts'
import type { Transition } from '../../../core/perform-on.ts'
import type { Rejection, RejectionCode } from '../../../core/rejection.ts'
import type { DuePush } from '../../../core/webhooks/outbox.ts'
import type { BegunPush } from '../../../core/webhooks/push.ts'
import type { World } from '../../../core/world.ts'
import type { KeptExchange } from './exchange.ts'
import type { KeptEntry } from './journal.ts'
import type { State } from './state.ts'

export interface Layer {
  /** Around one operation. It is synchronous, because an operation is done in one tick. */
  operation?(call: OperationCall, next: (call: OperationCall) => Done): Done
  /** Around one HTTP request. */
  request?(call: Call, next: (call: Call) => Promise<Answer>): Promise<Answer>
  /**
   * Around one delivery of a push to its handler. It calls `next` exactly once, before it awaits anything. To keep a push back, it passes a
   * fault on.
   */
  push?(push: NextPush, next: (push: NextPush) => Promise<void>): Promise<void>
}

/** An operation, and the world in which it is performed. */
export interface OperationCall {
  readonly operation: OperationName
  readonly world: World
}

type Done = Transition<unknown> | Rejection

/** The parts of a request that the bank reads. */
export interface Asking extends Pick<Request, 'method' | 'url' | 'headers' | 'text'> {
  /** The text of the body, if it has arrived before the bank is asked. */
  readonly arrived?: string
  /** Aborted when the client gives up; absent if the client cannot give up. A server makes it when it is first read. */
  readonly signal?: AbortSignal | null | undefined
}

/** The body of a request. Its text is empty until it was read. */
export interface Body {
  readonly isRead: boolean
  readonly text: string
  /** Waits for the text. May be called more than once. */
  readonly read: () => Promise<string>
}

/** A request. A layer passes it on as it is, or with other values. */
export interface Call {
  readonly asking: Asking
  readonly url: URL
  /** Null if no endpoint has this method and path. */
  readonly endpoint: EndpointName | null
  readonly body: Body
  /** The fault that strikes the call, in place of the faults that the test has injected. */
  readonly fault?: FaultState | undefined
  /** Replaces the answer, but does not undo the operation. */
  readonly rewrite?: ((answer: Answer) => Answer) | undefined
  /** Called as soon as the call was performed. */
  readonly onPerformed?: (exchange: KeptExchange) => void
}

/** An answer of the bank, from which the `Response` is made. */
export interface Answer {
  readonly status: number
  /** JSON text; empty if there is no body. */
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** The bank's own code of the refusal, which the body of the answer sometimes lacks. */
  readonly refusal?: RejectionCode | undefined
  /** The assumptions on which the form of the answer rests. */
  readonly restsOn?: readonly AssumptionId[] | undefined
  /** The fault that struck the call. This and `isDone` are set by `http/perform-or-strike.ts`. */
  readonly fault?: RequestFault | undefined
  /** Whether the call was performed without a refusal. */
  readonly isDone?: boolean | undefined
}

/** A push that is about to be sent. A layer passes it on as it is, or with other values. */
export interface NextPush {
  /** The push of the outbox that goes next; undefined if the test delivers the push by hand. */
  readonly due?: DuePush
  /** True if no push waits behind it. */
  readonly isLast?: boolean
  /** The fault that strikes the push. */
  readonly fault?: FaultState | undefined
  /** Returns the push to send in place of this one. */
  readonly rewrite?: ((push: BegunPush) => BegunPush) | undefined
}

/** What a bank tells its listeners: an operation, performed or refused; an exchange; the replacement of its state by another. */
export type Fact =
  | {
      readonly what: 'operation'
      readonly entry: KeptEntry
      readonly happenings: readonly Happening[]
      /** False for a refused operation, and for an inquiry. */
      readonly isDone: boolean
    }
  | { readonly what: 'exchange'; readonly exchange: KeptExchange }
  | { readonly what: 'replacement'; readonly before: State }

/** A listener changes nothing of the fact, and must not throw: its error would end the call of the bank. */
export type Listener = (fact: Fact) => void

type Around<Subject, Result> = (subject: Subject, next: (subject: Subject) => Result) => Result

/** The layers of a bank, the first outermost. They are composed when the list changes; undefined where there is none. */
export class Layers {
  #list: readonly Layer[] = []
  operation: Around<OperationCall, Done> | undefined
  request: Around<Call, Promise<Answer>> | undefined
  push: Around<NextPush, Promise<void>> | undefined

  /** Returns a function that takes the layer away. */
  use(layer: Layer): () => void {
    this.#compose([...this.#list, layer])
    return () => this.#compose(this.#list.filter((each) => each !== layer))
  }

  #compose(list: readonly Layer[]): void {
    this.#list = list
    this.operation = composed(list.map((layer) => layer.operation?.bind(layer)))
    this.request = composed(list.map((layer) => layer.request?.bind(layer)))
    this.push = composed(list.map((layer) => layer.push?.bind(layer)))
  }
}

function composed<Subject, Result>(
  all: readonly (Around<Subject, Result> | undefined)[],
): Around<Subject, Result> | undefined {
  return all.reduceRight(
    (inner, outer) =>
      outer && inner ? (subject, next) => outer(subject, (given) => inner(given, next)) : (outer ?? inner),
    undefined,
  )
}
