/** Computes the state after a step from the changes of all steps up to it. */
import type { Balance, BankTrace, DueAt, PaymentNow, PushNow, Step } from '../trace-data.ts'

export interface StateNow {
  /** Keyed by the index of the account. */
  readonly balances: ReadonlyMap<number, Balance>
  /** Keyed by the index of the payment. */
  readonly payments: ReadonlyMap<number, PaymentNow>
  /** Keyed by instant. */
  readonly agenda: ReadonlyMap<string, DueAt['due']>
  /** Keyed by delivery. */
  readonly pushes: ReadonlyMap<number, NonNullable<PushNow['push']>>
}

type Changing = { [Part in keyof StateNow]: Map<unknown, unknown> }

const copyOf = (state?: Changing): Changing => ({
  balances: new Map(state?.balances),
  payments: new Map(state?.payments),
  agenda: new Map(state?.agenda),
  pushes: new Map(state?.pushes),
})

/** The distance, in steps, between kept states. Any other state is computed from the last state that was kept before it. */
const APART = 64

export function statesOf(steps: readonly Step[]): (step: number) => StateNow {
  const kept: Changing[] = []
  const state = copyOf()
  for (const [index, step] of steps.entries()) {
    if (index % APART === 0) kept.push(copyOf(state))
    apply(state, step)
  }
  return (number) => {
    const found = copyOf(kept[Math.floor(number / APART)])
    for (let index = number - (number % APART); index <= number; index++) {
      const step = steps[index]
      if (step) apply(found, step)
    }
    return found as unknown as StateNow
  }
}

function apply(state: Changing, { state: { balances, payments, agenda, pushes } }: Step): void {
  for (const balance of balances ?? []) state.balances.set(balance.account, balance)
  for (const payment of payments ?? []) state.payments.set(payment.payment, payment)
  for (const { at, due } of agenda ?? []) put(state.agenda, at, due.length > 0 ? due : null)
  for (const { delivery, push } of pushes ?? []) put(state.pushes, delivery, push)
}

function put(map: Map<unknown, unknown>, key: unknown, value: unknown): void {
  if (value === null) map.delete(key)
  else map.set(key, value)
}

/** Returns the balance of an account after each step. It is null before the account exists. */
export function balancesOf({ steps }: BankTrace, account: number): (Balance | null)[] {
  let last: Balance | null = null
  return steps.map(({ state }) => {
    last = state.balances?.find((balance) => balance.account === account) ?? last
    return last
  })
}
