/** Rejections that nobody handles: they would end the process, and with it every run that is still to come. */

interface Process {
  listeners?(event: 'unhandledRejection'): ((reason: unknown) => void)[]
  on?(event: 'unhandledRejection', listener: (reason: unknown) => void): void
  removeListener?(event: 'unhandledRejection', listener: (reason: unknown) => void): void
}

/** Tells `note` of them instead of whoever listens to them; gives what puts those back. */
export function takeOverRejections(note: (reason: unknown) => void): () => void {
  const { process } = globalThis as unknown as { process?: Process }
  const others = process?.listeners?.('unhandledRejection') ?? []
  for (const other of others) process?.removeListener?.('unhandledRejection', other)
  process?.on?.('unhandledRejection', note)
  return () => {
    process?.removeListener?.('unhandledRejection', note)
    for (const other of others) process?.on?.('unhandledRejection', other)
  }
}
