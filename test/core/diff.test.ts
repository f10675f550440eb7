import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createBank, createWorld, diff, isRejection, parseWorld, transition, type WorldChange } from 'vostro'
import { run } from '../properties/command.ts'
import { always, bankOptions, history, sequel } from '../properties/history.ts'
import { outboundWire } from '../support/wire.ts'

it('tells what an operation changed, each change by its path [§3]', () => {
  const before = createWorld({ seed: 7 })

  const result = transition(before, 'clock.advance', { to: before.now + 60_000 }, { kind: 'clock' })

  if (isRejection(result)) throw new Error(result.message)
  expect(diff(before, result.world)).toEqual([{ op: 'replace', path: ['now'], value: before.now + 60_000 }])
})

it('lists a new record as one change, and a changed record field by field [§2.8]', () => {
  const bank = createBank({ seed: 7 })
  const before = bank.world

  bank.restrictions.create({ accountNumber: bank.masterAccount.accountNumber, appliesTo: 'All', rail: 'Ach' })

  expect(diff(before, bank.world)).toMatchObject([
    { op: 'add', path: ['accounts', 'masters', 0, 'restrictions', 0], value: 0 },
    { op: 'add', path: ['accounts', 'restrictions', 0], value: { rail: 'Ach', removedAt: null } },
  ])
})

it('names entries of an index by their keys, and due operations by their instants [§2.4]', () => {
  const bank = createBank({ seed: 7 })
  const before = bank.world
  const token = bank.tokens.issue().access_token

  bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  const changes = diff(before, bank.world)
  const [due] = bank.clock.agenda()

  expect(changes).toContainEqual({ op: 'add', path: ['access', 'tokenKeys', token], value: 0 })
  expect(changes.filter(({ path }) => path[0] === 'schedule')).toMatchObject([
    { op: 'add', path: ['schedule', Date.parse(due?.at ?? '')] },
  ])
})

it('removes new records from the last on when the two worlds are swapped [§3]', () => {
  const bank = createBank({ seed: 7 })
  const before = bank.world
  const { accountNumber } = bank.masterAccount
  for (const rail of ['Ach', 'Card']) bank.restrictions.create({ accountNumber, appliesTo: 'All', rail })

  const taken = diff(bank.world, before).filter(({ path }) => path[1] === 'restrictions')

  expect(taken).toEqual([
    { op: 'remove', path: ['accounts', 'restrictions', 1] },
    { op: 'remove', path: ['accounts', 'restrictions', 0] },
  ])
})

it('finds no difference between a world and itself, as it is and as JSON wrote it [§1]', () => {
  fc.assert(
    fc.property(bankOptions, history, (options, commands) => {
      const bank = createBank(options)
      run(bank, commands)

      expect(diff(bank.world, bank.world)).toEqual([])
      expect(diff(bank.world, parseWorld(JSON.stringify(bank.world)))).toEqual([])
    }),
    always(24),
  )
})

it('lists every difference and no other, after any history, in both directions [§3]', () => {
  fc.assert(
    fc.property(bankOptions, history, sequel, (options, commands, more) => {
      const bank = createBank(options)
      run(bank, commands)
      const before = bank.world
      run(bank, more)

      for (const [from, to] of [
        [before, bank.world],
        [bank.world, before],
      ] as const) {
        const changes = diff(from, to)
        const [earlier, later] = [plain(from), plain(to)]
        for (const { path } of changes) expect(valueAt(earlier, path)).not.toEqual(valueAt(later, path))
        for (const change of changes) apply(earlier, change)
        expect(earlier).toEqual(later)
      }
    }),
    always(24),
  )
})

type Tree = { [key: string]: unknown }

/** A value of the world in plain lists and records: an index by its keys, a schedule by its instants. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const list = (items: Iterable<unknown>) => Object.assign(Object.create(null), [...items].map(plain)) as Tree
  if (Array.isArray(value) || 'add' in value) return list(value as Iterable<unknown>)
  if ('first' in value) {
    const buckets = [...(value as unknown as Iterable<{ at: number; timers: Iterable<unknown> }>)]
    return Object.fromEntries(buckets.map(({ at, timers }) => [at, plain(timers)]))
  }
  if ('toJSON' in value) return Object.fromEntries(value as unknown as Iterable<[string, number]>)
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plain(field)]))
}

function valueAt(tree: unknown, path: WorldChange['path']): unknown {
  return path.reduce<unknown>((found, key) => (found as Tree | undefined)?.[key], tree)
}

function apply(tree: unknown, { op, path, value }: WorldChange): void {
  const parent = valueAt(tree, path.slice(0, -1)) as Tree
  const key = path.at(-1) as string
  if (op === 'remove') delete parent[key]
  else parent[key] = plain(value)
}

it.each([null, undefined, {}, createBank()])('refuses a value that is not a world [§1]', (given) => {
  expect(() => diff(createWorld(), given as never)).toThrow('Failed to tell what changed: "after" is no world.')
})
