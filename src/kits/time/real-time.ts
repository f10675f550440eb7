/** The time of the world outside, for what talks to real services: it takes as long as it takes. */

/** A clock that tells the time in milliseconds since 1970 and can be waited on. */
export interface WaitingClock {
  now(): number
  wait(milliseconds: number): Promise<void>
}

export const realTime: WaitingClock = {
  now: () => performance.timeOrigin + performance.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}
