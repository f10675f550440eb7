/**
 * A value that belongs to the running code: the bank of the test that runs, the handler inside which something was called. In Node, Deno
 * and Bun it follows the code through every promise and callback; in a browser a stand-in keeps it for a while.
 */
import { nodeModule } from './platform.ts'

/** As much of Node's `AsyncLocalStorage` as is used. */
interface Storage<Value> {
  run<Result>(value: Value, act: () => Result): Result
  getStore(): Value | undefined
  disable(): void
}
interface Hooks {
  readonly AsyncLocalStorage?: new <Value>() => Storage<Value>
}

/** Stands in where promises cannot be followed: the value is kept until the function returns, and with `isLong` until its promise ends. */
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
      if (this.isLong && result instanceof Promise) result.then(putBack, putBack)
      else putBack()
    }
  }
  getStore(): Value | undefined {
    return this.#value
  }
  disable(): void {}
}

/** A value of the running code. */
export class Context<Value> {
  #running = 0
  constructor(
    private readonly storage: Storage<Value>,
    /** Whether the value follows promises; in a browser it does not. */
    readonly followsPromises: boolean,
  ) {}

  /** The value with which the running code was run; undefined outside of all. */
  get current(): Value | undefined {
    return this.storage.getStore()
  }

  /** Runs something with a value. */
  run<Result>(value: Value, act: () => Result): Result {
    return this.storage.run(value, act)
  }

  /**
   * Runs something with a value until its promise ends. When nothing runs any more promises are no longer followed, which makes each of
   * them slower: for a context of which no value is needed after that.
   */
  async during<Result>(value: Value, act: () => Result | Promise<Result>): Promise<Result> {
    this.#running++
    try {
      return await this.storage.run(value, act)
    } finally {
      this.#running--
      if (this.#running === 0) this.storage.disable()
    }
  }
}

/**
 * The context of a name, one for the process: the ESM and the CommonJS form of the package share it.
 *
 * @param options - `isLong`: in a browser the value is kept until the promise has ended, for code of which one piece runs at a time
 */
export function contextOf<Value>(name: string, { isLong = false } = {}): Context<Value> {
  const key = Symbol.for(`vostro.context.${name}`)
  const shared = globalThis as { [key: symbol]: Context<Value> | undefined }
  const { AsyncLocalStorage } = (nodeModule('node:async_hooks') ?? {}) as Hooks
  shared[key] ??= new Context(
    AsyncLocalStorage ? new AsyncLocalStorage() : new StandIn(isLong),
    Boolean(AsyncLocalStorage),
  )
  return shared[key]
}
