/** The page about the service has each section that the repository cites, so that a reader can look each of them up. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { anchorsOf, pages, root, slugOf } from './doc-files.ts'
import { citedIn, headingOf, isSection, specificationPath, withSections } from './doc-sections.ts'
import { endpoints } from './doc-tables.ts'
import { rules } from './specification-words.ts'

/** Every file of the repository that may cite a section. What was installed or built is no part of it. */
const files = ['src', 'test', 'docs', 'site', 'skills'].flatMap((folder) =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.(tsx?|md|json)$/.test(path) && !/\/(node_modules|dist|\.\w+)\//.test(path)),
)

const texts = files.map((path) => readFileSync(root + path, 'utf8'))

const page = readFileSync(root + specificationPath, 'utf8')

const cited = [...new Set(texts.flatMap(citedIn))].sort()

it.each(cited)('describes the section §%s, which the repository cites [§1]', (number) => {
  expect(isSection(number)).toBe(true)
  expect(anchorsOf(page)).toContain(isSection(number) ? slugOf(headingOf(number)) : undefined)
})

it('has each numbered rule and call that the repository cites [§1]', () => {
  const numbered: Readonly<Record<string, number>> = {
    '§4 call': Object.values(endpoints).filter(({ source }) => source === 'specified').length,
    ...Object.fromEntries(Object.entries(rules).map(([number, all]) => [`§${number} rule`, all.length])),
  }

  const citations = texts.flatMap((text) => [...text.matchAll(/(§[\d.]+ (?:rule|call)) (\d+)/g)])
  const unknown = citations.filter(([, list = '', number]) => Number(number) > (numbered[list] ?? 0))

  expect(citations.length).toBeGreaterThan(100)
  expect(unknown.map(([citation]) => citation)).toEqual([])
})

it.each([
  ['the first line of a rule (§2.9)', 'the first line of a rule ([§2.9](../reference/specification.md#29-subledger))'],
  [
    '[§3](old.md#gone) and §3',
    '[§3](../reference/specification.md#3-states) and [§3](../reference/specification.md#3-states)',
  ],
  ['`(§3)`, RFC 6749 §5.2, [§3 here](a.md)\n\n# §3\n\n```text\n§3\n```', undefined],
])('links the sections in the prose of a page: %j [§1]', (text, linked = text) => {
  expect(withSections('docs/guides/clock.md', text)).toBe(linked)
})

it('refuses a page that cites a section that there is none of [§1]', () => {
  const unknown = `§${10}`

  expect(() => withSections('docs/guides/clock.md', `as in ${unknown}`)).toThrow(
    `Failed to link ${unknown} of docs/guides/clock.md: there is no such section.`,
  )
})

it.each(pages().map(({ path, text }) => [path, text] as const))(
  'links each section that %s cites [§1]',
  (path, text) => {
    expect(text, 'A section is cited without a link. Run `npm run docs`.').toBe(withSections(path, text))
  },
)
