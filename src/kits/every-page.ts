/** Reading a list to its end, in the largest pages that there are. */
import type { Bank } from '../bank.ts'
import type { Page } from '../core/page.ts'
import type { Registration } from '../core/webhooks/registration.ts'
import type { WirePayment } from '../core/wires/wire.ts'

export function everyPage<Item>(list: (page: { pageNumber: number; pageSize: number }) => Page<Item>): Item[] {
  const records: Item[] = []
  for (let pageNumber = 1; ; pageNumber++) {
    const page = list({ pageNumber, pageSize: 50 })
    records.push(...page.results)
    if (!page.hasNextPage) return records
  }
}

export function everyWire(bank: Bank): WirePayment[] {
  return bank.partners.list().flatMap(({ id }) => everyPage((page) => bank.as(id).wires.list(page)))
}

export function everyRegistration(bank: Bank): Registration[] {
  return bank.partners.list().flatMap(({ id }) => everyPage((page) => bank.as(id).webhooks.list(page)))
}
