/**
 * A question to a service: how an assumption of the catalogue is observed. Each entry of the catalogue has one, under its own id. A question
 * returns its verdict, and names the questions whose answers it needs.
 */
import type { EndpointName } from '../../contract/endpoints.ts'
import type { AssumptionId, AssumptionValues } from '../../core/assumptions/catalogue.ts'
import { namesOf } from '../../core/kernel/names.ts'
import { contractProblems } from '../recordings/contract-check.ts'
import { type Fields, fieldOf } from '../service/fields.ts'
import type { Service } from '../service/service.ts'
import type { Exchanges, SeenExchange } from './exchanges.ts'

/** How far a calibration may go, each scope with those before it: `read` changes nothing; `create` makes records that it removes or names; `money` pays wires and moves money between accounts. */
export type Scope = 'read' | 'create' | 'money'
export const scopes = ['read', 'create', 'money'] as const satisfies readonly Scope[]

/** The verdict on an assumption. */
export type Verdict<Value = unknown> =
  /** The service does what our bank does with this value. */
  | { readonly verdict: 'is'; readonly value: Value; readonly seen: string; readonly at?: readonly SeenExchange[] }
  /** A verdict: the service does as our bank with a value, or as our bank with no value, or nothing shows it; with the reason. */
  | { readonly verdict: 'agrees' | 'differs' | 'unknown'; readonly seen: string; readonly at?: readonly SeenExchange[] }

export type VerdictOn<Id extends AssumptionId> = Verdict<AssumptionValues[Id]> | undefined
export type Verdicts<Id extends AssumptionId = AssumptionId> = { readonly [Each in Id]?: VerdictOn<Each> }

export const is = <const Value>(value: Value, seen: string): Verdict<Value> => ({ verdict: 'is', value, seen })
export const agrees = (seen: string): Verdict<never> => ({ verdict: 'agrees', seen })
/** @param at - the exchanges that show it, where not all of them do */
export const differs = (seen: string, at?: readonly SeenExchange[]): Verdict<never> =>
  at === undefined ? { verdict: 'differs', seen } : { verdict: 'differs', seen, at }
export const unknown = (why: string): Verdict<never> => ({ verdict: 'unknown', seen: why })
/** Agrees where our bank does the same; differs where it does so with no value. */
export const agreesIf = (isSo: boolean, seen: string): Verdict<never> => (isSo ? agrees(seen) : differs(seen))

/** A verdict on what fields show: where one of them is absent, they show nothing. */
export function shownBy<Value>(fields: Fields, judge: () => Verdict<Value>): Verdict<Value> {
  const absent = Object.keys(fields).filter((name) => (fields[name] ?? null) === null)
  return absent.length === 0 ? judge() : unknown(`no answer has ${absent.join(', ')}`)
}

/** Agrees where there are no problems; else differs, with the words of each. */
export function agreesBut(seen: string, problems: Readonly<Record<string, boolean>>): Verdict<never> {
  const found = Object.keys(problems).filter((words) => problems[words])
  return found.length > 0 ? differs(found.join('; ')) : agrees(seen)
}
/** The one value that was shown everywhere: unknown where there are several, or one is missing. */
export function oneValue<Value>(noun: string, shown: readonly unknown[]): Verdict<Value> {
  const [value, ...others] = new Set(shown)
  const seen = `${noun} is ${[value, ...others].map((each) => JSON.stringify(each)).join(' or ')}`
  return others.length > 0 || value === undefined || value === null ? unknown(seen) : is(value as Value, seen)
}
/** The one value that all bodies have in a field. */
export const valueIn = <Value>(exchanges: readonly SeenExchange[], field: string): Verdict<Value> =>
  oneValue(
    field,
    exchanges.map(({ body }) => fieldOf(body, field)),
  )

/** How questions are asked. */
export interface Manner {
  /** In a sentence, what is done. */
  readonly how: string
  /** By default `read`. */
  readonly scope?: Scope
  /** The condition on which it can be observed; left out where it always can. */
  readonly when?: string
}

type Asking<Id extends AssumptionId> = (service: Service) => Promise<VerdictOn<Id>>

