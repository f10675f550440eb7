/** Breaches inside the bank: an operation is performed in a changed world, and afterwards the change is undone. */

import type { MasterAccountState, RestrictionState, SubledgerState } from '../../core/accounts/state.ts'
import type { AssumptionOverrides } from '../../core/assumptions/catalogue.ts'
import { valuesWith } from '../../core/assumptions/notes.ts'
import { Table } from '../../core/kernel/table.ts'
import type { Transition } from '../../core/perform-on.ts'
import { isRejection, type Rejection } from '../../core/rejection.ts'
import type { World } from '../../core/world.ts'
import type { Breach } from './mutant.ts'

/** One change of a world, and how it is undone. */
interface Otherwise {
  readonly hide: (world: World) => World
  /** @param usual - the world after the operation without the change */
  readonly putBack: (after: World, before: World, hidden: World, usual: World) => World
}

/** Matches the names of operations that may post wires. These include operations of the clock, which post the wires that are due. */
export const ofWires = /^(wires|desk|clock)\./
export const ofTransactions = /^transactions\./
export const ofPayments = /^(wires|desk|clock|transactions)\./

function inWorld({ hide, putBack }: Otherwise, operations: RegExp): Breach {
  return (broken) => ({
    operation(call, next) {
      const { operation, world } = call
      const hidden = operations.test(operation) ? hide(world) : world
      if (hidden === world) return next(call)
      const done = next({ ...call, world: hidden })
      const usual = next(call)
      if (traceOf(done) !== traceOf(usual)) broken()
      if (isRejection(done)) return done
      return { ...done, world: putBack(done.world, world, hidden, isRejection(usual) ? world : usual.world) }
    },
  })
}

/** What is compared of two runs of an operation. The text of a token depends on all settings, so it is left out. */
function traceOf(done: Transition<unknown> | Rejection): string {
  const shown = isRejection(done) ? done : [done.output, done.happenings, done.world.schedule]
  return JSON.stringify(shown, (name, value) => (name === 'access_token' ? undefined : value))
}

/** Performs a repeated request again. The first request is performed and remembered as usual, so only a repeat shows the mutant. */
export const doneAgain = (operations: RegExp, given: AssumptionOverrides): Breach =>
  assuming(given, operations, (after, { access: { idempotency, idempotencyKeys } }) => ({
    ...after,
    access: { ...after.access, idempotency, idempotencyKeys },
  }))

/** Gives assumptions other values, except those whose value the test has set. */
export function assuming(
  given: AssumptionOverrides,
  operations = /./,
  kept: (after: World, usual: World) => World = (after) => after,
): Breach {
  const made = new WeakMap<AssumptionOverrides, AssumptionOverrides>()
  return inWorld(
    {
      hide: (world) => {
        const { assume } = world.settings
        const others = made.get(assume) ?? { ...given, ...assume }
        made.set(assume, others)
        const [values, usual] = [valuesWith(others), valuesWith(assume)]
        const isSame = Object.keys(given).every((id) => values[id as never] === usual[id as never])
        return isSame ? world : { ...world, settings: { ...world.settings, assume: others } }
      },
      putBack: (after, { settings }, _, usual) => ({ ...kept(after, usual), settings }),
    },
    operations,
  )
}

/** Lets operations see changed restrictions. None of these operations changes a restriction itself. */
export const restrictionsSeen = (
  as: (each: RestrictionState) => Partial<RestrictionState>,
  operations: RegExp,
): Breach => tablesSeen<RestrictionState>(['restrictions'], as, (after, before = after) => before, operations)

/** A threshold that no amount reaches, so that the restriction matches nothing. */
export const unseen = (): Partial<RestrictionState> => ({ amountThreshold: Number.POSITIVE_INFINITY })

type Account = Pick<MasterAccountState & SubledgerState, 'status' | 'current' | 'reserved' | 'held'>

/** Lets operations see changed accounts. What an operation adds or takes is applied to the true amounts. */
export const accountsSeen = (as: (each: Account) => Partial<Account>, operations: RegExp): Breach =>
  tablesSeen<Account>(['masters', 'subledgers'], as, putBack, operations)

/** Returns the true account after an operation that saw a changed one. An account that the operation opened stays as it is. */
function putBack(after: Account, before?: Account, hidden?: Account): Account {
  if (!before || !hidden) return after
  const money = (name: 'current' | 'reserved' | 'held') => before[name] + (after[name] - hidden[name])
  const status = after.status === hidden.status ? before.status : after.status
  return { ...after, status, current: money('current'), reserved: money('reserved'), held: money('held') }
}

/** Lets operations see changed records of some tables. `back` undoes the change of a record. */
function tablesSeen<State>(
  names: readonly ('masters' | 'subledgers' | 'restrictions')[],
  as: (each: State) => Partial<State>,
  back: (after: State, before?: State, hidden?: State) => State,
  operations: RegExp,
): Breach {
  const tableOf = ({ accounts }: World, name: (typeof names)[number]) => accounts[name] as unknown as Table<State>
  const mapped = (world: World, change: (each: State, slot: number, name: (typeof names)[number]) => State): World => {
    const tables = names.map((name) => {
      const table = tableOf(world, name)
      const records = [...table].map((each, index) => change(each, table.first + index, name))
      return [name, Table.from(records, table.first)]
    })
    return { ...world, accounts: { ...world.accounts, ...Object.fromEntries(tables) } }
  }
  return inWorld(
    {
      hide: (world) => {
        const isEmpty = names.every((name) => tableOf(world, name).size === 0)
        return isEmpty ? world : mapped(world, (each) => ({ ...each, ...as(each) }))
      },
      putBack: (after, before, hidden) =>
        mapped(after, (each, slot, name) =>
          back(each, tableOf(before, name).get(slot), tableOf(hidden, name).get(slot)),
        ),
    },
    operations,
  )
}
