/** The types of the comparison: the differences as they are found, and what the calls so far have shown. */

import type { EndpointName } from '../../../contract/endpoints.ts'
import type { Source } from '../../../core/assumptions/catalogue.ts'
import type { Call } from '../../recordings/exchange.ts'
import { isUuid } from '../../recordings/vocabulary.ts'

/**
 * The part that differs. For a call: `call` if only one side made it; `sent` if the requests differ; or else the part of the answer. For
 * the scenario itself: `returned` (its result) or `error`.
 */
export type Place = 'call' | 'sent' | 'status' | 'headers' | 'body' | 'returned' | 'error'

/** Stands for a missing field. */
export const ABSENT = Symbol('absent')

/** The values of both sides at one place. */
export interface Found {
  readonly path: readonly string[]
  readonly ours: unknown
  readonly theirs: unknown
  /** Texts to show instead of values that mean nothing by themselves: `<id 1>`, `after createdAt`. */
  readonly words?: { readonly ours: string; readonly theirs: string } | undefined
  /** Our record with this field. */
  readonly record?: Readonly<Record<string, unknown>> | undefined
  /** The section that the difference breaks, if it is not the section of the field. */
  readonly section?: Source | undefined
}

export interface FoundInCall extends Found {
  readonly place: Place
}

export interface FirstDifference extends FoundInCall {
  /** The name of the call, such as `createWire #2`. No two of our calls have the same name. */
  readonly call: string
  readonly endpoint: EndpointName | null
  readonly calls: { readonly ours: Call | undefined; readonly theirs: Call | undefined }
  /** Whether the other side did an earlier call of this endpoint with the same fields. */
  readonly isDoneBefore?: boolean
}

export class Memory {
  /** The texts that each side has sent. */
  readonly sent = { ours: new Set<string>(), theirs: new Set<string>() }
  /** Pairs of different texts with the same meaning: free texts that were sent in the same place, and values that services make up. */
  readonly echoes = new Set<string>()
  /** The accounts that the scenario has opened. */
  readonly opened = new Set<string>()
  /** Endpoints whose lists have more records from before the scenario on one side than on the other. */
  readonly inPart = new Set<string>()
  /** The fields and values of the other side that have another form than ours, and are reported already. */
  readonly misshapen = new Set<string>()
  /** The first seen balances of accounts that the scenario did not open. */
  readonly balances = new Map<string, readonly [ours: number, theirs: number]>()

  constructor(readonly pairs: Pairs) {}
}

const WITHIN = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<!\d)(?:\d{10}|\d{12})(?!\d)/gi

export type SideName = 'ours' | 'theirs'

/**
 * Each side makes up its own ids, so two ids become a pair when they first stand in the same place. From then on it is a difference if one
 * of them stands where the other does not.
 */
export class Pairs {
  readonly #labels: { readonly [Side in SideName]: Map<string, string> } = { ours: new Map(), theirs: new Map() }
  readonly #counts = new Map<string, number>()
  readonly #addresses: { readonly [Side in SideName]: readonly string[] }

  constructor(addresses: { readonly [Side in SideName]: readonly string[] }) {
    const longestFirst = (texts: readonly string[]) => [...texts].sort((one, other) => other.length - one.length)
    this.#addresses = { ours: longestFirst(addresses.ours), theirs: longestFirst(addresses.theirs) }
  }

  /** The label of a paired value, such as `<id 1>`; undefined if the value is not paired yet. */
  labelOf(side: SideName, value: unknown): string | undefined {
    return typeof value === 'string' ? this.#labels[side].get(keyOf(value)) : undefined
  }

  know(label: string, ours: string, theirs: string): void {
    this.#labels.ours.set(keyOf(ours), label)
    this.#labels.theirs.set(keyOf(theirs), label)
  }

  /** Whether two values are a pair. Two new values become a pair. */
  pair(kind: string, ours: string, theirs: string): boolean {
    if (!this.couldPair(ours, theirs)) return false
    if (this.labelOf('ours', ours) === undefined) this.know(this.#newLabel(kind), ours, theirs)
    return true
  }

  couldPair(ours: string, theirs: string): boolean {
    return this.labelOf('ours', ours) === this.labelOf('theirs', theirs)
  }

  /** Whether two texts are the same apart from paired ids, account numbers and addresses. New ids in the texts become pairs. */
  areAlike(ours: string, theirs: string): boolean {
    if (this.named('ours', ours) !== this.named('theirs', theirs)) return false
    const others = this.#newIds('theirs', theirs)
    return this.#newIds('ours', ours).every((id, index) => this.pair('id', id, others[index] as string))
  }

  /** Like `areAlike`, but pairs nothing: a new id is only equal to itself. */
  areKnownAlike(ours: string, theirs: string): boolean {
    return this.named('ours', ours, (id) => id) === this.named('theirs', theirs, (id) => id)
  }

  /** Replaces the ids, account numbers and addresses in a text by labels. Digits count as an account number only if they are paired. */
  named(side: SideName, text: string, nameOfNew = (_: string) => '<id>'): string {
    return this.#withoutAddresses(side, text).replace(WITHIN, (token) => {
      return this.labelOf(side, token) ?? (isUuid(token) ? nameOfNew(token) : token)
    })
  }

  isKnown(side: SideName, text: string): boolean {
    return this.#newIds(side, text).length === 0
  }

  #newIds(side: SideName, text: string): string[] {
    const tokens = this.#withoutAddresses(side, text).match(WITHIN) ?? []
    return tokens.filter((token) => isUuid(token) && this.labelOf(side, token) === undefined)
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
