/**
 * Finds the handlers inside which the running code was called: a handler that awaits a call which waits for this handler would wait
 * forever. In Node, Deno and Bun, code counts as inside a handler until the handler has ended, through every `await`; in a browser, only
 * until the handler's function returns.
 */
import { contextOf } from '../host/context.ts'

/** A running handler, and the frame of the handler inside which it was called. */
export interface Frame {
  readonly handler: object
  readonly outer: Frame | undefined
  /** How many handlers run, from this one outwards. */
  readonly depth: number
  isOver: boolean
}

const context = contextOf<Frame>('handler')

/**
 * `handler` identifies the handler. `outer` becomes its outer frame only if the running code is inside no known handler. `background`
 * returns the work that goes on after the answer: it is inside the handler, too.
 */
export function runHandler<Result>(
  handler: object,
  outer: Frame | undefined,
  act: () => Result | Promise<Result>,
  background: () => Promise<void> | undefined,
): Promise<Result> {
  const around = presentFrame() ?? outer
  const frame: Frame = { handler, outer: around, depth: (around?.depth ?? 0) + 1, isOver: false }
  return new Promise((resolve, reject) => {
    const run = async () => {
      try {
        resolve(await act())
      } catch (error) {
        reject(error)
      }
      await background()
      frame.isOver = true
    }
    void context.during(frame, run)
  })
}

/** The innermost handler around the running code for which `isWanted` is true. */
export function findHandlerAround(isWanted: (handler: object) => boolean): object | undefined {
  return [...handlersIn(presentFrame())].find(isWanted)
}

/** The handlers that still run, from a frame outwards. */
export function* handlersIn(from: Frame | undefined): Generator<object> {
  for (let frame = runningOf(from); frame; frame = runningOf(frame.outer)) yield frame.handler
}

/** The frame of the innermost handler that still runs. Code that a handler started may outlast it. */
export const presentFrame = (): Frame | undefined => runningOf(context.current)

/** True if a handler, even one that has ended, started the running code. */
export const isOfHandler = (): boolean => context.current !== undefined

function runningOf(frame: Frame | undefined): Frame | undefined {
  let at = frame
  while (at?.isOver) at = at.outer
  return at
}
