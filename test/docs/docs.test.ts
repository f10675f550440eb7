/** The documentation holds what it promises: its code runs, its links lead somewhere, and what is generated is up to date. */
import { existsSync, readFileSync } from 'node:fs'
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript'
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { coverageOf } from 'vostro/test'
import { test } from 'vostro/vitest'
import { payInvoice } from '../../docs/examples/pay-invoice.ts'
import { type EndpointRow, servedPaths } from '../../src/contract/endpoint.ts'
import { sourceFiles } from '../rules/source-files.ts'
import {
  anchorsOf,
  exampleNamed,
  fileNameOf,
  isPacked,
  linksOf,
  pages,
  root,
  snippetsIn,
  targetOf,
  withExamples,
} from './doc-files.ts'
import { guidePath } from './doc-green-suite.ts'
import { indexOf, indexPath } from './doc-index.ts'
import { referencePages } from './doc-pages.ts'
import { endpoints } from './doc-tables.ts'
import { byVersion } from './doc-versions.ts'
import { runSnippet } from './run-snippet.ts'

const all = pages()
const textOf = (path: string) => all.find((page) => page.path === path)?.text ?? ''
const readme = textOf('README.md')

/** Pages with their snippets: all but the changelog. */
const withCode = all.filter(({ text }) => snippetsIn(text).length > 0).map((page) => [page.path, page.text] as const)

it.each(withCode)('runs every snippet of %s, as a reader pastes them [§1]', async (path, text) => {
  // What a snippet is named after its first line, later snippets of the page import.
  const files: Record<string, Record<string, unknown>> = {}
  expect(text).not.toBe('')
  for (const { code, line, printed: wanted } of snippetsIn(text)) {
    const name = fileNameOf(code)
    // The examples that are tests run by themselves, as files.
    if (name?.endsWith('.test.ts') && exampleNamed(name) === code) continue
    // What has processes or packages of its own, the consumer matrix pastes and runs.
    if (name?.startsWith('e2e/') || name?.startsWith('libraries/')) continue
    try {
      // A file of an application imports its neighbours, so it is run where it is.
      const isOfApplication = name?.includes('/') && exampleNamed(name) === code
      const run = isOfApplication
        ? import(`${root}docs/examples/${name}`).then((exported) => ({ exported, printed: '' }))
        : runSnippet(code, { files: { ...(await examplesFor(code)), ...files } })
      await expect(run).resolves.toBeDefined()
      const { exported, printed } = await run
      if (wanted !== undefined) expect(printed.trim()).toBe(wanted.trim())
      if (name !== undefined) files[`./${name}`] = files[`./${name.replace(/\.ts$/, '.js')}`] = exported
    } catch (cause) {
      throw new Error(`The snippet at ${path}:${line} fails: ${(cause as Error).message}`, { cause })
    }
  }
})

/** `npx tsx test/languages/run.ts` pastes and runs the recipes in these. */
const runElsewhere = ['go', 'java', 'python', 'ruby']

it('leaves no code of another language than those that are run, or that cannot run [§1]', () => {
  const languages = new Set(
    all.flatMap(({ text }) => [...text.matchAll(/^```(\w*)\n[\s\S]*?^```/gm)].map((each) => each[1])),
  )

  const known = ['diff', 'http', 'js', 'json', 'mermaid', 'sh', 'text', 'toml', 'ts', 'yaml', ...runElsewhere]
  expect([...languages].sort()).toEqual(known.sort())
})

it.each(all.map(({ path, text }) => [path, text] as const))(
  'shows in %s the examples as they are on file [§1]',
  (_, text) => {
    expect(text, 'An example has changed. Run `npm run docs`.').toBe(withExamples(text))
  },
)

it('shows every example that the quickstart needs [§1]', () => {
  const examplesOf = (text: string) =>
    snippetsIn(text)
      .map(({ code }) => fileNameOf(code))
      .filter((name) => exampleNamed(name) !== undefined)

  expect(examplesOf(readme)).toEqual(['pay-invoice.test.ts'])
  expect(examplesOf(textOf('docs/start.md'))).toEqual(['pay-invoice.test.ts', 'pay-invoice.ts'])
})

it('has among the examples the application of the quickstart, with types added [§1]', () => {
  const withoutTypes = (code = '') => {
    const compilerOptions = { target: ScriptTarget.ES2022, module: ModuleKind.ESNext, removeComments: true }
    return transpileModule(code, { compilerOptions }).outputText.replace(/\s+/g, '')
  }
  const shown = snippetsIn(textOf('docs/start.md')).find(({ code }) => fileNameOf(code) === 'payments.js')

  expect(withoutTypes(exampleNamed('payments.ts'))).toBe(withoutTypes(shown?.code))
  expect(shown?.code).toContain('Math.round(amount * 100)')
})

