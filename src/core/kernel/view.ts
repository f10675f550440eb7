/**
 * Views: a long list that makes each item when it is first read, and only once. To a test it is an array: `Array.isArray`, indexes,
 * slices, iteration, equality, printing and JSON work as with a plain array of the same items, and so does writing. A short list is made
 * at once, and is a plain array.
 */

/** Up to this length a plain array costs as little, and works with `structuredClone` and `postMessage`. */
const SHORT = 100

/** More items than any list has: an array that once had this length reserves no memory for missing items. */
const SPARSE = 50_000_000

/** The symbol by which Node prints a value. Node prints the array behind a proxy without asking the proxy. */
const PRINTED: symbol = Symbol.for('nodejs.util.inspect.custom')

/** A list of `size` items; `make` makes the item at an index. */
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

/** The printed part of a list; for the rest only the length is right. */
function printable<Item>(view: readonly Item[], { maxArrayLength }: PrintOptions): Item[] {
  const shown = view.slice(0, maxArrayLength ?? view.length)
  shown.length = view.length
  return shown
}

/** Answers from the array behind the view, after making the items that are read. */
class Reader<Item> implements ProxyHandler<Item[]> {
  /** Whether every item is made. From then on the array answers alone. */
  private isWhole = false

  constructor(private readonly make: (index: number) => Item) {}

  // The printing symbol is hidden from callers: Node finds it, as it looks behind the proxy. It is removed once every item is made.

  get(made: Item[], key: string | symbol): unknown {
    if (this.isOurs(key)) return undefined
    this.read(made, key)
    return Reflect.get(made, key)
  }

  has(made: Item[], key: string | symbol): boolean {
    return !this.isOurs(key) && (this.isMissing(made, key) || Reflect.has(made, key))
  }

  getOwnPropertyDescriptor(made: Item[], key: string | symbol): PropertyDescriptor | undefined {
    if (this.isOurs(key)) return undefined
    this.read(made, key)
    return Reflect.getOwnPropertyDescriptor(made, key)
  }

  ownKeys(made: Item[]): (string | symbol)[] {
    this.readAll(made)
    return Reflect.ownKeys(made)
  }

  // A change needs the whole list first, so that a removed item is not made again.

  defineProperty(made: Item[], key: string | symbol, property: PropertyDescriptor): boolean {
    if (key === 'length' || key === PRINTED || indexOf(key) !== undefined) this.readAll(made)
    return Reflect.defineProperty(made, key, property)
  }

  deleteProperty(made: Item[], key: string | symbol): boolean {
    this.readAll(made)
    return Reflect.deleteProperty(made, key)
  }

  preventExtensions(made: Item[]): boolean {
    this.readAll(made)
    return Reflect.preventExtensions(made)
  }

  private read(made: Item[], key: string | symbol): void {
    if (this.isMissing(made, key)) made[Number(key)] = this.make(Number(key))
  }

  private readAll(made: Item[]): void {
    if (this.isWhole) return
    for (let index = 0; index < made.length; index++) if (!(index in made)) made[index] = this.make(index)
    Reflect.deleteProperty(made, PRINTED)
    this.isWhole = true
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

/** The index that a key names; undefined where the key is no index. */
function indexOf(key: string | symbol): number | undefined {
  return typeof key === 'string' && /^(?:0|[1-9]\d*)$/.test(key) ? Number(key) : undefined
}
