/** The host: Node, Deno, Bun or a browser. Its modules are looked up at run time, not imported, so that every host loads the same code. */
import { attempt } from '../../../core/kernel/attempt.ts'

/** The part of Node's `process` that is used; a browser has none. */
export interface HostProcess {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly argv?: readonly string[]
  readonly pid?: number
  readonly stderr?: { readonly isTTY?: boolean; write(text: string): void }
  getBuiltinModule?(name: string): object | undefined
  getActiveResourcesInfo?(): string[]
  _getActiveHandles?(): unknown[]
  listeners?(event: 'unhandledRejection'): ((reason: unknown) => void)[]
  on?(event: 'unhandledRejection', listener: (reason: unknown) => void): void
  removeListener?(event: 'unhandledRejection', listener: (reason: unknown) => void): void
}

/** The process as it is now: a test may have put another one in its place. */
export function hostProcess(): HostProcess | undefined {
  return (globalThis as unknown as { readonly process?: HostProcess }).process
}

export function nodeModule(name: string): object | undefined {
  return hostProcess()?.getBuiltinModule?.(name)
}

/** A variable of the environment. Undefined if there is none, as in a browser, or if it may not be read, as in Deno. */
export function environment(name: string): string | undefined {
  return attempt(() => hostProcess()?.env?.[name])
}
