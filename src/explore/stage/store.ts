/** Stores: a client of the partner's store, each call of which is a point at which it can fail, or the process can end. */
import { never } from './process.ts'

/** How a call of a store is watched and struck. */
export interface StoreCall {
  /** Called before it; `skip`: it never ends; an error: it fails with that. */
  readonly before: (method: string, given: readonly unknown[]) => Verdict
  /** Called after it, with what the call before gave. */
  readonly after: (verdict: Verdict, method: string, given: readonly unknown[], result: unknown) => Verdict
  /** Counts a promise of the store as under way. */
  readonly during: <Result>(work: Promise<Result>) => Promise<Result>
  /** Methods that hand out another client, which are no points, and methods that give promises: what runs before have shown. */
  readonly known: Known
}

/** The methods of stores, as earlier runs have shown them. */
export interface Known {
  readonly handles: Set<string>
  readonly promising: Set<string>
}

/** The number of the call, and how it ends. */
export interface Verdict {
  readonly nth: number
  readonly fails?: Error
  readonly neverEnds?: boolean
}

export function wrapStore<Client extends object>(client: Client, call: StoreCall, path = ''): Client {
  return new Proxy(client, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function' || typeof key === 'symbol') return value
      return (...given: unknown[]) => called(target, `${path}${key}`, value as Method, given, call)
    },
  })
}

type Method = (...given: unknown[]) => unknown

function called(target: object, name: string, method: Method, given: unknown[], call: StoreCall): unknown {
  const wrapped = given.map((argument) =>
    typeof argument === 'function' ? callback(argument as Method, name, call) : argument,
  )
  if (call.known.handles.has(name)) return handed(method.apply(target, wrapped), name, call)
  const verdict = call.before(name, given)
  if (verdict.fails && call.known.promising.has(name)) return Promise.reject(verdict.fails)
  if (verdict.fails) throw verdict.fails
  if (verdict.neverEnds) return never()
  const result = method.apply(target, wrapped)
  if (result instanceof Promise) {
    call.known.promising.add(name)
    return call.during(result).then((value: unknown) => {
      const end = call.after(verdict, name, given, value)
      if (end.fails) throw end.fails
      return end.neverEnds ? never() : handed(value, name, call)
    })
  }
  const end = call.after(verdict, name, given, result)
  if (end.fails) throw end.fails
  return handed(result, name, call)
}

/** A function that the store calls with a client of its own: a transaction. */
function callback(run: Method, name: string, call: StoreCall): Method {
  return (...given) =>
    run(...given.map((argument) => (isClient(argument) ? wrapStore(argument, call, `${name}.`) : argument)))
}

/** The result of a call: a statement or a connection is a client too. */
function handed(value: unknown, name: string, call: StoreCall): unknown {
  if (!isClient(value)) return value
  call.known.handles.add(name)
  return wrapStore(value, call, `${name}.`)
}

/** Whether a value is an object with methods of its own, and neither plain nor one of the language's. */
function isClient(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: object | null = Object.getPrototypeOf(value)
  if (prototype === null || prototype === Object.prototype) return false
  const maker = (prototype as { constructor?: unknown }).constructor
  return (
    typeof maker !== 'function' ||
    !/\[native code\]/.test(Function.prototype.toString.call(maker)) ||
    isNamedStatement(maker)
  )
}

/** Node's own clients of SQLite are native, and clients nevertheless. */
const isNamedStatement = ({ name }: { readonly name: string }) => /^(StatementSync|DatabaseSync)$/.test(name)
