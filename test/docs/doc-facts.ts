/** The facts on which published assumptions rest, from the page of the repository that lists them with their sources. */
import { readFileSync } from 'node:fs'

export interface Fact {
  readonly fact: string
  readonly seen: string
  readonly grade: string
  readonly ids: readonly string[]
}

const factsPath = 'docs/reference/published-facts.md'

export const facts: readonly Fact[] = readFileSync(new URL(`../../${factsPath}`, import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^\| .*\| [AB] \|/.test(line))
  .map((line) => {
    const [, fact = '', seen = '', grade = '', ids = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    return { fact, seen, grade, ids: [...ids.matchAll(/`([^`]+)`/g)].map(([, id = '']) => id) }
  })
