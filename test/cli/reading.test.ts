/** `vostro openapi`, help and mistakes: what is done without a port. (§3) */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { serve } from '../../src/cli/commands/serve.ts'
import { commands } from '../../src/cli/commands.ts'
import { helpOf, overview } from '../../src/cli/help.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { runVostro } from '../support/vostro-process.ts'

it('writes the contract as a document of OpenAPI [§4]', async () => {
  const { code, stdout } = await runVostro(['openapi', '--only=specified', '--base-url=https://bank.test/api'])

  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    openapi: '3.1.0',
    servers: expect.arrayContaining([expect.objectContaining({ url: 'https://bank.test/api' })]),
  })
})

it('prints the help of each command, and names the nearest command or flag for a mistyped one [§4]', async () => {
  const [overview, help, version, unknown, missing] = await Promise.all([
    runVostro(['--help']),
    runVostro(['judge', '--help']),
    runVostro(['--version']),
    runVostro(['serv']),
    runVostro(['judge']),
  ])

  expect(overview.stdout).toContain('judge SCENARIO')
  expect(overview.stdout).toMatch(/Examples:\n(?: {2}vostro .*\n){3}/)
  expect(overview.stdout).not.toContain('--control-token')
  expect(help.stdout).toContain('--budget=TIME')
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(unknown).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('serv: unknown command; did you mean "serve"?'),
  })
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('SCENARIO: is missing') })
})

it.each(commands)('fits the help of $name into 80 columns [§4]', (command) => {
  const lines = [...overview().split('\n'), ...helpOf(command).split('\n')]

  expect(lines.filter((line) => line.length > 80)).toEqual([])
})

it.each([
  [30, 60],
  [100, 100],
  [250, 100],
])('wraps the help in a terminal of %i columns at column %i [§4]', (columns, atMost) => {
  const longest = Math.max(
    ...helpOf(serve, columns)
      .split('\n')
      .map(({ length }) => length),
  )

  expect(longest).toBeGreaterThan(atMost - 12)
  expect(longest).toBeLessThanOrEqual(atMost)
})

it('exits with 1 if its output file cannot be written [§3]', async () => {
  const stdoutFile = join(temporaryFolder(), 'openapi.json')

  const { code, stderr } = await runVostro(['openapi'], { stdoutFile, mostKilobytes: 8 })

  expect(code).toBe(1)
  expect(stderr).toContain('EFBIG')
})

it('refuses an invalid time before it judges [§4]', async () => {
  const { code, stderr } = await runVostro(['judge', 'scenario.mjs', '--budget=abc'])

  expect(code).toBe(2)
  expect(stderr).toContain('--budget: must be seconds, minutes or hours, such as "30s" or "5m", and is')
})
