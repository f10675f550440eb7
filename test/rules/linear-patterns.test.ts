/**
 * Every regular expression of the library matches in a time that grows no faster than its input. Otherwise one body of a million blanks
 * stops the process. The checker is recheck: it searches for a text on which a pattern takes longer.
 */
import { checkSync } from 'recheck'
import { createSourceFile, forEachChild, isNewExpression, isRegularExpressionLiteral, type Node } from 'typescript'
import { beforeAll, expect, it, vi } from 'vitest'
import { sourceFiles } from './source-files.ts'

beforeAll(() => {
  // Without its compiled form for some platforms, the checker is the same everywhere.
  vi.stubEnv('RECHECK_BACKEND', 'pure')
  return () => vi.unstubAllEnvs()
})

function nodesIn(path: string, text: string): Node[] {
  const all: Node[] = []
  const visit = (node: Node): void => {
    all.push(node)
    forEachChild(node, visit)
  }
  visit(createSourceFile(path, text, 99))
  return all
}

const nodes = sourceFiles().flatMap(({ path, text }) => nodesIn(path, text).map((node) => ({ path, node })))

/** A repetition of a hundred times or more. */
const LOOP = /[+*]|\{\d+,\}|\{(?:\d+,)?\d{3,}\}/g

/** False for a pattern that is surely linear: it has no loop, or is anchored and has one loop, of a single character. */
function isInDoubt(source: string, flags: string): boolean {
  const bare = source.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
  const loops = bare.match(LOOP)?.length ?? 0
  let outer = bare
  while (/\([^()]*\)/.test(outer)) outer = outer.replace(/\([^()]*\)/g, 'x')
  const isAnchored = outer.startsWith('^') && !outer.includes('|') && !flags.includes('m')
  return loops > (isAnchored && !/\)[+*{]/.test(bare) ? 1 : 0)
}

/** A text on which a pattern takes longer than linear time; undefined if the checker finds none. */
function attackOn(pattern: string): string | undefined {
  const end = pattern.lastIndexOf('/')
  const [source, flags] = [pattern.slice(1, end), pattern.slice(end + 1)]
  if (!isInDoubt(source, flags)) return undefined
  // The search is limited by steps and never by time, so that it finds the same on each machine.
  const found = checkSync(source, flags, { timeout: null, attackTimeout: null, incubationTimeout: null })
  if (found.status === 'safe') return undefined
  return found.status === 'vulnerable' ? `${found.complexity.summary}: ${found.attack.pattern}` : found.error.kind
}

it('matches each pattern in linear time [§8]', () => {
  const patterns = new Map(
    nodes.flatMap(({ path, node }) => (isRegularExpressionLiteral(node) ? [[node.text, path] as const] : [])),
  )

  const slow = [...patterns].flatMap(([pattern, path]) => {
    const attack = attackOn(pattern)
    return attack === undefined ? [] : [`${path}: ${pattern}: ${attack}`]
  })

  expect(slow).toEqual([])
})

it.each([
  '/^\\s*(?:\\{\\s*\\}|null)?\\s*$/',
  '/^t:(\\S+), *v1:(\\S+)$/',
  '/\\((§[^)]+)\\)\\s*$/',
  '/<[^>]*>/g',
  '/^(a|b|ab)*$/',
])('finds a text on which %s takes longer [§8]', (pattern) => {
  expect(attackOn(pattern)).toMatch(/polynomial|exponential/)
})

/** The files that put a pattern together, each from texts of its own: the checker sees only what is written. */
const composing = [
  'explore/changes/run-pattern.ts',
  'openapi/schemas.ts',
  'server/banks/credentials.ts',
  'testing/playwright/end-test.ts',
  'testing/playwright/route-from-bank.ts',
]

it('makes no pattern from other texts than the listed files do [§8]', () => {
  const users = nodes.flatMap(({ path, node }) =>
    isNewExpression(node) && 'text' in node.expression && node.expression.text === 'RegExp' ? [path] : [],
  )

  expect([...new Set(users)]).toEqual(composing)
})
