/** The end of the process: the first signal ends it in order, a second one at once. */

/** Signals that end a process, with their numbers: 128 and the number is the exit code. */
const signals = { SIGINT: 2, SIGTERM: 15 } as const

/** Milliseconds between two checks that npx is still there. */
const INTERVAL = 250

/** Resolves with the first signal, or the end of npx; the next signal ends the process at once. */
export function shutdownSignal(): Promise<keyof typeof signals> {
  return new Promise((resolve) => {
    let isEnding = false
    const end = (signal: keyof typeof signals) => {
      isEnding = true
      resolve(signal)
    }
    if (process.env['npm_command'] === 'exec') onEndOfParent(() => end('SIGTERM'))
    for (const [signal, number] of Object.entries(signals) as [keyof typeof signals, number][]) {
      process.on(signal, () => {
        if (isEnding) process.exit(128 + number)
        end(signal)
      })
    }
  })
}

/** Calls `end` when npx ends, as it hands on no signal: its child gets another parent then, and must end too: processes live in real time. */
function onEndOfParent(end: () => void): void {
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    end()
  }, INTERVAL).unref()
}
