import { posix } from 'node:path'
import { expect, it } from 'vitest'
import { sourceFiles } from './source-files.ts'

interface Import {
  readonly file: string
  readonly target: string
  readonly isTypeOnly: boolean
}

const imports: Import[] = sourceFiles().flatMap(({ path, text }) =>
  [...text.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'";]*?from\s+)?'([^']+)'/gm)].map(([, type, target = '']) => ({
    file: path,
    target: target.startsWith('.') ? posix.join(posix.dirname(path), target) : target,
    isTypeOnly: type !== undefined,
  })),
)

/** What each room may import at run time; a type may come from anywhere below its own floor. */
const mayImport: Record<string, RegExp> = {
  'allowed.ts': /^$/,
  'assumptions.ts': /^allowed\.ts$/,
  'errors.ts': /^core\/rejection\.ts$/,
  'assumption-uses.ts': /^assumptions\.ts$/,
  core: /^(core\/|assumptions\.ts$|errors\.ts$|@date-fns\/tz\/)/,
  contract: /^(contract\/|core\/|assumptions\.ts$|zod$)/,
  'options.ts': /^(core\/|assumptions\.ts$|errors\.ts$|zod$|fastest-levenshtein$)/,
  'shell.ts': /^(core\/|errors\.ts$)/,
  http: /^(http\/|contract\/|core\/|fastest-levenshtein$)/,
  'timeline.ts': /^core\//,
  conduct: /^(conduct|core)\//,
  'diagram.ts': /^timeline\.ts$/,
  'explain.ts': /^core\//,
  'turns.ts': /^$/,
  explore: /^(explore|core|contract)\/|^(assumptions|bank|edge|errors|turns)\.ts$/,
  'faults.ts': /^core\//,
  'lazily.ts': /^$/,
  'delivery.ts': /^(core\/|(errors|turns)\.ts$|http\/body-text\.ts$)/,
  'snapshot.ts': /^(core\/|errors\.ts$)/,
  resources: /^(resources\/|contract\/|core\/|errors\.ts$|options\.ts$)/,
  'bank.ts':
    /^(http\/|resources\/|conduct\/|core\/|(assumption-uses|delivery|diagram|edge|errors|faults|explain|lazily|options|shell|snapshot|timeline)\.ts$)/,
  'edge.ts': /^(http\/|core\/|(errors|options)\.ts$)/,
  'fast-check': /^(fast-check($|\/)|core\/)/,
  msw: /^(msw\/|edge\.ts$|errors\.ts$|http\/strike\.ts$|msw$)/,
  isolation: /^(edge\.ts|errors\.ts|node:async_hooks)$/,
  matchers: /^(matchers\/|contract\/endpoints\.ts$|core\/|(assumptions|edge|errors)\.ts$)/,
  vitest: /^(vitest\/|matchers\/|isolation\/|msw\/index\.ts$|(bank|errors)\.ts$|vitest$|msw\/node$)/,
  jest: /^(matchers\/|isolation\/|(bank|errors)\.ts$)/,
  'index.ts': /^(core\/|(assumptions|bank|errors|options)\.ts$)/,
}
const roomOf = (path: string) => path.split('/')[0] as string

it.each(Object.entries(mayImport))('lets %s import only from below [§1]', (room, allowed) => {
  const own = imports.filter(({ file, isTypeOnly }) => roomOf(file) === room && !isTypeOnly)

  expect(own.filter(({ target }) => !allowed.test(target))).toEqual([])
})

it('knows every room of the house [§1]', () => {
  const rooms = new Set(sourceFiles().map(({ path }) => roomOf(path)))

  expect([...rooms].sort()).toEqual(Object.keys(mayImport).sort())
})

it.each([
  ['msw', /^msw\//],
  ['vitest', /^vitest\//],
  ['node:async_hooks', /^isolation\/current-bank\.ts$/],
  ['fast-check', /^fast-check\//],
  ['zod', /^(contract\/|options\.ts$|resources\/input\.ts$)/],
  ['@date-fns/tz/tzOffset', /^core\/time\/instant\.ts$/],
])('keeps %s to its one place [§1]', (target, place) => {
  const importers = imports.filter((each) => each.target === target).map(({ file }) => file)

  expect(importers.length).toBeGreaterThan(0)
  expect(importers.filter((file) => !place.test(file))).toEqual([])
})

it('has no cycle of imports, of types neither [§1]', () => {
  const next = new Map<string, string[]>()
  for (const { file, target } of imports) next.set(file, [...(next.get(file) ?? []), target])
  const cycleFrom = (file: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return undefined
    for (const target of next.get(file) ?? []) {
      const cycle = cycleFrom(target, [...path, file])
      if (cycle) return cycle
    }
    done.add(file)
    return undefined
  }
  const done = new Set<string>()

  const cycles = [...next.keys()].map((file) => cycleFrom(file, [])).filter((cycle) => cycle !== undefined)

  expect(cycles).toEqual([])
})
