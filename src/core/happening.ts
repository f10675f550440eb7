/**
 * Happenings: what an operation or an advance of the clock brought about, in order. A happening has plain facts, which name records by id
 * only. Each folder declares its happenings, and their sentences in the timeline, in happenings.ts; this file combines them.
 */
import { accessHappenings } from './access/happenings.ts'
import { accountHappenings } from './accounts/happenings.ts'
import type { RestsOn } from './assumptions/catalogue.ts'
import { faultHappenings } from './faults/happenings.ts'
import { visible } from './kernel/visible.ts'
import { ledgerHappenings } from './ledger/happenings.ts'
import { loanHappenings } from './loans/happenings.ts'
import type { Lane, Telling } from './telling.ts'
import { webhookHappenings } from './webhooks/happenings.ts'
import { wireHappenings } from './wires/happenings.ts'

// The type is written out because the compiler cannot emit a declaration for the inferred one.
type Happenings = typeof accessHappenings &
  typeof accountHappenings &
  typeof ledgerHappenings &
  typeof wireHappenings &
  typeof webhookHappenings &
  typeof faultHappenings &
  typeof loanHappenings

const happenings: Happenings = {
  ...accessHappenings,
  ...accountHappenings,
  ...ledgerHappenings,
  ...wireHappenings,
  ...webhookHappenings,
  ...faultHappenings,
  ...loanHappenings,
}

/** The facts of each kind of happening. Each kind is flattened to one object type, so that an editor shows its fields. */
export type HappeningFacts = {
  [What in keyof Happenings]: Happenings[What] extends Telling<infer Facts>
    ? { what: What } & Facts extends infer Whole
      ? { readonly [Name in keyof Whole]: Whole[Name] }
      : never
    : never
}[keyof Happenings]

/** One thing that happened, and the instant at which it happened (ISO 8601, in the bank's zone). */
export type Happening = { readonly at: string } & HappeningFacts

/** Returns copies that the caller may change. A fact is a plain value or a list of texts; the lists are copied, too. */
export function copiesOf(originals: readonly Happening[]): Happening[] {
  return originals.map((happening) => {
    const copy: Record<string, unknown> = { ...happening }
    for (const name of Object.keys(copy)) if (Array.isArray(copy[name])) copy[name] = [...copy[name]]
    return copy as unknown as Happening
  })
}

/** What a happening rests on, as its row declares it. */
export const restsOnOf = ({ what }: Happening): RestsOn<Happening> => (happenings[what] as Telling<Happening>).restsOn

export function tellingOf(happening: Happening): { lane: Lane; isRefusal: boolean; text: string } {
  const { lane, isRefusal, text } = happenings[happening.what] as Telling<Happening>
  return { lane, isRefusal, text: visible(text(happening)) }
}
