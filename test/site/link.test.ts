import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { codeIn, hashOf } from '../../site/playground/link.ts'
import { firstStory, stories } from '../../site/playground/stories.ts'

it('makes a link of a story that was written, and the story of the link [§1]', async () => {
  const code = "import { createBank } from 'vostro'\n\nconsole.log(createBank().clock.now) // “Montag”, 10 €, 🏦\n"

  const hash = await hashOf(code)

  expect(hash).toMatch(/^#code=[\w-]+$/)
  expect(await codeIn(hash)).toBe(code)
})

it.each(stories)('links to the story "$title" by its name [§1]', async ({ name, code }) => {
  expect(await hashOf(code)).toBe(`#story=${name}`)
  expect(await codeIn(`#story=${name}`)).toBe(code)
})

it('opens with the first story where a link names none [§1]', async () => {
  expect(await codeIn('')).toBe(firstStory.code)
})

it.each([
  ['#story=none', /Failed to open the story "none": there is none of this name\. Take one of "wire-and-batch"/],
  ['#code=abc', /Failed to open the story of this link: its 3 letters are no code\. Copy the whole link/],
  ['#code=%25', /its 1 letters are no code/],
])('says what is wrong with the link %s [§7]', async (hash, problem) => {
  await expect(codeIn(hash)).rejects.toThrow(problem)
})

it('has every story on file in its list [§1]', () => {
  const files = readdirSync('site/stories').map((file) => file.replace('.test.ts', ''))

  expect(stories.map(({ name }) => name).sort()).toEqual(files.sort())
})
