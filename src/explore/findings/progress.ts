/** Progress: the line on the terminal while an exploration runs, and the report of one that passes. */
import { hostProcess } from '../../bank/shell/state/platform.ts'

/** Where a runner shows what a test has to say. */
export function tell(text: string): void {
  hostProcess()?.stderr?.write(text)
}

/** A run in so many is shown. */
const EVERY = 50

/** The line on a terminal: `show` is called for each run, `clear` at the end. */
export function progressLine(): { show: (runs: number, planned: number, failures: number) => void; clear: () => void } {
  const stderr = hostProcess()?.stderr
  let isShown = false
  const write = (text: string) => tell(`\r\u001B[K${text}`)
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