/** Several questions that are asked together: a story that tells its verdicts one by one. Where it is inconclusive, the rest are unknown. */
export interface Story extends Manner {
  /** @param ids - the questions that were chosen */
  tell(service: Service, ids: readonly AssumptionId[]): AsyncGenerator<Verdicts>
}

interface Telling<Id extends AssumptionId> extends Manner {
  /** The condition on which it can answer each of its questions. */
  readonly tells: { readonly [Each in Id]: string }
  tell(service: Service): AsyncGenerator<Verdicts<Id>>
}

export interface Told {
  readonly kind: 'told'
  readonly stories: readonly Story[]
  readonly when: string
}
/** A question that is read off exchanges, those of a recording too. */
export interface Read<Id extends AssumptionId = AssumptionId> {
  readonly kind: 'read'
  /** In a sentence, what is read; left out where `when` says it. */
  readonly how?: string
  readonly when: string
  /** The stories that make such exchanges. */
  readonly after: readonly Story[]
  /** The exchanges that it looks at; where there are none it has no verdict. */
  from(exchanges: Exchanges): readonly SeenExchange[]
  judge(exchanges: readonly SeenExchange[]): VerdictOn<Id>
}
/** What no client can see from outside. */
export interface Hidden {
  readonly kind: 'hidden'
  readonly why: string
}

export type Question<Id extends AssumptionId = AssumptionId> = Told | Read<Id> | Hidden

/** A question for each entry of the catalogue. */
export type Questions = { readonly [Id in AssumptionId]: Question<Id> }

/** Some of the questions: together they are complete, by the table. */
export type Part = Partial<Questions>

/** One question that is asked by itself. */
export function ask<Id extends AssumptionId>({ of, ...manner }: Manner & { of: Asking<Id> }): Question<Id> {
  const tell: Story['tell'] = async function* (service, [id]) {
    yield { [id as Id]: await of(service) }
  }
  return { kind: 'told', stories: [{ ...manner, tell }], when: manner.when ?? '' }
}
export const read = <Id extends AssumptionId>(
  question: Omit<Read<Id>, 'kind' | 'after'> & { readonly after?: readonly Story[] },
): Read<Id> => ({ kind: 'read', after: [], ...question })
export const hidden = (why: string): Hidden => ({ kind: 'hidden', why })

/** The questions that a story answers. */
export function story<Id extends AssumptionId>({ tells, ...whole }: Telling<Id>): { readonly [Each in Id]: Told } {
  const all = namesOf(tells).map((id) => [id, { kind: 'told', stories: [whole], when: tells[id] }])
  return Object.fromEntries(all) as never
}

/** A question that two stories answer: the second one where the first cannot. */
export const either = (first: Told, second: Told): Told => ({
  kind: 'told',
  stories: [...first.stories, ...second.stories],
  when: `${first.when}; or: ${second.when}`,
})

/** A story that answers nothing itself: it makes exchanges from which others are read. */
export const making = ({ make, ...manner }: Manner & { make(service: Service): Promise<unknown> }): Story => ({
  ...manner,
  // biome-ignore lint/correctness/useYield: it has no verdicts
  async *tell(service) {
    await make(service)
  },
})

/** Whether records have the fields that the contract has: the schema is the question. */
export const fits = <Id extends AssumptionId>(noun: string, ...calls: readonly EndpointName[]): Question<Id> =>
  read({
    how: `holds each ${noun} against the contract`,
    when: `a ${noun} was made, read or listed`,
    from: (exchanges) => exchanges.done(...calls).filter(({ records }) => records.length > 0),
    judge: (exchanges) => {
      const problems = exchanges.flatMap((exchange) => contractProblems(exchange, { urls: exchange.urls }))
      const missing = problems.flatMap(({ problem, path }) =>
        problem === 'missing field' ? path.split('.').slice(-1) : [],
      )
      const names = [...new Set(missing)].join(', ')
      return agreesIf(names === '', names === '' ? `each ${noun} has its fields` : `not each ${noun} has ${names}`)
    },
  })
