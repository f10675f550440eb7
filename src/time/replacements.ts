/** Replacements of the process's own methods, which are put back in the opposite order; and of those who hear its unhandled rejections. */
import { hostProcess, nodeModule } from '../bank/shell/state/platform.ts'

export type Methods = Record<string, unknown>

export class Replacements {
  readonly #undo: (() => void)[] = []

  /** Puts methods in the place of those of an object, where it has such. */
  replace(owner: object | undefined, methods: Methods): void {
    for (const [name, method] of Object.entries(methods)) this.replaceBy(owner, name, () => method)
  }

  /** Puts what `make` makes of a method in its place, where the object has such. */
  replaceBy<Before>(owner: object | undefined, name: string, make: (before: Before) => unknown): void {
    if (owner === undefined || !(name in owner)) return
    const before = Object.getOwnPropertyDescriptor(owner, name)
    // A method that cannot be put back stays.
    if (before?.configurable === false) return
    const method = make((owner as Methods)[name] as Before)
    Object.defineProperty(owner, name, {
      value: method,
      writable: true,
      configurable: true,
      enumerable: before?.enumerable ?? true,
    })
    this.#undo.push(() => {
      // A later replacement by other code stays: that code puts it back itself.
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

/** Lets imports by name follow the replacements in the modules of Node. */
export function syncModules(): void {
  const module = nodeModule('node:module') as { syncBuiltinESMExports?: () => void } | undefined
  module?.syncBuiltinESMExports?.()
}

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
