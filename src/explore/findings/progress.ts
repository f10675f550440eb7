/** What an exploration says while it runs, and where it passes without being complete. */
import { hostProcess } from '../../bank/shell/state/platform.ts'

/** Where a runner shows what a test has to say. */
export function tell(text: string): void {
  hostProcess()?.stderr?.write(text)
}

/** A run in so many is shown. */
const EVERY = 50

/** Shows the line where there is a terminal; gives what is told of each run, and what clears the line. */
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
