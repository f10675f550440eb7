import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const pages = ['docs/architecture.md', 'CONTRIBUTING.md']

/** `core/kernel/`, `src/core/faults/fault-kinds.ts`, `test/rules`: what stands in backticks and looks like a path of the repository. */
const paths = pages.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/`((?:[a-z][\w.-]*\/)+[\w.-]*)`/g)].map(
    ([, path = '']) => [page, path] as const,
  ),
)

/** A path is that of the repository, or begins below `src` or one of its rooms. */
const beginnings = ['', 'src/', ...readdirSync('src').map((room) => `src/${room}/`)]

it.each(paths)('names in %s only what is there: %s [§1]', (_, path) => {
  expect(beginnings.some((beginning) => existsSync(beginning + path))).toBe(true)
})

it('has pages that name paths [§1]', () => {
  expect(paths.length).toBeGreaterThan(20)
})