it('begins with a test of twelve lines [§1]', () => {
  const [first] = snippetsIn(readme)

  expect(first?.code.trim().split('\n')).toHaveLength(12)
})

it('has a front page of at most 110 lines and 900 words, with at most twelve links at its end [§1]', () => {
  const [, list = ''] = readme.split('## Read on')

  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(110)
  expect(readme.trim().split(/\s+/).length).toBeLessThanOrEqual(900)
  expect(linksOf(list).length).toBeLessThanOrEqual(12)
})

it.each(['README.md', 'docs/start.md'])('shows code of at most 80 columns in %s [§1]', (path) => {
  const lines = snippetsIn(textOf(path)).flatMap(({ code }) => code.split('\n'))

  expect(lines.length).toBeGreaterThan(10)
  expect(lines.filter((line) => line.length > 80)).toEqual([])
})

it('names on the front page the ten calls and the events of the service, so that a reader knows the bank [§1]', () => {
  const specified = Object.values(endpoints).filter(({ source }) => source === 'specified')
  const shown = [...readme.matchAll(/^(GET|POST) +(\S+)$/gm)].map(([, method, path]) => `${method} ${path}`)

  const specifiedPath = (row: EndpointRow) => servedPaths(row).find(([, source]) => source === 'specified')?.[0]

  expect(shown).toEqual(specified.map((row) => `${row.method} ${specifiedPath(row)}`))
  for (const name of ['Wire.Payment.Sent', 'Wire.Payment.Received', ...createBank().loans.events()])
    expect(readme).toContain(`\`${name}\``)
})

it.each(all.filter(({ path }) => isPacked(path)).map(({ path, text }) => [path, text] as const))(
  'links in %s only to what is in the package, and on the site [§1]',
  (path, text) => {
    const files = linksOf(text)
      .filter((link) => !/^https:/.test(link))
      .map((link) => targetOf(path, link).file)
    // The site has a front page of its own.
    const missing = files.filter((file) => !isPacked(file) || (file === 'README.md' && path !== file))

    expect(missing).toEqual([])
  },
)

it('has its reference pages up to date [§4]', async () => {
  for (const [path, text] of Object.entries(await referencePages())) {
    expect(textOf(path), `${path} is not what the source says. Run \`npm run docs\`.`).toBe(text)
  }
})

it('sorts the versions of a tool from the oldest to the newest [§1]', () => {
  expect(['*', '5', '30', '4', '4.1.0'].sort(byVersion)).toEqual(['4.1.0', '4', '5', '30', '*'])
})

it.each(all.map(({ path, text }) => [path, text] as const))('has no dead link in %s [§1]', (path, text) => {
  const dead = linksOf(text).filter((link) => !leadsSomewhere(path, link))

  expect(dead).toEqual([])
})

it('has guides of at most 150 lines, 260 with a whole application, or 250 with its suites [§1]', () => {
  const limitOf = (path: string) => {
    if (path === 'docs/guides/explore.md') return 260
    if (path === guidePath) return 250
    return path.startsWith('docs/guides/') ? 150 : Infinity
  }
  const long = all.filter(({ path, text }) => text.trimEnd().split('\n').length > limitOf(path)).map(({ path }) => path)

  expect(long).toEqual([])
})

/** The lines of coverage that a guide shows as they are pasted. */
const pasted = coverageOf(createBank()).unmet.map(({ line }) => line)

it('has snippets of at most 80 columns in its guides, so that the site shows them whole [§1]', () => {
  const code = /^```(?!text|mermaid)\w+\n([\s\S]*?)^```/gm
  const linesIn = (text: string) => [...text.matchAll(code)].flatMap(([, lines = '']) => lines.split('\n'))
  const wide = all
    .filter(({ path }) => path.startsWith('docs/guides/'))
    .flatMap(({ path, text }) => linesIn(text).map((line) => `${path}: ${line}`))
    .filter((line) => line.length > line.indexOf(': ') + 82 && !pasted.some((each) => line.endsWith(`  ${each}`)))

  expect(wide).toEqual([])
})

