/** A test runner for a page. It runs the tests of a story in order; each test has its bank, as with any other runner. */
import { type BankTestContext, type BankTestOptions, bankTestWith } from 'vostro/test'
import { failureText } from './failure-text.ts'
import { printedByTest } from './printed.ts'
import { scenesOfTest, showBank } from './scenes.ts'
import type { ToldTest } from './told.ts'

interface Declared {
  readonly name: string
  run(): unknown
}

let declared: Declared[] = []

/** The part of vitest's `test` that a story may use. */
export const plainTest = (name: string, run: () => unknown): void => void declared.push({ name, run })

/** The option fixtures of `vostro/vitest` that a story may use. */
interface Fixtures {
  readonly bankOptions?: BankTestOptions
  readonly bankTime?: BankTestOptions['time']
  readonly looseEnds?: BankTestOptions['looseEnds']
}

type Act = (context: BankTestContext) => unknown

/** The `test` of `vostro/vitest`: each test has a fresh bank, which the page shows. */
export function bankTest({ bankOptions, bankTime, looseEnds }: Fixtures = {}) {
  const options = { ...bankOptions, ...(bankTime && { time: bankTime }), ...(looseEnds && { looseEnds }) }
  const declare = bankTestWith(plainTest as (name: string, run: () => Promise<void>) => void, options)
  const test = (name: string, act: Act) =>
    declare(name, (context) => {
      showBank(context.bank)
      return act(context)
    })
  return Object.assign(test, {
    extend: (more: Fixtures) => bankTest({ bankOptions, bankTime, looseEnds, ...more } as Fixtures),
  })
}

/** Runs the top level of a story and then its tests, and yields the result of each. The top level has a result only if it did something. */
export async function* played(story: () => Promise<void>): AsyncGenerator<ToldTest> {
  declared = []
  const body = await playedTest({ name: 'The story', run: story })
  if (body.failure !== undefined || body.printed !== '' || body.scenes.length > 0) yield body
  for (const test of declared) yield await playedTest(test)
}

async function playedTest({ name, run }: Declared): Promise<ToldTest> {
  let failure: string | undefined
  try {
    await run()
  } catch (error) {
    failure = failureText(error)
  }
  const printed = printedByTest()
  return { name, printed, failure, scenes: await scenesOfTest(name, failure) }
}
