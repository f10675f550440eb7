/** A row of the page of what can be validated, and the forms of its proofs. */
import type { AssumptionId } from 'vostro'

/** What a row rests on: a test of this repository by its title, a row of a page with figures, or an assumption. */
export type Proof =
  | { readonly test: string; readonly title: string }
  | { readonly figure: 'speed' | 'corpus'; readonly row: string }
  | { readonly assumption: AssumptionId }

export interface ValidationRow {
  /** The question of a partner. */
  readonly question: string
  /** What a test against this bank can say about it. */
  readonly answer: string
  readonly proofs: readonly Proof[]
}

export const test = (path: string, title: string): Proof => ({ test: `test/${path}.test.ts`, title })
export const speed = (row: string): Proof => ({ figure: 'speed', row })
export const corpus = (row: string): Proof => ({ figure: 'corpus', row })
export const assume = (...ids: readonly AssumptionId[]): Proof[] => ids.map((assumption) => ({ assumption }))
