/** The changes of a step: the differences between the worlds before and after it. Each names its record for people: `wire 3c75a8ba`. */

import { masterAccountNumber } from '../../../core/accounts/account-number.ts'
import { numberOfSubledger } from '../../../core/accounts/lookup.ts'
import type { WorldChange } from '../../../core/diff.ts'
import { uuidOf } from '../../../core/kernel/identity.ts'
import { KeyIndex } from '../../../core/kernel/key-index.ts'
import { formatMoney } from '../../../core/kernel/money.ts'
import { Table } from '../../../core/kernel/table.ts'
import { timeOf } from '../../../core/kernel/time/instant.ts'
import { streams } from '../../../core/streams.ts'
import { short } from '../../../core/telling.ts'
import type { World } from '../../../core/world.ts'
import type { Change } from './trace-data.ts'

/** The greatest number of changes shown for one step. A batch of hundreds of wires changes thousands of fields. */
const MOST = 60

/** Returns the changes without the schedule, which the agenda shows, and without indexes and the outbox, which repeat other data. */
export function changesOf(
  before: World,
  after: World,
  differences: readonly WorldChange[],
): { changes: Change[]; more: number } {
  const told = differences.filter(({ path }) => path[0] !== 'schedule' && !hidden.test(path.join('.')))
  const changes = told.slice(0, MOST).map((difference) => changeOf(before, after, difference))
  return { changes, more: told.length - changes.length }
}

const hidden = /^(access\.\w*[kK]eys|loans\.keys|webhooks\.outbox)/

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

type Name = (world: World, slot: number) => string

const byId =
  (noun: string, stream: keyof typeof streams): Name =>
  ({ settings }, slot) =>
    `${noun} ${short(uuidOf(settings.seed, streams[stream], slot))}`

/** The functions that name a record, by the path of its table. */
const names: Readonly<Record<string, Name>> = {
  'accounts.masters': ({ settings }, slot) => `account ${masterAccountNumber(settings.seed, slot)}`,
  'accounts.subledgers': (world, slot) => {
    const noun = world.accounts.subledgers.get(slot)?.isImplicit ? 'implicit subledger' : 'subledger'
    return `${noun} ${numberOfSubledger(world, slot)}`
  },
  'accounts.restrictions': byId('restriction', 'restriction'),
  'accounts.holds': byId('hold', 'hold'),
  'ledger.transactions': byId('transaction', 'transaction'),
  'wires.payments': byId('wire', 'payment'),
  'wires.batches': byId('batch', 'batch'),
  'webhooks.registrations': (world, slot) => `webhook for ${world.webhooks.registrations.get(slot)?.eventName}`,
  'webhooks.events': (world, slot) => `event ${world.webhooks.events.get(slot)?.name}`,
  'webhooks.deliveries': (_, slot) => `delivery ${slot}`,
  'webhooks.pushes': byId('push', 'push'),
  'faults.injected': (world, slot) => `fault ${world.faults.injected.get(slot)?.kind}`,
  'access.partners': (world, slot) => `partner ${world.access.partners.get(slot)?.name}`,
  'access.tokens': (_, slot) => `token ${slot}`,
  'loans.records': byId('loan', 'loan'),
}

function recordName(world: World, table: string, slot: number): string {
  return names[table]?.(world, slot) ?? `${table}[${slot}]`
}

const moneyFields = /(?:^|\.)(?:amount|current|reserved|held|deposits|balance|amountThreshold)$|^ledger\.settlement\./
const instantFields = /(?:At|until|^now)$/

function valueText(world: World, field: string, value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'number' && moneyFields.test(field)) return formatMoney(value)
  if (typeof value === 'number' && instantFields.test(field)) {
    return timeOf(world, value).slice(0, 23).replace('T', ' ')
  }
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '–')
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** The length at which values are cut. A new record is cut, too, because the request and the facts of the step show all of it. */
const LONGEST = 80
