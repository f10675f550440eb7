/**
 * Views: long lists that make each item only once, when the item is first read. To a test, a view is an array: `Array.isArray`, indexes,
 * slices, iteration, equality, printing, JSON and changes work as with a plain array of the same items.
 */

/** Up to this length, a list is a plain array, which costs as little as a view, and works with `structuredClone` and `postMessage`. */
const SHORT = 100

/** More items than any list has. An array that once had this length reserves no memory for missing items. */
const SPARSE = 50_000_000

/** The key under which Node looks for a function that prints a value. Node looks at the array behind the proxy, not at the proxy. */
const PRINTED: symbol = Symbol.for('nodejs.util.inspect.custom')

export function viewOf<Item>(size: number, make: (index: number) => Item): Item[] {
  if (size <= SHORT) return Array.from({ length: size }, (_, index) => make(index))
  const made: Item[] = []
  made.length = SPARSE
  made.length = size
  const view = new Proxy(made, new Reader(make))
  const print = (_: number, options: PrintOptions) => printable(view, options)
  Object.defineProperty(made, PRINTED, { value: print, configurable: true })
  return view
}

interface PrintOptions {
  readonly maxArrayLength?: number | null
}

/** Returns the part of a list that is printed; the rest is empty, but the length is right. */
function printable<Item>(view: readonly Item[], { maxArrayLength }: PrintOptions): Item[] {
  const shown = view.slice(0, maxArrayLength ?? view.length)
  shown.length = view.length
  return shown
}

/** The handler of the proxy: makes the items that are read, then answers from the array behind the proxy. */
class Reader<Item> implements ProxyHandler<Item[]> {
  /** True when every item is made. The array behind the proxy then gives every answer. */
  private isWhole = false

  constructor(private readonly make: (index: number) => Item) {}

  // The printing symbol is hidden from callers, but not from Node, which looks behind the proxy. It is removed once every item is made.

  get(made: Item[], key: string | symbol): unknown {
    if (this.isOurs(key)) return undefined
    if (this.isMissing(made, key)) made[Number(key)] = this.make(Number(key))
    return Reflect.get(made, key)
  }

  has(made: Item[], key: string | symbol): boolean {
    return !this.isOurs(key) && (this.isMissing(made, key) || Reflect.has(made, key))
  }

  // Any other access first makes all the items. Otherwise, an item that was removed could be made again.

  ownKeys = (made: Item[]) => Reflect.ownKeys(this.whole(made))
  getOwnPropertyDescriptor = (made: Item[], key: string | symbol) =>
    this.isOurs(key) ? undefined : Reflect.getOwnPropertyDescriptor(this.whole(made), key)
  defineProperty = (made: Item[], key: string | symbol, property: PropertyDescriptor) =>
    Reflect.defineProperty(this.whole(made), key, property)
  deleteProperty = (made: Item[], key: string | symbol) => Reflect.deleteProperty(this.whole(made), key)
  preventExtensions = (made: Item[]) => Reflect.preventExtensions(this.whole(made))

  private whole(made: Item[]): Item[] {
    if (this.isWhole) return made
    for (let index = 0; index < made.length; index++) if (!(index in made)) made[index] = this.make(index)
    Reflect.deleteProperty(made, PRINTED)
    this.isWhole = true
    return made
  }

  private isOurs(key: string | symbol): boolean {
    return key === PRINTED && !this.isWhole
  }

  private isMissing(made: Item[], key: string | symbol): boolean {
    if (this.isWhole) return false
    const index = indexOf(key)
    return index !== undefined && index < made.length && !(index in made)
  }
}

function indexOf(key: string | symbol): number | undefined {
  return typeof key === 'string' && /^(?:0|[1-9]\d*)$/.test(key) ? Number(key) : undefined
}
