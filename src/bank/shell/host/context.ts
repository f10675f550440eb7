/**
 * A value of the running code, such as the bank of its test, or the handler around it. In Node, Deno and Bun the value follows the code
 * through every promise and callback. In a browser a stand-in keeps it until the called function returns.
 */
import { isPromise } from '../../../core/kernel/attempt.ts'
import { nodeModule } from './platform.ts'

interface Storage<Value> {
  run<Result>(value: Value, act: () => Result): Result
  getStore(): Value | undefined
  disable(): void
}
interface Hooks {
  readonly AsyncLocalStorage?: new <Value>() => Storage<Value>
}

/** For a browser. Keeps the value until the function returns or, with `isLong`, until its promise settles. */
class StandIn<Value> implements Storage<Value> {
  #value: Value | undefined
  constructor(private readonly isLong: boolean) {}
  run<Result>(value: Value, act: () => Result): Result {
    const before = this.#value
    const putBack = () => {
      this.#value = before
    }
    this.#value = value
    let result: Result | undefined
    try {
      result = act()
      return result
    } finally {
      if (this.isLong && isPromise(result)) result.then(putBack, putBack)
      else putBack()
    }
  }
  getStore(): Value | undefined {
    return this.#value
  }
  disable(): void {}
}

interface Shared<Value> {
  readonly storage: Storage<Value>
  running: number
}

/** The storage is put into the global object only when the first value is set. */
class Context<Value> {
  constructor(
    private readonly key: symbol,
    private readonly isLong: boolean,
  ) {}

  /** False in a browser, whose promises cannot be followed. */
  get followsPromises(): boolean {
    return asyncStorage() !== undefined
  }

  /** Undefined outside of every `run` and `during`. */
  get current(): Value | undefined {
    return this.#all[this.key]?.storage.getStore()
  }

  run<Result>(value: Value, act: () => Result): Result {
    return this.#shared().storage.run(value, act)
  }

  /**
   * Runs a function with a value until its promise settles. When no such function runs any more, promises are no longer followed, because
   * following makes each promise slower. So use `during` only if the value is not needed afterwards.
   */
  async during<Result>(value: Value, act: () => Result | Promise<Result>): Promise<Result> {
    const shared = this.#shared()
    shared.running++
    try {
      return await shared.storage.run(value, act)
    } finally {
      shared.running--
      if (shared.running === 0) shared.storage.disable()
    }
  }

  get #all(): { [key: symbol]: Shared<Value> | undefined } {
    return globalThis as never
  }

  #shared(): Shared<Value> {
    const known = this.#all[this.key]
    if (known) return known
    const AsyncLocalStorage = asyncStorage()
    const storage = AsyncLocalStorage ? new AsyncLocalStorage<Value>() : new StandIn<Value>(this.isLong)
    const made = { storage, running: 0 }
    this.#all[this.key] = made
    return made
  }
}

const asyncStorage = () => ((nodeModule('node:async_hooks') ?? {}) as Hooks).AsyncLocalStorage

/**
 * The context with this name, which the ESM and the CommonJS form of the package share. `isLong`: in a browser, keeps the value until the
 * promise settles, which suits code that never runs twice at the same time.
 */
export function contextOf<Value>(name: string, { isLong = false } = {}): Context<Value> {
  return new Context(Symbol.for(`vostro.context.${name}`), isLong)
}
