/** Replaces methods of the process, and its listeners for unhandled rejections. The replaced methods are put back in reverse order. */
import { hostProcess, nodeModule } from '../bank/shell/state/platform.ts'

type Methods = Record<string, unknown>

export class Replacements {
  readonly #undo: (() => void)[] = []

  replace(owner: object | undefined, methods: Methods): void {
    for (const [name, method] of Object.entries(methods)) this.replaceBy(owner, name, () => method)
  }

  /** If the object has a method of this name, replaces it by the method that `make` returns for it. */
  replaceBy<Before>(owner: object | undefined, name: string, make: (before: Before) => unknown): void {
    if (owner === undefined || !(name in owner)) return
    const before = Object.getOwnPropertyDescriptor(owner, name)
    // A method is not replaced if it could not be put back afterwards.
    if (before?.configurable === false) return
    const method = make((owner as Methods)[name] as Before)
    Object.defineProperty(owner, name, {
      value: method,
      writable: true,
      configurable: true,
      enumerable: before?.enumerable ?? true,
    })
    this.#undo.push(() => {
      // If other code has replaced the method since, its replacement stays: only that code can undo it.
      if ((owner as Methods)[name] !== method) return
      if (before) Object.defineProperty(owner, name, before)
      else delete (owner as Methods)[name]
    })
  }

  readonly putBack = (): void => {
    for (const undo of this.#undo.toReversed()) undo()
    this.#undo.length = 0
    syncModules()
  }
}

/** Makes named imports from Node's modules follow the replacements. */
export function syncModules(): void {
  const module = nodeModule('node:module') as { syncBuiltinESMExports?: () => void } | undefined
  module?.syncBuiltinESMExports?.()
}

/** Calls `note` for each unhandled rejection, instead of the process's listeners. @returns a function that puts the listeners back */
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
