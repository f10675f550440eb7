/** The choices for the parameters of a call: accounts of the trace, and records that the control API lists. */
import { short } from '../parts.tsx'
import type { View } from '../view.ts'
import type { Call, Control } from './control.ts'
import type { Choice } from './fields.tsx'

type Choices = Readonly<Record<string, readonly Choice[]>>

export async function choicesFor(call: Call, calls: readonly Call[], control: Control, view: View): Promise<Choices> {
  const accounts = view.bank.accounts.map(({ number, title }) => ({ value: number, label: `${number} ${title}` }))
  const known: Choices = { accountNumber: accounts, subAccountNumber: accounts }
  const path = call.operationId === 'restoreSnapshot' ? '/snapshots/{id}' : call.path
  const [, name = ''] = /\{(\w+)\}/.exec(path) ?? []
  return name in known || name === '' ? known : { ...known, [name]: await listed(name, path, calls, control) }
}

/** Returns the records in the list at the parent path. For an `eventId`, also returns the events. */
async function listed(
  name: string,
  path: string,
  calls: readonly Call[],
  control: Control,
): Promise<readonly Choice[]> {
  const above = [path.slice(0, path.indexOf(`/{${name}}`)), ...(name === 'eventId' ? ['/events'] : [])]
  const lists = calls.filter((each) => each.method === 'GET' && above.includes(each.path))
  const answers = await Promise.all(lists.map((each) => control.ask(each)))
  return unique(answers.flatMap(({ isDone, value }) => (isDone ? choicesIn(value, name).reverse() : [])))
}

const unique = (all: readonly Choice[]) => [...new Map(all.map((each) => [each.value, each])).values()]

/** Finds the records with an id, at any depth. A push that has an outcome is no choice; for a waiting push, the id is that of its event. */
function choicesIn(value: unknown, name: string): Choice[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((each) => choicesIn(each, name))
  const { id, outcome, ...record } = value as Readonly<Record<string, unknown>>
  if (outcome !== undefined) return []
  const own = record[name] ?? id
  if (typeof own !== 'string') return Object.values(record).flatMap((each) => choicesIn(each, name))
  const said = record['eventName'] ?? record['name'] ?? record['fault'] ?? record['title'] ?? record['now'] ?? ''
  return [{ value: own, label: `${short(own)} ${said}` }]
}
