/** The output of a process is no connection: the clock goes on, wherever the output goes. */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

const code = `
import { test } from 'node:test'
import { bankTestWith } from 'vostro/test'
bankTestWith(test)('waits', { time: 'bank' }, async ({ bank }) => {
  process.stdout.write('before ')
  await new Promise((resolve) => setTimeout(resolve, 40_000))
  process.stderr.write(bank.clock.now)
})
`

it('advances after code has written to a piped output, and lets the process end [§3]', async () => {
  const tests = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code])
  const [output, errors] = await Promise.all([text(tests.stdout), text(tests.stderr)])

  expect(output).toContain('before ')
  expect(errors).toBe('2026-03-02T09:00:40.000-05:00')
})
