/**
 * Packing: plain data as a list in which each value stands once. A trace says the same things again and again: addresses, headers,
 * fields, parties. A list begins with 0, a record with the place of its names plus one; what follows are places of values.
 * The page unpacks it (page/unpack.ts).
 */

/** Data as it is written: names of records, and values that come after those that they are made of. */
export interface Packed {
  readonly names: readonly (readonly string[])[]
  readonly values: readonly unknown[]
}

export function packed(data: unknown): Packed {
  const packer = new Packer()
  packer.place(data)
  return { names: packer.names, values: packer.values }
}

class Packer {
  readonly names: string[][] = []
  readonly values: unknown[] = []
  readonly #places = new Map<unknown, number>()
  readonly #shapes = new Map<string, number>()

  /** The place of a value; its parts come before it. */
  place(value: unknown): number {
    if (typeof value !== 'object' || value === null) return this.#add(value, value ?? null)
    const node = Array.isArray(value) ? this.#list(value) : this.#record(value)
    // A text that begins so is no value of ours: it cannot be taken for a node.
    return this.#add(`\u0000${node.join()}`, node)
  }

  #list(items: readonly unknown[]): number[] {
    return [0, ...items.map((item) => this.place(item))]
  }

  #record(record: object): number[] {
    const fields = Object.entries(record).filter(([, value]) => value !== undefined)
    return [this.#shape(fields.map(([name]) => name)) + 1, ...fields.map(([, value]) => this.place(value))]
  }

  #shape(names: string[]): number {
    const key = JSON.stringify(names)
    const known = this.#shapes.get(key)
    if (known !== undefined) return known
    this.#shapes.set(key, this.names.length)
    return this.names.push(names) - 1
  }

  #add(key: unknown, value: unknown): number {
    const known = this.#places.get(key)
    if (known !== undefined) return known
    this.#places.set(key, this.values.length)
    return this.values.push(value) - 1
  }
}
