/** `bankTest` for any runner whose test takes a name and a function, with the forms of that test, such as `only` and `each`. */
import type { Bank } from '../../bank/bank.ts'
import type { Entry } from '../../bank/shell/host/stack.ts'
import { UsageError } from '../../core/errors.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import type { TestIdentity } from '../story/test-identity.ts'
import { addedSetting, type BankTestOptions } from './bank-options.ts'
import { RunWithoutFixtures } from './run-without-fixtures.ts'

/** The first argument of a test's function. */
export interface BankTestContext {
  readonly bank: Bank
}

/** The function of a test. It is given the bank of the test, and then the arguments of the runner or the values of its case. */
export type BankTestRun<Given extends unknown[] = unknown[]> = (context: BankTestContext, ...given: Given) => unknown

/** Declares one test. Further arguments, such as a timeout, go to the runner. */
export interface BankTestCall<Given extends unknown[] = unknown[]> {
  (name: string, run: BankTestRun<Given>, ...rest: unknown[]): void
  (name: string, options: BankTestOptions, run: BankTestRun<Given>, ...rest: unknown[]): void
}

export type RunnerCall = (name: string, run: (...given: unknown[]) => Promise<void>, ...rest: never[]) => unknown

/** What differs between the kits. A kit is the part of vostro for one test runner. */
interface Kit {
  readonly defaults: BankTestOptions
  /** The identity of the running test, from the arguments that the runner gave to its function. */
  identify(name: string, given: readonly unknown[]): TestIdentity
  /** The run, if it began before the runner's hooks. Without this function, a run begins with the test's function. */
  begun?(): RunWithoutFixtures | undefined
  /** Calls `declare`, which adds a test to the runner. So a kit can find out which test was added. */
  declare?(declare: () => unknown, options: BankTestOptions, isExpectedToFail: boolean): void
  /** For a runner whose tests are where they are declared: its test, called from the place where `entry` was called. */
  placed?(test: RunnerCall, entry: Entry): RunnerCall | undefined
}

function bankCall(kit: Kit, findTest: () => RunnerCall, isExpectedToFail: boolean): BankTestCall {
  return function bankTest(name: string, ...given: unknown[]) {
    const options = optionsFrom(kit.defaults, typeof given[0] === 'function' ? {} : (given.shift() as BankTestOptions))
    const [run, ...rest] = given as [BankTestRun, ...never[]]
    if (typeof run !== 'function') {
      throw new UsageError(
        `Failed to declare the test "${name}": it has no function. Write bankTest(name, ({ bank }) => …), or bankTest(name, options, ({ bank }) => …).`,
      )
    }
    const body = async (...values: unknown[]) => {
      const own = kit.begun?.() ?? new RunWithoutFixtures(options, kit.identify(name, values), isExpectedToFail)
      const stop = tellOfTimeout(own, values[0])
      await own.play(() => run({ bank: own.bank }, ...values)).finally(stop)
    }
    const test = kit.placed?.(findTest(), bankTest) ?? findTest()
    const declare = () => test(name, body, ...rest)
    if (kit.declare) kit.declare(declare, options, isExpectedToFail)
    else declare()
  }
}

function optionsFrom(defaults: BankTestOptions, own: BankTestOptions): BankTestOptions {
  const fields = keysOf(own).map((name) => [name, addedSetting(defaults[name], own[name])])
  return { ...defaults, ...Object.fromEntries(fields) }
}

interface NodeTestContext {
  readonly signal?: AbortSignal
  diagnostic?(text: string): void
}

/** Adds the story when node:test fails a slow test. It takes text only at that moment, so no trace is written: this would take longer. */
function tellOfTimeout(test: RunWithoutFixtures, given: unknown): () => void {
  const context = (typeof given === 'object' ? given : undefined) as NodeTestContext | null | undefined
  if (!context?.signal || typeof context.diagnostic !== 'function') return () => {}
  const tell = () => {
    context.diagnostic?.(test.storyOfTimeout())
    test.close()
  }
  context.signal.addEventListener('abort', tell, { once: true })
  return () => context.signal?.removeEventListener('abort', tell)
}

/** Declares one test for each case of a table; the values of the case come after the bank. */
export interface BankTestEach {
  <Case extends readonly unknown[]>(cases: readonly Case[]): BankTestCall<[...Case]>
  <Case>(cases: readonly Case[]): BankTestCall<[Case]>
  (table: TemplateStringsArray, ...values: unknown[]): BankTestCall<[Record<string, unknown>]>
}

type Form = 'only' | 'skip' | 'failing' | 'concurrent' | 'ignore'
const forms: readonly string[] = ['only', 'skip', 'failing', 'concurrent', 'ignore'] satisfies Form[]

/** `bankTest` of a runner, with the forms that its test has. */
export type BankTestOf<Test> = BankTestCall & {
  readonly [Each in Form & keyof Test]: BankTestOf<Test[Each]>
} & ('each' extends keyof Test ? { readonly each: BankTestEach } : unknown) &
  ('todo' extends keyof Test ? { readonly todo: (name: string, ...rest: unknown[]) => void } : unknown)

/** A `bankTest` whose forms are made only when they are read, because a runner may make its own forms only then. */
export function bankTestOf(kit: Kit, findTest: () => unknown, isExpectedToFail = false): BankTestCall {
  const call = bankCall(kit, findTest as () => RunnerCall, isExpectedToFail)
  return new Proxy(call, {
    get: (target, form, receiver) => {
      if (Reflect.has(target, form)) return Reflect.get(target, form, receiver)
      const own = Reflect.get(findTest() as object, form) as unknown
      if (typeof own !== 'function') return undefined
      const findForm = () => Reflect.get(findTest() as object, form) as unknown
      if (forms.includes(String(form))) return bankTestOf(kit, findForm, isExpectedToFail || form === 'failing')
      if (form === 'todo') return todoOf(kit, findForm as () => RunnerCall)
      if (form === 'each') return eachOf(kit, findForm as () => RunnerEach, findTest() as object, isExpectedToFail)
      return undefined
    },
  })
}

type RunnerEach = (...cases: unknown[]) => RunnerCall

function eachOf(kit: Kit, findTest: () => RunnerEach, test: object, isExpectedToFail: boolean) {
  // The values of a case are never a context of the runner, even if their fields look like one.
  const ofCases: Kit = { ...kit, identify: (name) => kit.identify(name, []) }
  return (...cases: unknown[]): BankTestCall =>
    bankCall(ofCases, () => Reflect.apply(findTest(), test, cases), isExpectedToFail)
}

/** A `todo`. It has no function or, in node:test, a function that may fail. */
function todoOf(kit: Kit, findTest: () => RunnerCall) {
  return (name: string, ...given: unknown[]): void => {
    if (given.some((one) => typeof one === 'function')) {
      Reflect.apply(bankCall(kit, findTest, true), undefined, [name, ...given])
    } else Reflect.apply(findTest(), undefined, [name, ...given])
  }
}
