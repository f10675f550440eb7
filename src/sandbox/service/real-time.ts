/** Real time as a clock, for calls to real services. */

/** A clock that one can read and wait on. `now` returns milliseconds since 1970. */
export interface WaitingClock {
  now(): number
  /** Resolves after `milliseconds`, or as soon as the signal is aborted. Several callers may wait at once, as in real time. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>
}

// Keeps the real timers of the process, because a test with `followClock` may replace the globals later.
const { setTimeout: set, clearTimeout: clear, performance } = globalThis
const { timeOrigin } = performance
const elapsed = performance.now.bind(performance)

export const realTime: WaitingClock = {
  now: () => timeOrigin + elapsed(),
  wait: (milliseconds, signal) =>
    new Promise((resolve) => {
      const timer = set(end, signal?.aborted ? 0 : milliseconds)
      signal?.addEventListener('abort', end)
      function end() {
        clear(timer)
        signal?.removeEventListener('abort', end)
        resolve()
      }
    }),
}
