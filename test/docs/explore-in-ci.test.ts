/** The recipe for CI: what its page shows is parsed, and its parts are explored and merged as machines would. */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { explore } from 'vostro/explore'
import { parse } from 'yaml'
import { calibrate } from '../../src/cli/commands/calibrate.ts'
import { helpOf } from '../../src/cli/help.ts'
import { blocksOf } from '../support/stages.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { fileNameOf, pages, snippetsIn } from './doc-files.ts'
import { runSnippet } from './run-snippet.ts'

const page = pages().find(({ path }) => path === 'docs/recipes/explore-in-ci.md')?.text ?? ''
const codeOf = (name: string) => snippetsIn(page).find(({ code }) => fileNameOf(code) === name)?.code ?? ''

it('has no piece of more than fifteen lines [§6]', () => {
  const pieces = ['ts', 'js', 'sh', 'yaml', 'json'].flatMap((language) => blocksOf(page, language))

  expect(pieces.filter((piece) => piece.trimEnd().split('\n').length > 15)).toEqual([])
})

it('merges what two machines have found [§6]', async () => {
  const folder = temporaryFolder()
  const { exported } = await runSnippet(codeOf('scenario.ts'))
  vi.stubEnv('EXPLORE_REPORTS', folder)

  for (const shard of ['1/2', '2/2']) {
    vi.stubEnv('VOSTRO_SHARD', shard)
    await runSnippet(codeOf('pairs.test.ts'), { files: { './scenario.ts': exported } })
  }
  const { printed } = await runSnippet(codeOf('merge-parts.ts'))
  vi.unstubAllEnvs()

  expect(readdirSync(folder).sort()).toEqual(['part-1-of-2.json', 'part-2-of-2.json'])
  expect(printed.trim()).toBe(blocksOf(page, 'text')[0]?.trim())
})

it('shows a memory that is read, with the finding that is accepted [§7]', async () => {
  const memory = join(temporaryFolder(), 'memory.json')
  writeFileSync(memory, blocksOf(page, 'json')[0] ?? '')

  const { text } = await explore(async ({ bank }) => void bank.tokens.issue(), { memory, today: '2026-12-31' })

  expect(text).toContain('new 0, ongoing 0, gone 0, come back 0, not tried 1')
  expect(text).toContain(
    'accepted until 2026-12-31 (the new client sends keys): POST /wires/v1/payments: oneIntentOneWire',
  )
})

it('gives each project of vitest a part of its own [§6]', async () => {
  const { exported } = await runSnippet(codeOf('vitest.pairs.config.ts'))
  const { test } = exported['default'] as { test: { projects: { test: { env: { VOSTRO_SHARD: string } } }[] } }

  expect(test.projects.map((project) => project.test.env.VOSTRO_SHARD)).toEqual(['1/4', '2/4', '3/4', '4/4'])
})

it('shows workflows that a parser reads as one, with as many machines as parts [§6]', () => {
  const [, pairs = '', report = ''] = blocksOf(page, 'yaml')
  const { jobs } = parse(pairs + report)

  expect(Object.keys(jobs)).toEqual(['pairs', 'report'])
  expect(jobs.pairs.env.VOSTRO_SHARD).toBe(`\${{ matrix.part }}/${jobs.pairs.strategy.matrix.part.length}`)
  expect(jobs.report.needs).toBe('pairs')
  expect(jobs.pairs.steps.at(-1).with.path).toBe(jobs.report.steps.at(-2).with.path)
})

it('shows a target of nx for each part [§6]', () => {
  const { targets } = JSON.parse(blocksOf(page, 'json')[1] ?? '')

  expect(Object.values(targets.pairs.configurations)).toEqual([
    { env: { VOSTRO_SHARD: '1/2' } },
    { env: { VOSTRO_SHARD: '2/2' } },
  ])
})

it('shows on other pages only the nightly run of a calibration, of flags that there are, and a service [§7]', () => {
  const others = pages().filter(
    ({ path, text }) => path.startsWith('docs/') && text !== page && blocksOf(text, 'yaml').length > 0,
  )
  const [{ jobs }, { services, env }] = others.map(({ text }) => parse(blocksOf(text, 'yaml')[0] ?? ''))
  const flags = [...jobs.sandbox.steps.at(-1).run.matchAll(/--[a-z-]+/g)].map(([flag]) => flag)

  expect(others.map(({ path }) => path)).toEqual(['docs/guides/calibrate.md', 'docs/recipes/languages.md'])
  expect(env.VOSTRO_CONTROL_TOKEN).toBe(services.vostro.env.VOSTRO_CONTROL_TOKEN)
  expect(flags.filter((flag) => !helpOf(calibrate).includes(flag))).toEqual([])
  expect(flags).toContain('--watch')
})
