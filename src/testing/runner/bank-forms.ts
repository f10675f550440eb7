/** The forms of `bankTest`: each that the runner's test has, `only`, `skip` and `each` say, with a bank. */
import { type BankTestCall, bankCall, type Kit, type RunnerCall } from './bank-test.ts'

/** Declares one test for each case of a table; the values of the case come after the bank. */
export interface BankTestEach {
  <Case extends readonly unknown[]>(cases: readonly Case[]): BankTestCall<[...Case]>
  <Case>(cases: readonly Case[]): BankTestCall<[Case]>
  (table: TemplateStringsArray, ...values: unknown[]): BankTestCall<[Record<string, unknown>]>
}

/** Where a runner's test has one of these, so does its `bankTest`. */
type Form = 'only' | 'skip' | 'failing' | 'concurrent' | 'ignore'
const forms: readonly string[] = ['only', 'skip', 'failing', 'concurrent', 'ignore'] satisfies Form[]

/** `bankTest` of a runner, with the forms that its test has. */
export type BankTestOf<Test> = BankTestCall & {
  readonly [Each in Form & keyof Test]: BankTestOf<Test[Each]>
} & ('each' extends keyof Test ? { readonly each: BankTestEach } : unknown) &
  ('todo' extends keyof Test ? { readonly todo: (name: string, ...rest: unknown[]) => void } : unknown)

/** A call whose forms are made when they are asked for: a runner may make its own then. */
export function bankTestOf(kit: Kit, find: () => unknown, isExpectedToFail = false): BankTestCall {
  const call = bankCall(kit, find as () => RunnerCall, isExpectedToFail)
  return new Proxy(call, {
    get: (target, form, receiver) => {
      if (Reflect.has(target, form)) return Reflect.get(target, form, receiver)
      const own = Reflect.get(find() as object, form) as unknown
      if (typeof own !== 'function') return undefined
      const findForm = () => Reflect.get(find() as object, form) as unknown
      if (forms.includes(String(form))) return bankTestOf(kit, findForm, isExpectedToFail || form === 'failing')
      if (form === 'todo') return todoOf(kit, findForm as () => RunnerCall)
      if (form === 'each') return eachOf(kit, findForm as () => Each, find() as object, isExpectedToFail)
      return undefined
    },
  })
}

type Each = (...cases: unknown[]) => RunnerCall

function eachOf(kit: Kit, find: () => Each, test: object, isExpectedToFail: boolean) {
  // The values of a case are no context of the runner, whatever their names.
  const ofCases: Kit = { ...kit, identify: (name) => kit.identify(name, []) }
  return (...cases: unknown[]): BankTestCall =>
    bankCall(ofCases, () => Reflect.apply(find(), test, cases), isExpectedToFail)
}

/** What is to be done has no function yet, or one that may fail. */
function todoOf(kit: Kit, find: () => RunnerCall) {
  return (name: string, ...given: unknown[]): void => {
    if (given.some((one) => typeof one === 'function')) {
      Reflect.apply(bankCall(kit, find, true), undefined, [name, ...given])
    } else Reflect.apply(find(), undefined, [name, ...given])
  }
}
