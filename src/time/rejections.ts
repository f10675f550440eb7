/** Rejections that nobody handles: they would end the process, and with it every run that is still to come. */
import { hostProcess } from '../bank/shell/state/platform.ts'

/** Tells `note` of them instead of whoever listens to them; gives what puts those back. */
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