it.each([
  ['README.md', true],
  ['CONTRIBUTING.md', false],
] as const)('leads from %s to every page of its readers in two clicks [§1]', (front, isForUsers) => {
  const linked = (path: string) => linksOf(textOf(path)).map((link) => targetOf(path, link).file)
  const one = new Set(linked(front))
  const two = new Set([...one, ...[...one].flatMap(linked)])
  const readable = all.map(({ path }) => path).filter((path) => isPacked(path) === isForUsers && path !== front)

  expect(readable.length).toBeGreaterThan(10)
  expect(readable.filter((path) => !two.has(path))).toEqual([])
})

it('lists every page of the package [§1]', () => {
  const listed = linksOf(textOf('docs/pages.md')).map((link) => targetOf('docs/pages.md', link).file)
  // Agents read the skill in the package, where the README names it.
  const unlisted = ['README.md', 'skills/vostro/SKILL.md', 'docs/pages.md']

  expect(all.map(({ path }) => path).filter((path) => isPacked(path) && !listed.includes(path))).toEqual(unlisted)
})

test('quotes a failure as it is told [§1]', async ({ bank }) => {
  const payment = await payInvoice(bank.urls, bank.partner, bank.masterAccount.accountNumber)
  bank.clock.advance({ minutes: 1 })

  const quoted = /```text\n([\s\S]*?)```/.exec(readme)?.[1] ?? 'nothing'
  let told = ''
  try {
    expect(bank).toHaveCompleted(payment.id)
  } catch (error) {
    told = (error as Error).message
  }

  expect(told.trim()).toBe(quoted.trim())
})

it('quotes only messages that the source has [§1]', () => {
  const ours = textOf('docs/messages.md').split('## From other tools')[0] ?? ''
  const quoted = [...ours.matchAll(/^\| `([^`]+)` \|/gm)]
    .flatMap(([, text = '']) => text.split(/ ?… ?/))
    .filter(Boolean)
  const source = sourceFiles().map(({ text }) => text)

  expect(quoted.length).toBeGreaterThan(10)
  expect(quoted.filter((text) => !source.some((each) => each.includes(text)))).toEqual([])
})

it('shows on the front page of the site the test of the README, and its failure [§1]', () => {
  const home = readFileSync(`${root}site/index.md`, 'utf8')
  const shown = [/```ts\n[\s\S]*?```/, /```text\n[\s\S]*?```/].map((block) => block.exec(readme)?.[0] ?? 'nothing')

  for (const block of shown) expect(home).toContain(block)
})

it('has an index of all packed pages, short enough to be read whole [§1]', () => {
  const index = readFileSync(root + indexPath, 'utf8')

  expect(index, 'A title has changed. Run `npm run docs`.').toBe(indexOf(all))
  expect(index.length).toBeLessThan(12_000)
  expect(linksOf(index).filter((link) => !leadsSomewhere(indexPath, link))).toEqual([])
})

it('has a skill of at most 120 lines that says when to use it [§1]', () => {
  const skill = textOf('skills/vostro/SKILL.md')

  expect(skill.trimEnd().split('\n').length).toBeLessThanOrEqual(120)
  expect(skill).toMatch(/^---\nname: vostro\ndescription: .{50,}\n---\n/)
})

it('names only addresses that nobody owns [§1]', () => {
  const hosts = all.flatMap(({ text }) => [...text.matchAll(/https?:\/\/([\w.-]+)/g)].map(([, host = '']) => host))
  const strange = hosts.filter((host) => !/(\.|^)(test|example|localhost|127\.0\.0\.1)$/.test(host))

  expect([...new Set(strange)].filter((host) => !homepages.includes(host))).toEqual([])
  expect(createBank().urls.baseUrl).toMatch(/\.test$/)
})

/** Of the tools that a page names. */
const homepages = ['ajv.js.org', 'fast-check.dev', 'pglite.dev']

/** The examples that a snippet imports without its page showing them. */
async function examplesFor(code: string): Promise<Record<string, Record<string, unknown>>> {
  const names = [...code.matchAll(/ from '(\.\/([\w-]+)\.js)'/g)]
  const known = names.filter(([, , name]) => exampleNamed(`${name}.ts`) !== undefined)
  return Object.fromEntries(
    await Promise.all(known.map(async ([, as = '', name]) => [as, await import(`${root}docs/examples/${name}.ts`)])),
  )
}

function leadsSomewhere(path: string, link: string): boolean {
  if (/^https:/.test(link)) return true
  const { file, anchor } = targetOf(path, link)
  if (!existsSync(root + file)) return false
  return anchor === undefined || anchorsOf(textOf(file)).has(anchor)
}
