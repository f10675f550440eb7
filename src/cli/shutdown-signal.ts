/** Ends the process. After the first signal it finishes its work; the second signal ends it at once. */
import type { Terminal } from './command.ts'

/** Signals that end a process, with their numbers. The exit code is 128 plus the number. */
const signals = { SIGINT: 2, SIGTERM: 15 } as const

/** Milliseconds between two checks that npx is still there. */
const INTERVAL = 250

/** Resolves with the first signal, or with SIGTERM if the npx around this process ends. The next signal ends the process at once. */
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

/** An `AbortSignal` that is aborted by the first signal; `told` says on stderr what the command does then. */
export function abortedAtEnd({ stderr }: Terminal, told: string): AbortSignal {
  const ended = new AbortController()
  void shutdownSignal().then((name) => {
    stderr(`${name}: ${told}`)
    ended.abort()
  })
  return ended.signal
}

/** Calls `end` when npx ends: npx passes no signal on. A timer in real time checks whether this process has another parent by now. */
function onEndOfParent(end: () => void): void {
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    end()
  }, INTERVAL).unref()
}
