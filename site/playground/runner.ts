/** A test runner in a page: it takes the tests of a story in order, and each has its bank, as with any other runner. */
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

/** The `test` of vitest, as far as a story takes it. */
export const plainTest = (name: string, run: () => unknown): void => void declared.push({ name, run })

/** The fixtures of `vostro/vitest` that set a test up. */
interface Fixtures {
  readonly bankOptions?: BankTestOptions
  readonly bankTime?: BankTestOptions['time']
  readonly looseEnds?: BankTestOptions['looseEnds']
}

type Act = (context: BankTestContext) => unknown

/** The `test` of `vostro/vitest`: each with a fresh bank, which the page shows. */
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

/** Runs what a story does by itself, and then its tests, and gives what became of each. */
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
