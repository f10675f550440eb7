/**
 * Inside which handlers the running code is: a handler that waits for a call which waits for that handler would wait for ever. In Node,
 * Deno and Bun promises can be followed: code is inside a handler until the handler has ended, however often it awaits. In a browser it is
 * so until the handler's function returns.
 */
import { contextOf } from '../state/context.ts'

/** A handler that runs, and the one inside which it was called. */
export interface Frame {
  readonly handler: object
  readonly outer: Frame | undefined
  isOver: boolean
}

const context = contextOf<Frame>('handler')

/** Runs a handler to its end; `handler` identifies it. Where nothing tells which handlers it runs inside, it is inside `outer`. */
export async function runHandler<Result>(
  handler: object,
  outer: Frame | undefined,
  act: () => Result | Promise<Result>,
): Promise<Result> {
  const frame: Frame = { handler, outer: presentFrame() ?? outer, isOver: false }
  try {
    return await context.during(frame, act)
  } finally {
    frame.isOver = true
  }
}

/** The innermost handler that `isWanted`, of those inside which the running code is. */
export function findHandlerAround(isWanted: (handler: object) => boolean): object | undefined {
  return [...handlersIn(presentFrame())].find(isWanted)
}

/** The handlers that still run, from a frame outwards. */
export function* handlersIn(from: Frame | undefined): Generator<object> {
  for (let frame = runningOf(from); frame; frame = runningOf(frame.outer)) yield frame.handler
}

/** The innermost handler that still runs: the code that it started may outlast it. */
export const presentFrame = (): Frame | undefined => runningOf(context.current)

function runningOf(frame: Frame | undefined): Frame | undefined {
  let at = frame
  while (at?.isOver) at = at.outer
  return at
}
