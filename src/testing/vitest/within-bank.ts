/** Functions of a test, run within its bank: its own, those of its hooks, and its fixtures. */
import { within } from '../../bank/current/current-bank.ts'
import type { BankContext } from './failure.ts'

export type Callable = (this: unknown, ...given: unknown[]) => unknown

/** A function that runs within the bank of its test, where it is given the context of one; anything else stays as it is. */
export function runWithin(given: unknown): unknown {
  if (typeof given !== 'function') return given
  const run = given as Callable
  return named(function (this: unknown, ...values: unknown[]) {
    const context = values.find(hasBank)
    return context ? runIn(context, () => Reflect.apply(run, this, values)) : Reflect.apply(run, this, values)
  }, String(run))
}

/** Runs a part of a test. */
export const runIn = ({ bank }: BankContext, act: () => unknown): Promise<unknown> =>
  within(bank, async () => await act())

/** Whether this is the context of a test; vitest makes it as a function. */
function hasBank(value: unknown): value is BankContext {
  return (
    (typeof value === 'function' || typeof value === 'object') && value !== null && 'task' in value && 'bank' in value
  )
}

/** A function whose text is another: the one by which vitest finds the fixtures that it takes. */
export function named<Run extends object>(run: Run, text: string): Run {
  return Object.defineProperty(run, 'toString', { value: () => text })
}
