/**
 * Which value of one side stands for which of the other: an id that the service makes up is another one each time, and what counts is that
 * it stands for the same record everywhere. Two values are paired where they first stand in the same place; from then on each of them
 * stands for the other alone.
 */
import { isUuid } from '../../recordings/vocabulary.ts'

const WITHIN = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<!\d)(?:\d{10}|\d{12})(?!\d)/gi

export type SideName = 'ours' | 'theirs'

/** A text in parts: those that are the same on both sides, and between them ids, numbers and addresses. */
interface Parts {
  readonly words: readonly string[]
  readonly tokens: readonly string[]
}

export class Pairs {
  readonly #labels: { readonly [Side in SideName]: Map<string, string> } = { ours: new Map(), theirs: new Map() }
  readonly #counts = new Map<string, number>()
  readonly #addresses: { readonly [Side in SideName]: readonly string[] }

  constructor(addresses: { readonly [Side in SideName]: readonly string[] }) {
    const longestFirst = (texts: readonly string[]) => [...texts].sort((one, other) => other.length - one.length)
    this.#addresses = { ours: longestFirst(addresses.ours), theirs: longestFirst(addresses.theirs) }
  }

  /** The name of what a value stands for, such as `<id 1>`; undefined where it is not known. */
  labelOf(side: SideName, value: unknown): string | undefined {
    return typeof value === 'string' ? this.#labels[side].get(keyOf(value)) : undefined
  }

  /** Has two values stand for the same, under a name of their own. */
  know(label: string, ours: string, theirs: string): void {
    this.#labels.ours.set(keyOf(ours), label)
    this.#labels.theirs.set(keyOf(theirs), label)
  }

  /** Whether two values stand for the same. Two new values are a pair from now on. */
  pair(kind: string, ours: string, theirs: string): boolean {
    if (!this.couldPair(ours, theirs)) return false
    if (this.labelOf('ours', ours) === undefined) this.know(this.#newLabel(kind), ours, theirs)
    return true
  }

  couldPair(ours: string, theirs: string): boolean {
    return this.labelOf('ours', ours) === this.labelOf('theirs', theirs)
  }

  /** Whether two texts are the same but for the ids, account numbers and addresses within them. New ones are pairs from now on. */
  areAlike(ours: string, theirs: string): boolean {
    return this.#areAlike(ours, theirs, (own, other) => this.pair('id', own, other))
  }

  /** The same for certain: nothing in them is unknown. */
  areKnownAlike(ours: string, theirs: string): boolean {
    return this.#areAlike(
      ours,
      theirs,
      (own, other) => this.couldPair(own, other) && (own === other || this.labelOf('ours', own) !== undefined),
    )
  }

  #areAlike(ours: string, theirs: string, isSame: (own: string, other: string) => boolean): boolean {
    const [own, others] = [this.#partsOf('ours', ours), this.#partsOf('theirs', theirs)]
    if (own.words.length !== others.words.length || own.words.some((word, index) => word !== others.words[index]))
      return false
    return own.tokens.every((token, index) => isSame(token, others.tokens[index] as string))
  }

  /** A text with names in the place of what it has of ids, accounts and addresses. */
  named(side: SideName, text: string): string {
    return this.#withoutAddresses(side, text).replace(WITHIN, (token) => {
      return this.labelOf(side, token) ?? (isUuid(token) ? '<id>' : token)
    })
  }

  /** Whether all ids in a text are known. */
  isKnown(side: SideName, text: string): boolean {
    return this.#partsOf(side, text).tokens.every((token) => this.labelOf(side, token) !== undefined)
  }

  #partsOf(side: SideName, text: string): Parts {
    const words: string[] = []
    const tokens: string[] = []
    const rest = this.#withoutAddresses(side, text)
    let end = 0
    for (const { 0: token, index } of rest.matchAll(WITHIN)) {
      // Digits may be anything: an account number is one that was seen as such.
      if (!isUuid(token) && this.labelOf(side, token) === undefined) continue
      words.push(rest.slice(end, index))
      tokens.push(token)
      end = index + token.length
    }
    return { words: [...words, rest.slice(end)], tokens }
  }

  #withoutAddresses(side: SideName, text: string): string {
    return this.#addresses[side].reduce((rest, address) => rest.replaceAll(address, '<service>'), text)
  }

  #newLabel(kind: string): string {
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    return `<${kind} ${count}>`
  }
}

const keyOf = (value: string): string => (isUuid(value) ? value.toLowerCase() : value)
