/**
 * Inside which handlers the running code is: a handler that waits for what waits for it would wait for ever. Where promises can be
 * followed, in Node, Deno and Bun, a handler is left only when it has ended, however often it awaits; elsewhere, in a browser, when its
 * function returns.
 */
import { nodeModule } from '../state/node-module.ts'

/** A handler that runs, and the one inside which it was called. */
export interface Frame {
  readonly handler: object
  readonly outer: Frame | undefined
  isOver: boolean
}

interface Storage {
  run<Result>(frame: Frame, act: () => Result): Result
  getStore(): Frame | undefined
  /** Follows nothing until `run` is called again: to follow promises makes each of them slower. */
  disable(): void
}

/** Where promises cannot be followed: until the function returns. */
class WhileItRuns implements Storage {
  #current: Frame | undefined
  run<Result>(frame: Frame, act: () => Result): Result {
    const before = this.#current
    this.#current = frame
    try {
      return act()
    } finally {
      this.#current = before
    }
  }
  getStore(): Frame | undefined {
    return this.#current
  }
  disable(): void {}
}

const hooks = nodeModule('node:async_hooks') as { readonly AsyncLocalStorage?: new () => Storage } | undefined
const storage: Storage = hooks?.AsyncLocalStorage ? new hooks.AsyncLocalStorage() : new WhileItRuns()

/** How many handlers run now, of all banks. */
let running = 0

/** Runs a handler to its end; `handler` stands for it. Where nothing tells inside which others it runs, it is inside `outer`. */
export async function runHandler<Result>(
  handler: object,
  outer: Frame | undefined,
  act: () => Result | Promise<Result>,
): Promise<Result> {
  const frame: Frame = { handler, outer: presentFrame() ?? outer, isOver: false }
  running++
  try {
    return await storage.run(frame, act)
  } finally {
    frame.isOver = true
    running--
    if (running === 0) storage.disable()
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
export const presentFrame = (): Frame | undefined => runningOf(storage.getStore())

function runningOf(frame: Frame | undefined): Frame | undefined {
  let at = frame
  while (at?.isOver) at = at.outer
  return at
}
