/** One request, one change, accepted or refused: the questions that change a request which the service accepts. */
import type { AssumptionId, AssumptionValues } from '../../core/assumptions/catalogue.ts'
import { refusalText } from '../recordings/refusal-text.ts'
import type { Fields } from '../service/fields.ts'
import { Inconclusive } from '../service/inconclusive.ts'
import type { Service } from '../service/service.ts'
import { type Answer, isAccepted } from '../service/traffic.ts'
import { type Asked, ask, differs, is, type Scope, unknown, type Verdict } from './question.ts'

/** A request that the service accepts, and how it is sent. */
export interface Base {
  readonly noun: string
  readonly scope: Scope
  /** A new request. Each has a mark of its own. */
  good(service: Service): Fields | Promise<Fields>
  send(service: Service, body: Fields): Promise<Answer>
}

/** Fields that are replaced; undefined leaves a field out. */
type Change = Fields | ((service: Service, good: Fields) => Fields)

/** Changes of a request, each under its description. */
export type Changes = Readonly<Record<string, Change>>

interface VariantRow<Value> {
  readonly base: Base
  readonly how: string
  /** If one of these is refused, another check is the cause, and the verdict is unknown. */
  readonly known?: Changes
  /** Changes with which the request must still be accepted. */
  readonly right?: Changes | ((service: Service) => Changes)
  /** Changes on which the verdict depends. */
  readonly wrong: Changes
  /** The value if all wrong requests are accepted; without it no value of ours does that. */
  readonly accepted?: Value
  /** The value if all wrong requests are refused. */
  readonly refused: Value
}

export const variants = <Id extends AssumptionId>(row: VariantRow<AssumptionValues[Id]>): Asked =>
  ask<Id>({ how: row.how, scope: row.base.scope, of: (service) => judged(service, row) })

async function judged<Value>(service: Service, row: VariantRow<Value>): Promise<Verdict<Value>> {
  const { base, known = {}, right = {}, wrong } = row
  const other = await tried(service, base, known)
  if (other.refused.length > 0) return unknown(quoted(other))
  const passing = await tried(service, base, typeof right === 'function' ? right(service) : right)
  const failing = passing.refused.length > 0 ? passing : await tried(service, base, wrong)
  if (failing.refused.length > 0) {
    // A limit of the day, for example, refuses the request without a change, too. Before the others, this request would not show it.
    const usual = await base.send(service, await base.good(service))
    if (!isAccepted(usual, base.noun)) {
      throw new Inconclusive(`${base.noun} without a change was refused: ${refusalText(usual)}`)
    }
  }
  if (passing.refused.length > 0) return differs(quoted(passing))
  if (failing.accepted.length === 0) {
    return is(row.refused, `refused: ${failing.refused.map(({ name }) => name).join(', ')}`)
  }
  const seen = `accepted: ${failing.accepted.join(', ')}`
  if (failing.refused.length > 0) return differs(`${seen}; ${quoted(failing)}`)
  return row.accepted === undefined ? differs(seen) : is(row.accepted, seen)
}

interface Tried {
  readonly accepted: readonly string[]
  readonly refused: readonly { readonly name: string; readonly because: string }[]
}

/** Sends a request with each of the changes. */
async function tried(service: Service, base: Base, changes: Changes): Promise<Tried> {
  const [accepted, refused]: [string[], Tried['refused'][number][]] = [[], []]
  for (const [name, change] of Object.entries(changes)) {
    const good = await base.good(service)
    const answer = await base.send(service, {
      ...good,
      ...(typeof change === 'function' ? change(service, good) : change),
    })
    if (answer.isDone) accepted.push(name)
    else refused.push({ name, because: refusedWith(answer, `${base.noun} with ${name}`) })
  }
  return { accepted, refused }
}

/** The words of a refusal. As the request without the change is accepted, the change is its cause, whatever its status. */
function refusedWith(answer: Answer, what: string): string {
  const { status } = answer
  if (status < 400 || status >= 500 || status === 408 || status === 429) {
    throw new Inconclusive(`${what} was answered ${status}`)
  }
  return refusalText(answer)
}

const quoted = ({ refused }: Tried) =>
  `refused: ${refused.map(({ name, because }) => `${name} (${because})`).join(', ')}`
