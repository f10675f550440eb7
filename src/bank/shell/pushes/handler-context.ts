/**
 * Inside which handlers the running code is: a handler that waits for what waits for it would wait for ever. Where promises can be
 * followed, in Node, Deno and Bun, a handler is left only when it has ended, however often it awaits; elsewhere, in a browser, when its
 * function returns.
 */
import { contextOf } from '../state/context.ts'

/** A handler that runs, and the one inside which it was called. */
export interface Frame {
  readonly handler: object
  readonly outer: Frame | undefined
  isOver: boolean
}

const context = contextOf<Frame>('handler')

/** Runs a handler to its end; `handler` stands for it. Where nothing tells inside which others it runs, it is inside `outer`. */
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

/** The innermost one that still runs: what a handler has started may go on after it. */
export const presentFrame = (): Frame | undefined => runningOf(context.current)

function runningOf(frame: Frame | undefined): Frame | undefined {
  let at = frame
  while (at?.isOver) at = at.outer
  return at
}
