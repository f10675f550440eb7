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

/** Returns the changes without the clock and the schedule, which the page shows elsewhere, and without indexes and counters of the bank. */
export function changesOf(
  before: World,
  after: World,
  differences: readonly WorldChange[],
): { changes: Change[]; more: number } {
  const told = differences.filter(({ path }) => !hidden.test(path.join('.')) && !ownFields.has(String(path[3])))
  const changes = told.slice(0, MOST).map((difference) => changeOf(before, after, difference))
  return { changes, more: told.length - changes.length }
}

const hidden =
  /^(?:now$|schedule|access\.\w*[kK]eys|loans\.keys|webhooks\.(?:outbox|connections|registered)|wires\.(?:waiting|releaseAt|networkSequence)|faults\.open)/

/** Fields of a record that only link it to other records, or count. */
const ownFields = new Set(
  'batch batchSequence lastModifiedAt networkSequence restrictions subledgers transaction transactionCount'.split(' '),
)

function changeOf(before: World, after: World, { op, path, value }: WorldChange): Change {
  const [room, table, slot, ...rest] = path
  if (typeof slot !== 'number') {
    const field = path.join('.')
    return {
      of: 'the bank',
      field: wordsOf(path.slice(1)),
      from: textAt(before, path, field),
      to: valueText(after, field, value),
    }
  }
  const of = recordName(op === 'remove' ? before : after, `${room}.${table}`, slot)
  if (rest.length === 0) {
    if (op === 'replace') return { of, field: 'the record', from: '…', to: valueText(after, 'record', value) }
    return op === 'add' ? { of, to: 'is new' } : { of, to: 'is gone' }
  }
  const field = rest.join('.')
  return { of, field: wordsOf(rest), from: textAt(before, path, field), to: valueText(after, field, value) }
}

/** The name of a field as words: `held by desk` for `isHeldByDesk`. */
const wordsOf = (path: readonly (string | number)[]): string =>
  path
    .join(' ')
    .replace(/\b(?:is|was)(?=[A-Z])/g, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/\b[A-Z][a-z]/g, (start) => start.toLowerCase())

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
  'webhooks.deliveries': ({ webhooks }, slot) => {
    const delivery = webhooks.deliveries.get(slot)
    return `delivery of ${delivery ? webhooks.events.get(delivery.event)?.name : slot}`
  },
  'webhooks.pushes': byId('push', 'push'),
  'faults.expected': (_, slot) => `expectation ${slot + 1}`,
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
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && moneyFields.test(field)) return formatMoney(value)
  if (typeof value === 'number' && instantFields.test(field)) {
    return timeOf(world, value).slice(0, 23).replace('T', ' ')
  }
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '–')
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** The length at which values are cut. A new record is cut, too, because the request and the facts of the step show all of it. */
const LONGEST = 80
