/** The service that the guide to `explore` mends: what the page shows of each stage is what comes of it. */
import { expect, it } from 'vitest'
import { type Exploration, explore, type Failure, type Scenario } from 'vostro/explore'
import { exampleNamed, pages, snippetsIn } from '../docs/doc-files.ts'
import { runSnippet } from '../docs/run-snippet.ts'
import { blocksOf, type Files, runFiles, stagesOf } from '../support/stages.ts'
import { isThorough, thoroughly } from '../support/thorough.ts'

const folder = 'supplier-payments'
const page = pages().find(({ path }) => path === 'docs/guides/explore.md')?.text ?? ''
const stages = stagesOf(page, folder)
const reports = blocksOf(page, 'text').map((text) => text.trim())
const gate = exampleNamed(`${folder}/explore.test.ts`) ?? ''
const last = stages.at(-1) as Files
/** The run that the page repeats by its name. */
const pair = /only: '(.*)'/.exec(page)?.[1]

const scenarioOf = async (files: Files | undefined) =>
  (await runFiles(files ?? {}, 'scenario.ts')) as { readonly scenario: Scenario }

/** What the gate says of a stage; nothing where it passes. */
async function complaintOf(files: Files | undefined): Promise<string> {
  const error = await runFiles({ ...files, 'explore.test.ts': gate }, 'explore.test.ts').then(
    () => new Error(''),
    (reason: unknown) => reason as Error,
  )
  return error.message.split('\n\nThe timeline of ')[0] ?? ''
}

/** The one failure of a report, without the counts before it. */
const failureIn = (report: string) => report.split('\n1 failure\n')[1]

it('has a stage before each of the four diffs, and one after the last [§6]', () => {
  expect(stages).toHaveLength(5)
  expect(reports).toHaveLength(4)
})

it.each(thoroughly([0, 1, 2], [0]))('fails in stage %i of the service as the page shows [§6]', async (stage) => {
  const complaint = await complaintOf(stages[stage])

  // The first report stands there with its counts.
  expect(stage === 0 ? complaint : failureIn(complaint)).toBe(reports[stage])
})

it('repeats the first failure from the line that the report ends with [§6]', async () => {
  const only = /only: "(.*)"/.exec(reports[0] ?? '')?.[1] ?? ''

  const { text } = await explore((await scenarioOf(stages[0])).scenario, { only })

  expect(failureIn(text)).toBe(failureIn(reports[0] ?? ''))
})

it('pays once despite a lost answer if the client repeats the key [§2.3]', async () => {
  const { failures } = await explore((await scenarioOf(stages[0])).scenario, { only: 'lostAnswer@3' })

  expect(failures).toEqual([])
})

it('loses a payment if the process ends between taking it out and sending it [§6]', async () => {
  const { failures } = await explore((await scenarioOf(stages[1])).scenario, { only: 'crashAfterStore@store2' })

  expect(failures.map(({ message }) => message)).toEqual(['INVOICE 1 is sending for good.'])
})

it('finds nothing in the last stage, in a sample of all runs [§6]', async () => {
  const { failures } = await explore((await scenarioOf(last)).scenario, { depth: 1, maxRuns: 40 })

  expect(failures).toEqual([])
})

if (isThorough)
  it('passes the gate in the last stage [§6]', async () => {
    expect(await complaintOf(last)).toBe('')
  })

it('fails in a pair of changes, kept as a test that passes after the fix [§5]', async () => {
  const before = await scenarioOf(stages[3])
  const { text, failures }: Exploration = await explore(before.scenario, { only: pair })
  const scenario = `./${folder}/scenario.ts`
  const [failure] = failures as [Failure]
  const kept = failure.toTest({ scenario })

  expect(failureIn(text)).toBe(reports[3])
  expect(failure.timeline).toMatch(/POST \/webhooks\/v1\/registrations {2}401 .* … \d+ more like it\n/)
  expect(snippetsIn(page).at(-1)?.code).toBe(kept)
  await expect(runSnippet(kept, { files: { [scenario]: before } })).rejects.toThrow('to deeply equal []')
  await expect(runSnippet(kept, { files: { [scenario]: await scenarioOf(last) } })).resolves.toBeDefined()
})

it('shows diffs only on this page [§1]', () => {
  const others = pages().filter(({ text }) => text !== page && blocksOf(text, 'diff').length > 0)

  expect(others).toEqual([])
})
