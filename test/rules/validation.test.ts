/** The page of what can be validated: each answer names its proofs, and they are there. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { assumptions } from 'vostro'
import { isAsked } from '../../src/sandbox/questions/all-questions.ts'
import { withCounts } from '../docs/doc-assumptions.ts'
import { root, slugOf } from '../docs/doc-files.ts'

const textOf = (path: string) => readFileSync(root + path, 'utf8')
const ids = Object.keys(assumptions) as (keyof typeof assumptions)[]

/** The answers, each with its section. Proofs are comments below an answer: a test by file and title, or a figure by page and row. */
const answers = textOf('docs/reference/validation.md')
  .split(/^## /m)
  .slice(1)
  .flatMap((section) =>
    section
      .split(/^- /m)
      .slice(1)
      .map((answer) => [section.slice(0, section.indexOf('\n')), answer.split('**')[1], answer] as const),
  )

it.each(answers)('proves the answer in the section "%s": %s [§1]', (section, _, answer) => {
  const proofs = [...answer.matchAll(/<!-- ([\w/-]+): (.+?) -->/g)].map(([, place = '', title = '']) => ({
    place,
    title,
  }))
  const named = ids.filter((id) => answer.includes(`assumptions.md#${slugOf(id)})`))

  for (const proof of proofs) expect(isThere(proof), `${proof.place}: ${proof.title}`).toBe(true)
  expect(proofs.length + named.length).toBeGreaterThan(0)
  if (section === 'With calibrate')
    expect(named.some(isAsked) || proofs.some(({ place }) => place.startsWith('sandbox/'))).toBe(true)
})

function isThere({ place, title }: { place: string; title: string }): boolean {
  const [test, page] = [`test/${place}.test.ts`, `docs/reference/${place}.md`]
  if (existsSync(root + test)) return textOf(test).includes(title)
  return existsSync(root + page) && textOf(page).includes(`| ${title} |`)
}

it('has answers in each section [§1]', () => {
  expect(new Set(answers.map(([section]) => section))).toEqual(new Set(['Yes', 'With calibrate', 'No']))
})

it.each(['docs/reference/validation.md', 'docs/guides/assumptions.md', 'docs/guides/calibrate.md'])(
  'says in %s how many decisions are guesses, or how many of them calibrate asks [§7]',
  (path) => {
    expect(textOf(path)).toMatch(/assumed\. .+ can settle \d+ of them|about \d+ of \d+ assumptions/)
    expect(textOf(path), 'The assumptions have changed. Run `npm run docs`.').toBe(withCounts(textOf(path)))
  },
)
