import { expect, it } from 'vitest'
import * as vostro from 'vostro'
import { testTextOf } from '../../../../src/bank/reports/trace/page/as-test.ts'
import type { BankTrace } from '../../../../src/bank/reports/trace/trace-data.ts'
import { runSnippet } from '../../../docs/run-snippet.ts'
import { dataIn } from './data-in.ts'
import { eventfulBank } from './story.ts'

it('writes a test that runs without changes and reaches the same world [§3]', async () => {
  const bank = await eventfulBank({ isStruck: true })
  const trace = dataIn(await bank.trace({ title: 'pays "once" </script>' })).banks[0] as BankTrace
  const banks: vostro.Bank[] = []
  const replay: typeof vostro.replay = (...given) => {
    const replayed = vostro.replay(...given)
    banks.push(replayed)
    return replayed
  }

  await runSnippet(testTextOf(trace), { files: { vostro: { ...vostro, replay } } })

  expect(banks).toHaveLength(1)
  expect(banks[0]?.world).toEqual(bank.world)
})
