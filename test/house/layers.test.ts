import { posix } from 'node:path'
import { expect, it } from 'vitest'
import { sourceFiles } from './source-files.ts'

interface Import {
  readonly file: string
  /** A path below src, or the name of a package. */
  readonly target: string
}

/** Every import of the source, of types too. */
const imports: Import[] = sourceFiles().flatMap(({ path, text }) =>
  [...text.matchAll(/^(?:import|export)\s+(?:type\s)?(?:[^'";]*?from\s+)?'([^']+)'/gm)].map(([, target = '']) => ({
    file: path,
    target: target.startsWith('.') ? posix.join(posix.dirname(path), target) : target,
  })),
)

/** The floors of the house, from the ground up. A room knows itself and the floors below it, nothing else. */
const floors: readonly (readonly string[])[] = [
  ['core'],
  ['contract'],
  ['shell'],
  ['http', 'api', 'reports'],
  ['bank.ts'],
  ['kits', 'index.ts'],
  ['cli'],
]
/** The same within the core: what knows no bank, then the catalogue, then all that is a bank. */
const coreFloors: readonly (readonly string[])[] = [['core/kernel'], ['core/assumptions']]

/** What runs in a browser, and is a text of the package. */
const tracePage = /^reports\/trace\/page\//

const roomOf = (path: string) => path.split('/')[0] as string
const isFile = ({ target }: Import) => /\.tsx?$/.test(target)

it.each(floors.flatMap((rooms, floor) => rooms.map((room) => [room, floor] as const)))(
  'lets %s import only from below, types too [§1]',
  (room, floor) => {
    const known = [room, ...floors.slice(0, floor).flat()]
    const own = imports.filter((each) => isFile(each) && roomOf(each.file) === room)

    expect(own.filter(({ target }) => !known.includes(roomOf(target)))).toEqual([])
  },
)

it.each(coreFloors.flatMap((rooms, floor) => rooms.map((room) => [room, floor] as const)))(
  'lets %s know nothing of the bank [§1]',
  (room, floor) => {
    const known = [room, ...coreFloors.slice(0, floor).flat()]
    const own = imports.filter((each) => isFile(each) && each.file.startsWith(`${room}/`))

    expect(own.length).toBeGreaterThan(0)
    expect(own.filter(({ target }) => !known.some((each) => target.startsWith(`${each}/`)))).toEqual([])
  },
)

it('has at most nine rooms beside its face, on at most seven floors [§1]', () => {
  const rooms = [...new Set(sourceFiles().map(({ path }) => roomOf(path)))].sort()

  expect(rooms).toEqual(floors.flat().sort())
  expect(rooms.filter((room) => room !== 'index.ts' && room !== 'bank.ts').length).toBeLessThanOrEqual(9)
  expect(floors.length).toBeLessThanOrEqual(7)
})

it.each([
  ['msw', /^kits\/msw\//],
  ['vitest', /^kits\/vitest\//],
  ['@playwright/test', /^kits\/playwright\//],
  ['msw/node', /^kits\/listening\//],
  ['fast-check', /^kits\/fast-check\//],
  ['zod', /^(contract\/|shell\/options\.ts$)/],
  ['@date-fns/*', /^core\/kernel\/time\//],
  ['@noble/hashes/*', /^core\/kernel\/sha256\.ts$/],
  ['immer', /^core\/kernel\/amend\.ts$/],
  ['nanoid', /^core\/kernel\/identity\.ts$/],
  ['srvx/node', /^cli\/serve\//],
  ['preact', tracePage],
  ['preact/*', tracePage],
  ['uplot', tracePage],
  ['date-fns/*', /^core\/kernel\/time\//],
])('keeps %s to its one place [§1]', (name, place) => {
  const isNamed = (target: string) => (name.endsWith('*') ? target.startsWith(name.slice(0, -1)) : target === name)

  const importers = imports.filter(({ target }) => isNamed(target)).map(({ file }) => file)

  expect(importers.length).toBeGreaterThan(0)
  expect(importers.filter((file) => !place.test(file))).toEqual([])
})

it('imports date-fns one function at a time, as its root takes longer to load than all of this [§1]', () => {
  const roots = imports.filter(({ target }) => ['date-fns', '@date-fns/tz'].includes(target))

  expect(roots).toEqual([])
})

it('lets the page of a trace know nothing but the shape of its data, and nobody know the page [§1]', () => {
  const isOfPage = (path: string) => tracePage.test(path)
  const own = imports.filter((each) => isFile(each) && isOfPage(each.file))
  const others = imports.filter((each) => isFile(each) && !isOfPage(each.file))

  expect(own.length).toBeGreaterThan(0)
  expect(own.filter(({ target }) => !isOfPage(target) && target !== 'reports/trace/trace-data.ts')).toEqual([])
  expect(others.filter(({ target }) => isOfPage(target))).toEqual([])
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
