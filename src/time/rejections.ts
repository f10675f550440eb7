/** Unhandled rejections: they would end the process, and with it all runs that are still to come. */
import { hostProcess } from '../bank/shell/state/platform.ts'

/** Calls `note` for each of them in the place of the listeners of the process. @returns what puts those back */
export function takeOverRejections(note: (reason: unknown) => void): () => void {
  const process = hostProcess()
  const others = process?.listeners?.('unhandledRejection') ?? []
  for (const other of others) process?.removeListener?.('unhandledRejection', other)
  process?.on?.('unhandledRejection', note)
  return () => {
    process?.removeListener?.('unhandledRejection', note)
    for (const other of others) process?.on?.('unhandledRejection', other)
  }
}
