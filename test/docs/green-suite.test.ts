/** The guide to what a green suite means: its two suites run, and its tables and figures are what comes of them. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { coverageOf } from 'vostro/test'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { isThorough } from '../support/thorough.ts'
import { runVostro } from '../support/vostro-process.ts'
import { exampleNamed, root } from './doc-files.ts'
import { covered, guidePath, judged, withRuns } from './doc-green-suite.ts'

const page = readFileSync(root + guidePath, 'utf8')
const stale = 'The page is not what the suites say. Run `npm run build` and `npm run docs -- --suites`.'

/** What the lines meet that stand in the second suite, each on a line of its own, just as the tool prints it. */
const code = (exampleNamed('supplier-payments/bank-behaviour.test.ts') ?? '').split('\n').map((line) => line.trim())
const pasted = coverageOf(createBank()).unmet.filter(({ line }) => code.includes(line))

it('has fifteen pasted lines, which meet what the first suite never met [§7]', async () => {
  const { first, both, blocks, table } = await covered(runVostro, temporaryFolder())
  const meeting = pasted.filter(({ axis, name }) => !(name in first[axis]) && name in both[axis])

  expect(new Set(meeting.map(({ line }) => line)).size).toBe(15)
  expect(withRuns(page, blocks, [table]), stale).toBe(page)
})

// Half a hundred runs of the suites.
if (isThorough)
  it('leaves no survivor [§1]', {
    timeout: 7_200_000,
  }, async () => {
    const { first, both, code, blocks, table } = await judged(runVostro, temporaryFolder())
    const survivors = [first, both].map((told) => told.filter(({ verdict }) => verdict === 'survived').length)

    expect(code).toBe(0)
    expect(survivors[0]).toBeGreaterThan(0)
    expect(survivors[1]).toBe(0)
    expect(withRuns(page, [undefined, undefined, ...blocks], [table]), stale).toBe(page)
  })
