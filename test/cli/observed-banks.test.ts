/** What a process tells of its banks when they are over: what they met, and what stands against their callers. (§5, §7) */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import schema from '../../docs/reference/report.schema.json' with { type: 'json' }
import { clientOf, control } from '../support/served-client.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { serveVostro, type Told } from '../support/vostro-process.ts'

const linesOf = (path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

it('writes the coverage and the findings of each bank under the name of its test, when the bank closes and at the end [§7]', async () => {
  const folder = temporaryFolder()
  const [report, met] = [join(folder, 'report.jsonl'), join(folder, 'met')]
  const served = await serveVostro([], { environment: { VOSTRO_REPORT: report, VOSTRO_COVERAGE: met } })
  const opened = async (body: object) => (await control(served, 'POST', '/banks', body)) as Told & { id: string }
  const named = await opened({ name: 'test_rejects', masterAccount: { balance: 500 } })
  const other = await opened({})
  // A token for each call.
  for (let turn = 0; turn < 2; turn++) await (await clientOf(named)).pay()

  await control(named, 'DELETE', '')
  const [closed] = linesOf(report)
  served.process.kill('SIGTERM')
  await served.ended

  const isAsDescribed = new Ajv2020().compile(schema)
  const lines = linesOf(report)
  expect(lines.map((line) => isAsDescribed(line))).toEqual([true, true, true])
  const test = { file: 'vostro', name: 'test_rejects' }
  const code = 'token_requested_per_call'
  expect(closed).toMatchObject({ kind: 'bank', test, outcome: null, findings: [{ code }] })
  expect(lines.map((line) => line.test.name)).toEqual(['test_rejects', 'bank main', `bank ${other.id}`])
  const [file = ''] = readdirSync(met)
  expect(linesOf(join(met, file)).map((line) => line.test)).toContainEqual(test)
})

it('says once that its coverage cannot be written, and exits as usual [§7]', async () => {
  const served = await serveVostro([], { environment: { VOSTRO_COVERAGE: '/dev/null/met' } })
  const { controlUrl } = (await control(served, 'POST', '/banks', {})) as Told

  const closed = await fetch(controlUrl, { method: 'DELETE' })
  served.process.kill('SIGTERM')
  const { code, stderr } = await served.ended

  expect([closed.status, code]).toEqual([204, 0])
  expect(stderr.match(/^Failed .*$/gm)).toEqual([
    expect.stringMatching(/^Failed to write the coverage "\/dev\/null\/met\/\d+\.jsonl": .* Set VOSTRO_COVERAGE to/),
  ])
})
