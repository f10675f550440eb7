/** How a record of the world is called where its changes are told: by what a partner knows of it. */
import { masterAccountNumber } from '../../../core/accounts/account-number.ts'
import { numberOfSubledger } from '../../../core/accounts/lookup.ts'
import { uuidOf } from '../../../core/kernel/identity.ts'
import { formatMoney } from '../../../core/kernel/money.ts'
import { formatInstant } from '../../../core/kernel/time/instant.ts'
import { streams } from '../../../core/streams.ts'
import { short } from '../../../core/telling.ts'
import type { World } from '../../../core/world.ts'

type Name = (world: World, slot: number) => string

const byId =
  (noun: string, stream: keyof typeof streams): Name =>
  ({ settings }, slot) =>
    `${noun} ${short(uuidOf(settings.seed, streams[stream], slot))}`

/** By the path of their table. */
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

/** What a record is called. */
export function recordName(world: World, table: string, slot: number): string {
  return names[table]?.(world, slot) ?? `${table}[${slot}]`
}

const moneyFields = /(?:^|\.)(?:amount|current|reserved|held|deposits|balance|amountThreshold)$|^ledger\.settlement\./
const instantFields = /(?:At|until|^now)$/

/** A value of a field as a person reads it. */
export function valueText(world: World, field: string, value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'number' && moneyFields.test(field)) return formatMoney(value)
  if (typeof value === 'number' && instantFields.test(field)) {
    return formatInstant(value, world.settings.timeZone).slice(0, 23).replace('T', ' ')
  }
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '–')
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** More of a value is not shown: a record that came is told by its request and its facts. */
const LONGEST = 80
