/** The end of the process: the first signal ends it in order, a second one at once. */

/** Signals that end a process, with what a shell adds to 128 where one did. */
const signals = { SIGINT: 2, SIGTERM: 15 } as const

/** How often it looks whether npx is still there, in milliseconds. */
const LOOKS = 250

/** Resolves with the first signal, or the end of npx; the next signal ends the process where it stands. */
export function untilTold(): Promise<keyof typeof signals> {
  return new Promise((resolve) => {
    let isTold = false
    if (process.env['npm_command'] === 'exec') onceAlone(() => resolve('SIGTERM'))
    for (const [signal, number] of Object.entries(signals) as [keyof typeof signals, number][]) {
      process.on(signal, () => {
        if (isTold) process.exit(128 + number)
        isTold = true
        resolve(signal)
      })
    }
  })
}

/** npx hands on no signal: who ends it means the server, which is the child of another process from then on. */
function onceAlone(tell: () => void): void {
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    tell()
  }, LOOKS).unref()
}
