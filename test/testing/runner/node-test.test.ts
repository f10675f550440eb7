/** What node:test prints of a failed `bankTest`. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const code = `import test from 'node:test'
import { bankTestWith } from 'vostro/test'
const bankTest = bankTestWith(test, { trace: { when: 'off' } })

bankTest('fails', () => {
  throw new Error('no such thing')
})
  bankTest.only('fails, too', { seed: 7 }, () => {
    throw new Error('no such thing')
  })
test('is of node alone', () => {
  throw new Error('no such thing')
})
`

it('names the line of the test file at which a test of node:test failed [§1]', async () => {
  const file = join(temporaryFolder(), 'pay.test.mjs')
  const from = new URL('../../../src/testing/runner/index.ts', import.meta.url)
  writeFileSync(file, code.replace('vostro/test', from.href))

  const tests = spawn(process.execPath, ['--import', 'tsx', '--test-reporter=spec', file])
  const output = await text(tests.stdout)

  expect([...output.matchAll(/^test at .*pay\.test\.mjs:(\d+:\d+)/gm)].map(([, place]) => place)).toEqual([
    '5:1',
    '8:12',
    '11:1',
  ])
})
