/** Wraps a client of the partner's store, so that at each of its calls the store can fail or the process can end. */
import { isPromise } from '../../core/kernel/attempt.ts'
import { callSiteOf } from './call-site.ts'
import type { GivenToParts } from './given-to-parts.ts'
import { isLooking } from './looks.ts'
import { never, type Running } from './process.ts'
import type { Waits } from './waits.ts'

/** What all runs know of the methods of stores, by name. `handles` return a client, so no change affects them; `promising` return promises. */
export interface Known {
  readonly handles: Set<string>
  readonly promising: Set<string>
}

interface User {
  readonly stage: Pick<GivenToParts, 'clock' | 'log' | 'plan'> & { readonly known: Known; readonly waits: Waits }
  readonly running: Running | undefined
}

/** The error with which a call fails, or a promise that never settles. */
type Strike = Error | Promise<never> | undefined

export function wrapStore<Client extends object>(client: Client, user: User, path = ''): Client {
  return new Proxy(client, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function' || typeof key === 'symbol') return value
      return wrapMethod(value as Method, key, target, path, user)
    },
  })
}

type Method = (...given: unknown[]) => unknown

/** `path` leads from the store to this client: `transaction.` for a client that the method `transaction` gives; empty for the store. */
function wrapMethod(method: Method, key: string, target: object, path: string, user: User): Method {
  const { stage, running } = user
  const { known, waits } = stage
  const name = `${path}${key}`
  // A method that returns its own client, for chaining, is a call like any other.
  const hand = (value: unknown) => (value === target ? wrapStore(target, user, path) : handed(value, name, user))
  const end = (value: unknown, nth: number, given: unknown[], isLate: boolean) => {
    const after = struckAfter(user, nth, name, given, value === target ? undefined : value)
    if (after instanceof Error) throw after
    return (isLate && after) || hand(value)
  }
  // The stack frame below this function is the partner's.
  const call = (...given: unknown[]): unknown => {
    const wrapped = given.map((each) => callback(each, name, user))
    const act = (): unknown => Reflect.apply(method, target, wrapped)
    if (known.handles.has(name)) return hand(act())
    if (running?.isEnded && !isLooking()) return never()
    const nth = addPoint(user, name, given, call)
    const before = struckBefore(user, nth)
    if (isPromise(before)) return before
    if (before && known.promising.has(name)) return Promise.reject(before)
    if (before) throw before
    const result = act()
    if (!isPromise(result)) return end(result, nth, given, false)
    known.promising.add(name)
    const over = nth === 0 ? () => {} : waits.begin(`store.${name}`)
    result.then(over, over)
    running?.ended.then(over)
    return stage.clock.activity.during(result, running?.ended).then((value: unknown) => end(value, nth, given, true))
  }
  return call
}

/** Returns the number of the point; 0 for a call of a look (looks.ts). */
function addPoint({ stage, running }: User, name: string, given: readonly unknown[], entry: Method): number {
  if (isLooking()) return 0
  const label = labelOf(name, given)
  const { line, path } = callSiteOf(entry)
  // A call is identified by the text of its query or, if it has none, by its line in the code.
  const from = label === name && line
  const nth = stage.log.add('store', label, { isOfProcess: running !== undefined, path, ...(from && { from }) })
  stage.log.note(given)
  stage.clock.activity.note()
  return nth
}

function struckBefore({ stage: { plan }, running }: User, nth: number): Strike {
  if (plan.strike('crashBeforeStore', nth)) return running?.end() ?? never()
  return plan.strike('storeFails', nth) ? failure('The store has failed, and done nothing') : undefined
}

function struckAfter({ stage: { plan, log }, running }: User, nth: number, ...call: readonly unknown[]): Strike {
  if (nth === 0) return undefined
  log.noteCall('store', nth, call)
  if (running?.isEnded) return never()
  if (plan.strike('crashAfterStore', nth)) return running?.end() ?? never()
  return plan.strike('storeAnswerLost', nth) ? failure('The store has done it, and its answer was lost') : undefined
}

const failure = (fact: string) => new Error(`${fact}: a change of this run`)

/** How many characters of a query identify it. */
const IDENTIFYING = 40

function labelOf(method: string, [first]: readonly unknown[]): string {
  const statement = typeof first === 'string' && /\s/.test(first) ? first.trim().replace(/\s+/g, ' ') : ''
  if (statement === '') return method
  return `${method}(${statement.length > IDENTIFYING ? `${statement.slice(0, IDENTIFYING)}…` : statement})`
}

/** Wraps a function that the store calls with a client of its own, such as a transaction. */
function callback(given: unknown, name: string, user: User): unknown {
  if (typeof given !== 'function') return given
  const wrapped = (each: unknown) =>
    isClient(each) || isLiteralClient(each) ? wrapStore(each, user, `${name}.`) : each
  return (...clients: unknown[]): unknown => given(...clients.map(wrapped))
}

function handed(value: unknown, name: string, user: User): unknown {
  if (!isClient(value)) return value
  user.stage.known.handles.add(name)
  return wrapStore(value, user, `${name}.`)
}

/** True if a value is an instance of a class that is not built into the language. */
function isClient(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: object | null = Object.getPrototypeOf(value)
  if (prototype === null || prototype === Object.prototype) return false
  const maker = (prototype as { constructor?: unknown }).constructor
  return (
    typeof maker !== 'function' ||
    !/\[native code\]/.test(Function.prototype.toString.call(maker)) ||
    // Node's own clients of SQLite are clients, though they are built in.
    ['StatementSync', 'DatabaseSync'].includes(maker.name)
  )
}

/** True for an object literal with methods: as an argument of a callback it is a client, such as a transaction; as a result, it is data. */
const isLiteralClient = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value)) &&
  Object.values(value).some((each) => typeof each === 'function')
