/** One request, one change, accepted or refused: the questions that change a request which the service accepts. */
import type { AssumptionId, AssumptionValues } from '../../core/assumptions/catalogue.ts'
import { refusalText } from '../recordings/refusal-text.ts'
import type { Fields } from '../service/fields.ts'
import { Inconclusive } from '../service/inconclusive.ts'
import type { Service } from '../service/service.ts'
import type { Answer } from '../service/traffic.ts'
import { isAccepted } from './asking.ts'
import { agrees, ask, differs, is, type Question, type Scope, unknown, type Verdict } from './question.ts'

/** A request that the service accepts, and how it is sent. */
export interface Base {
  readonly noun: string
  readonly scope: Scope
  readonly when: string
  /** A new request. Each has a mark of its own. */
  good(service: Service): Fields | Promise<Fields>
  send(service: Service, body: Fields): Promise<Answer>
}

/** Fields that are replaced; undefined leaves a field out. */
type Change = Fields | ((service: Service, good: Fields) => Fields)

/** Changes of a request, each under its description. Of several alternatives, one must be accepted. */
export type Changes = Readonly<Record<string, Change | readonly Change[]>>
type Given = Changes | ((service: Service) => Changes | Promise<Changes>)

interface Row<Value> {
  readonly base: Base
  /** What the question does, if the changes do not say it. */
  readonly how?: string
  /** If one of these is refused, another check is the cause, and the verdict is unknown. */
  readonly known?: Given
  /** Changes with which the request must still be accepted. */
  readonly right?: Given
  /** Changes on which the verdict depends. */
  readonly wrong?: Given
  /** The value if all wrong requests are accepted; without it no value of ours does that. */
  readonly accepted?: Value
  /** The value if all wrong requests are refused; without it our default does that. */
  readonly refused?: Value
}

export const variants = <Id extends AssumptionId>(row: Row<AssumptionValues[Id]>): Question<Id> => {
  const { noun, scope, when } = row.base
  return ask<Id>({
    how: row.how ?? `requests ${noun} ${namesIn(row)}`,
    scope,
    when,
    of: (service) => judged(service, row),
  })
}

const namesIn = ({ known, right, wrong }: Row<unknown>) =>
  [known, right, wrong]
    .flatMap((given) => (typeof given === 'object' ? Object.keys(given) : []))
    .map((name) => (name.startsWith('without ') ? name : `with ${name}`))
    .join(', and ')

async function judged<Value>(service: Service, row: Row<Value>): Promise<Verdict<Value>> {
  const { base, known = {}, right = {}, wrong = {} } = row
  const usual = await base.send(service, await base.good(service))
  if (!isAccepted(usual, base.noun)) {
    throw new Inconclusive(`${base.noun} without a change was refused: ${refusalText(usual)}`)
  }
  const all = async (given: Given) =>
    await tried(service, base, typeof given === 'function' ? await given(service) : given)
  const other = await all(known)
  if (other.refused.length > 0) return unknown(quoted(other.refused))
  const [passing, failing] = [await all(right), await all(wrong)]
  if (passing.refused.length > 0) return differs(quoted(passing.refused))
  const isRefused = failing.accepted.length === 0
  if (failing.refused.length + failing.accepted.length === 0) return agrees(passing.text)
  if (isRefused) return row.refused === undefined ? agrees(failing.text) : is(row.refused, failing.text)
  const areAll = failing.refused.length === 0 && row.accepted !== undefined
  if (areAll) return is(row.accepted as Value, failing.text)
  const taken = failing.accepted.length > 0 ? [`accepted: ${failing.accepted.join(', ')}`] : []
  return differs([...taken, ...(failing.refused.length > 0 ? [quoted(failing.refused)] : [])].join('; '))
}

interface Refused {
  readonly name: string
  readonly because: string
}

/** Sends a request with each of the changes. */
async function tried(service: Service, base: Base, changes: Changes) {
  const [accepted, refused]: [string[], Refused[]] = [[], []]
  for (const [name, given] of Object.entries(changes)) {
    let answer: Answer | undefined
    for (const change of [given].flat()) {
      const good = await base.good(service)
      const body = { ...good, ...(typeof change === 'function' ? change(service, good) : change) }
      answer = await base.send(service, body)
      if (answer.isDone) break
    }
    if (answer === undefined) continue
    if (answer.isDone) accepted.push(name)
    else refused.push({ name, because: refusedWith(answer, `${base.noun} with ${name}`) })
  }
  const text = [
    ...(accepted.length > 0 ? [`accepted: ${accepted.join(', ')}`] : []),
    ...(refused.length > 0 ? [`refused: ${refused.map(({ name }) => name).join(', ')}`] : []),
  ]
  return { accepted, refused, text: text.join('; ') }
}

/** The words of a refusal. As the request without the change was accepted, the change is its cause, whatever its status. */
function refusedWith(answer: Answer, what: string): string {
  const { status } = answer
  if (status < 400 || status >= 500 || status === 408 || status === 429) {
    throw new Inconclusive(`${what} was answered ${status}`)
  }
  return refusalText(answer)
}

const quoted = (refused: readonly Refused[]) =>
  `refused: ${refused.map(({ name, because }) => `${name} (${because})`).join(', ')}`
