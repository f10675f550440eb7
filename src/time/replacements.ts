/** Replaces properties of the process, and its listeners for unhandled rejections. They are put back in reverse order. */
import { hostProcess, nodeModule } from '../bank/shell/host/platform.ts'

type Methods = Record<string, unknown>

export class Replacements {
  readonly #undo: (() => void)[] = []

  replace(owner: object | undefined, methods: Methods): void {
    for (const [name, method] of Object.entries(methods)) this.replaceBy(owner, name, () => method)
  }

  /** If the object has a method of this name, replaces it by the method that `make` returns for it. */
  replaceBy<Before>(owner: object | undefined, name: string, make: (before: Before) => unknown): void {
    this.define<Before>(owner, name, (before) => ({ value: make(before), writable: true }))
  }

  define<Before>(owner: object | undefined, name: string, make: (before: Before) => PropertyDescriptor): void {
    if (owner === undefined || !(name in owner)) return
    const before = Object.getOwnPropertyDescriptor(owner, name)
    // A property is not replaced if it could not be put back afterwards.
    if (before?.configurable === false) return
    const property = make((owner as Methods)[name] as Before)
    Object.defineProperty(owner, name, { ...property, configurable: true, enumerable: before?.enumerable ?? true })
    this.#undo.push(() => {
      const present = Object.getOwnPropertyDescriptor(owner, name)
      // If other code has replaced the property since, its replacement stays: only that code can undo it.
      if (present?.value !== property.value || present?.get !== property.get) return
      if (before) Object.defineProperty(owner, name, before)
      else delete (owner as Methods)[name]
    })
  }

  /** False as soon as the properties are put back. */
  get isInForce(): boolean {
    return this.#undo.length > 0
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
