/** The end of the process: the first signal ends it in order, a second one at once. */

/** Signals that end a process, with what a shell adds to 128 where one did. */
const signals = { SIGINT: 2, SIGTERM: 15 } as const

/** Resolves with the first signal; the next one ends the process where it stands. */
export function untilTold(): Promise<keyof typeof signals> {
  return new Promise((resolve) => {
    let isTold = false
    for (const [signal, number] of Object.entries(signals) as [keyof typeof signals, number][]) {
      process.on(signal, () => {
        if (isTold) process.exit(128 + number)
        isTold = true
        resolve(signal)
      })
    }
  })
}
