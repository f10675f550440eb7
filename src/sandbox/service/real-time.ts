/** Real time, for calls to real services. */

/** A clock that tells the time in milliseconds since 1970 and can be waited on. */
export interface WaitingClock {
  now(): number
  /** Resolves when so much time has gone by, or as soon as the signal is given. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>
}

// The timers of the process, before a test that follows the clock of a bank replaces them.
const { setTimeout: set, clearTimeout: clear, performance } = globalThis
const elapsed = performance.now.bind(performance)

export const realTime: WaitingClock = {
  now: () => performance.timeOrigin + elapsed(),
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
