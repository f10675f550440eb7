/** The changes of a step: the differences of two worlds, each with the name of its record. */
import type { WorldChange } from '../../../core/diff.ts'
import { KeyIndex } from '../../../core/kernel/key-index.ts'
import { Table } from '../../../core/kernel/table.ts'
import type { World } from '../../../core/world.ts'
import { recordName, valueText } from './naming.ts'
import type { Change } from './trace-data.ts'

/** The most changes that are named for one step: a batch of hundreds of wires changes thousands of fields. */
const MOST = 60

/** The changes for people. The schedule is left out, as the agenda shows it; and the key indexes, which say nothing about the bank. */
export function changesOf(
  before: World,
  after: World,
  differences: readonly WorldChange[],
): { changes: Change[]; more: number } {
  const told = differences.filter(({ path }) => path[0] !== 'schedule' && !hidden.test(path.join('.')))
  const changes = told.slice(0, MOST).map((difference) => changeOf(before, after, difference))
  return { changes, more: told.length - changes.length }
}

const hidden = /^access\.\w*[kK]eys|^loans\.keys|^webhooks\.outbox/

function changeOf(before: World, after: World, { op, path, value }: WorldChange): Change {
  const [room, table, slot, ...rest] = path
  if (typeof slot !== 'number') {
    const field = path.join('.')
    return { of: 'the bank', field, from: textAt(before, path, field), to: valueText(after, field, value) }
  }
  const of = recordName(op === 'remove' ? before : after, `${room}.${table}`, slot)
  if (rest.length === 0) {
    if (op === 'replace') return { of, field: 'the record', from: '…', to: valueText(after, 'record', value) }
    return op === 'add' ? { of, to: 'is new' } : { of, to: 'is gone' }
  }
  const field = rest.join('.')
  return { of, field, from: textAt(before, path, field), to: valueText(after, field, value) }
}

function textAt(world: World, path: WorldChange['path'], field: string): string {
  let value: unknown = world
  for (const key of path) {
    if (value instanceof Table) value = value.get(key as number)
    else if (value instanceof KeyIndex) value = value.get(key as string)
    else value = (value as Record<string | number, unknown> | null | undefined)?.[key]
  }
  return valueText(world, field, value)
}
