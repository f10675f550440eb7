/** The names that a scenario gives to its intents, followed through every promise that an intent starts. */

import type { NamedIntents } from '../../bank/books/intents.ts'
import { nodeModule } from '../../bank/shell/state/node-module.ts'

interface Storage {
  run<Result>(store: string, act: () => Result): Result
  getStore(): string | undefined
}
interface Hooks {
  readonly AsyncLocalStorage: new () => Storage
}

/** Where promises cannot be followed, in a browser, an intent lasts until it has ended: one at a time. */
class OneAtATime implements Storage {
  #current: string | undefined
  run<Result>(name: string, act: () => Result): Result {
    this.#current = name
    const result = act()
    if (result instanceof Promise) result.finally(() => (this.#current = undefined)).catch(() => {})
    else this.#current = undefined
    return result
  }
  getStore(): string | undefined {
    return this.#current
  }
}

const hooks = nodeModule('node:async_hooks') as Hooks | undefined
const storage: Storage = hooks ? new hooks.AsyncLocalStorage() : new OneAtATime()

export class IntentNames {
  readonly #names = new Map<string, string>()

  get names(): NamedIntents {
    return this.#names
  }

  readonly run = <Result>(name: string, act: () => Promise<Result>): Promise<Result> => storage.run(name, act)

  current(): string | undefined {
    return storage.getStore()
  }

  note(paymentId: string, intent: string | undefined): void {
    if (intent !== undefined) this.#names.set(paymentId, intent)
  }
}
