/**
 * A question finds out how a service behaves where our bank acts on an assumption of the same id. An `asked` one is answered by a series of
 * calls, a `read` one by exchanges that were made anyway. The catalogue says of which assumptions no question is asked.
 */
import type { AssumptionId, AssumptionValues, assumptions } from '../../core/assumptions/catalogue.ts'
import type { Service } from '../service/service.ts'
import type { Exchanges, SeenExchange } from './exchanges.ts'

/**
 * How far a calibration may go. `read` changes nothing. `create` also makes records; it removes them, or reports those that remain.
 * `money` also requests wires, which move no money if the service takes service messages.
 */
export type Scope = 'read' | 'create' | 'money'
export const scopes = ['read', 'create', 'money'] as const satisfies readonly Scope[]

export type Verdict<Value = unknown> =
  /** The service behaves as our bank does with this value. */
  | { readonly verdict: 'is'; readonly value: Value; readonly seen: string; readonly at?: readonly SeenExchange[] }
  /** `differs`: our bank behaves so with no value of the assumption. `unknown`: nothing shows it, for the reason in `seen`. */
  | { readonly verdict: 'differs' | 'unknown'; readonly seen: string; readonly at?: readonly SeenExchange[] }

export type VerdictOn<Id extends AssumptionId> = Verdict<AssumptionValues[Id]> | undefined

export const is = <const Value>(value: Value, seen: string): Verdict<Value> => ({ verdict: 'is', value, seen })
/** @param at - the exchanges that show the difference; by default all exchanges that were judged */
export const differs = (seen: string, at?: readonly SeenExchange[]): Verdict<never> =>
  at === undefined ? { verdict: 'differs', seen } : { verdict: 'differs', seen, at }
export const unknown = (why: string): Verdict<never> => ({ verdict: 'unknown', seen: why })

export interface Manner {
  /** What the question does, as a verb with its object: `places two restrictions with one key`. */
  readonly how: string
  /** The scope that the question needs; by default `read`. */
  readonly scope?: Scope
  /** Whether it needs the account number; by default unless its scope is `read`. */
  readonly needsAccount?: boolean
}

/** A series of calls that answers a question, or whose exchanges do. If it throws `Inconclusive`, the question is unknown. */
export interface Series extends Manner {
  run(service: Service): Promise<Verdict | undefined>
}

export interface Asked {
  readonly kind: 'asked'
  readonly series: Series
}
export interface Read<Id extends AssumptionId = AssumptionId> {
  readonly kind: 'read'
  /** The condition under which the question gets a verdict. */
  readonly when: string
  /** The calls that make the exchanges to read; absent if other calls make them. */
  readonly after?: Series
  /** The exchanges to judge. If there are none, the question has no verdict. */
  from(exchanges: Exchanges): readonly SeenExchange[]
  judge(exchanges: readonly SeenExchange[]): VerdictOn<Id>
}
export type Question<Id extends AssumptionId = AssumptionId> = Asked | Read<Id>

/** The assumptions about which a question is asked: those for which the catalogue does not say how else to find out. */
export type AskedId = {
  [Id in AssumptionId]: (typeof assumptions)[Id] extends { readonly findOut: string } ? never : Id
}[AssumptionId]

export type Questions = { readonly [Id in AskedId]: Question<Id> }

/** `all-questions.ts` puts the parts together. */
export type Part = Partial<Questions>

/** A question with calls of its own. */
export const ask = <Id extends AssumptionId>({
  of,
  ...manner
}: Manner & { of: (service: Service) => Promise<VerdictOn<Id>> }): Asked => ({
  kind: 'asked',
  series: { ...manner, run: of },
})

export const read = <Id extends AssumptionId>(question: Omit<Read<Id>, 'kind'>): Read<Id> => ({
  kind: 'read',
  ...question,
})

/** Calls without a verdict: their exchanges answer other questions. */
export const making = ({ make, ...manner }: Manner & { make(service: Service): Promise<unknown> }): Series => ({
  ...manner,
  run: (service) => make(service).then(() => undefined),
})
