/** The `expect` of vitest with the matchers for banks. It works without a test runner. */
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  ChaiStyleAssertions,
  chai,
  customMatchers,
  GLOBAL_EXPECT,
  getState,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect'
import { bankMatchers } from 'vostro/test'

type Expect = typeof chai.expect & { extend(matchers: object): void }

function createExpect(): Expect {
  for (const plugin of [JestExtend, JestChaiExpect, ChaiStyleAssertions, JestAsymmetricMatchers]) chai.use(plugin)
  const expect = ((value: unknown, message?: string) => chai.expect(value, message)) as Expect
  const globals = globalThis as unknown as Record<symbol, object>
  Object.assign(expect, chai.expect, globals[ASYMMETRIC_MATCHERS_OBJECT])
  const extend = chai.expect as unknown as { extend(of: object, matchers: object): void }
  expect.extend = (matchers) => extend.extend(expect, matchers)
  globals[GLOBAL_EXPECT] = expect
  setState({ ...getState(expect as never), assertionCalls: 0 }, expect as never)
  expect.extend(customMatchers)
  expect.extend(bankMatchers)
  return expect
}

export const expect = createExpect()
