/** The line in the terminal that says how far an exploration is. */

interface Process {
  readonly stderr?: { readonly isTTY?: boolean; write(text: string): void }
}

/** A run in so many is shown. */
const EVERY = 50

/** Shows the line where there is a terminal; gives what is told of each run, and what clears the line. */
export function progressLine(): { show: (runs: number, planned: number, failures: number) => void; clear: () => void } {
  const { stderr } = (globalThis as { process?: Process }).process ?? {}
  let isShown = false
  const write = (text: string) => stderr?.write(`\r\u001B[K${text}`)
  return {
    show: (runs, planned, failures) => {
      if (!stderr?.isTTY || runs % EVERY !== 0) return
      isShown = true
      write(`explore: ${runs} of ${planned} runs, ${failures} ${failures === 1 ? 'failure' : 'failures'}`)
    },
    clear: () => {
      if (isShown) write('')
    },
  }
}
