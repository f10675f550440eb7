import { posix } from 'node:path'
import { expect, it } from 'vitest'
import { sourceFiles } from './source-files.ts'

interface Import {
  readonly file: string
  /** Whether the file is loaded only when the importing code asks for it: `import('…')`. */
  readonly isLate: boolean
  /** A path below src, or the name of a package. */
  readonly target: string
}

/** Every import of the source, of types and by `import()` too. */
const imports: Import[] = sourceFiles().flatMap(({ path, text }) =>
  [...text.matchAll(/(?:^(?:import|export)\s+(?:type\s)?(?:[^'";]*?from\s+)?|\bimport\()'([^']+)'/gm)].map(
    ([all, target = '']) => ({
      file: path,
      isLate: all.startsWith('import('),
      target: target.startsWith('.') ? posix.join(posix.dirname(path), target) : target,
    }),
  ),
)

/** Who may import whom, types too: a room knows itself and what stands here. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  core: [],
  contract: ['core'],
  bank: ['contract', 'core'],
  'index.ts': ['bank', 'contract', 'core'],
  time: ['bank', 'contract', 'core'],
  openapi: ['bank', 'contract', 'core'],
  sandbox: ['bank', 'contract', 'core'],
  suite: ['bank', 'contract', 'core'],
  testing: ['suite', 'time', 'bank', 'contract', 'core'],
  explore: ['time', 'bank', 'contract', 'core'],
  server: ['suite', 'openapi', 'bank', 'contract', 'core'],
  cli: ['explore', 'server', 'sandbox', 'suite', 'openapi', 'bank', 'contract', 'core'],
}

/** The same within three rooms: folders and files, each with what it may know of its own room. */
const folders: Readonly<Record<string, readonly string[]>> = {
  'core/kernel': [],
  'core/assumptions': ['core/kernel'],

  'bank/shell/host': [],
  'bank/shell/state': [],
  'bank/shell/pushes': ['bank/shell'],
  'bank/http': ['bank/shell'],
  'bank/api': ['bank/shell'],
  'bank/reports': ['bank/shell'],
  'bank/port.ts': ['bank/shell', 'bank/http', 'bank/api'],
  'bank/bank.ts': ['bank/shell', 'bank/http', 'bank/api', 'bank/reports', 'bank/port.ts'],
  'bank/create-bank.ts': ['bank/shell', 'bank/bank.ts', 'bank/current'],
  'bank/invariants': ['bank/shell', 'bank/bank.ts'],
  'bank/current': ['bank/shell', 'bank/port.ts', 'bank/bank.ts'],

  'explore/types.ts': [],
  'explore/changes': [],
  'explore/stage': ['explore/types.ts', 'explore/changes'],
  'explore/findings': ['explore/types.ts', 'explore/changes', 'explore/stage'],
  'explore/search': ['explore/types.ts', 'explore/changes', 'explore/stage', 'explore/findings'],
}

/** What runs in a browser, and is a text of the package. */
const tracePage = /^bank\/reports\/trace\/page\//

const roomOf = (path: string) => path.split('/')[0] as string
const isFile = ({ target }: Import) => /\.tsx?$/.test(target)

it.each(Object.entries(rooms))('lets %s import only %j, types too [§1]', (room, known) => {
  const own = imports.filter((each) => isFile(each) && roomOf(each.file) === room)

  expect(own.length).toBeGreaterThan(0)
  expect(own.filter(({ target }) => ![room, ...known].includes(roomOf(target)))).toEqual([])
})

it.each(Object.entries(folders))('lets %s import of its own room only %j, types too [§1]', (folder, known) => {
  const isIn = (path: string, place: string) => path === place || path.startsWith(`${place}/`)
  const own = imports.filter((each) => isFile(each) && isIn(each.file, folder))
  const ofItsRoom = own.filter(({ target }) => roomOf(target) === roomOf(folder))

  expect(own.length).toBeGreaterThan(0)
  expect(ofItsRoom.filter(({ target }) => ![folder, ...known].some((place) => isIn(target, place)))).toEqual([])
})

it('lets no room but the bank reach the shell: the others have the port [§1]', () => {
  // A replay of a journal builds a shell of its own.
  const isReplay = (file: string) => file === 'cli/state/recorded-banks.ts'
  const reached = ['bank/shell/state/shell.ts', 'bank/shell/pushes/push-sender.ts', 'bank/http/answer.ts']

  const outside = imports.filter(({ file, target }) => reached.includes(target) && roomOf(file) !== 'bank')

  expect(outside.filter(({ file }) => !isReplay(file))).toEqual([])
})

it('loads no mutant before the environment names one [§1]', () => {
  const early = imports.filter(({ target, isLate }) => target.startsWith('suite/mutants/') && !isLate)
  const known = early.filter(({ file }) => !file.startsWith('suite/mutants/')).map(({ file, target }) => [file, target])
  const beyond = known.filter(([, target]) => target !== 'suite/mutants/asked.ts').map(([file]) => file)

  expect(new Set(beyond)).toEqual(new Set(['cli/tests/run-mutants.ts']))
  expect(early.filter(({ file }) => file === 'suite/mutants/asked.ts')).toEqual([])
})

it('opens with twelve rooms, each of them in the table [§1]', () => {
  const opened = [...new Set(sourceFiles().map(({ path }) => roomOf(path)))].sort()

  expect(opened).toEqual(Object.keys(rooms).sort())
  expect(opened).toHaveLength(12)
})

it('has no room that knows every other one, and none that knows a room which knows it [§1]', () => {
  const names = Object.keys(rooms)

  expect(names.filter((room) => rooms[room]?.length === names.length - 1)).toEqual([])
  expect(names.filter((room) => rooms[room]?.some((known) => rooms[known]?.includes(room)))).toEqual([])
})

it.each(['bank', 'explore'])('has every folder of %s in the table [§1]', (room) => {
  const inside = imports
    .map(({ file }) => file)
    .filter((file) => file.startsWith(`${room}/`) && file.split('/').length > 2)
  const isKnown = (file: string) => Object.keys(folders).some((folder) => file.startsWith(`${folder}/`))

  expect(inside.filter((file) => !isKnown(file))).toEqual([])
})

it.each([
  ['msw', /^testing\/msw\//],
  ['vitest', /^testing\/vitest\//],
  ['@playwright/test', /^testing\/playwright\//],
  ['msw/node', /^testing\/msw\//],
  ['msw/browser', /^testing\/vitest\/browser\.ts$/],
  ['fast-check', /^testing\/fast-check\//],
  ['zod/*', /^(contract\/|bank\/shell\/state\/options\.ts$|server\/control\/)/],
  ['@date-fns/*', /^core\/kernel\/time\//],
  ['@noble/hashes/*', /^core\/kernel\/sha256\.ts$/],
  ['immer', /^core\/kernel\/amend\.ts$/],
  ['nanoid', /^core\/kernel\/identity\.ts$/],
  ['srvx/node', /^cli\/serve\//],
  ['preact', tracePage],
  ['preact/*', tracePage],
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

it('lets the page of a trace know only its data, how days, values, texts and repeats are written and JSON is read, and the tables of statuses and faults; and nobody know the page [§1]', () => {
  const isOfPage = (path: string) => tracePage.test(path)
  const own = imports.filter((each) => isFile(each) && isOfPage(each.file))
  const others = imports.filter((each) => isFile(each) && !isOfPage(each.file))

  expect(own.length).toBeGreaterThan(0)
  const known = [
    'bank/reports/trace/trace-data.ts',
    'bank/reports/day-of.ts',
    'bank/reports/literal.ts',
    'bank/reports/repeats.ts',
    'bank/reports/line-arguments.ts',
    'core/kernel/visible.ts',
    'bank/reports/lanes.ts',
    'core/kernel/json.ts',
    'core/telling.ts',
    'core/faults/fault-kinds.ts',
    'core/wires/wire-status.ts',
  ]
  expect(own.filter(({ target }) => !isOfPage(target) && !known.includes(target))).toEqual([])
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
