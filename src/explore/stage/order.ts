/**
 * Orders: which of the pushes that wait could come first and make a difference. Where two pushes have nothing in common their order makes
 * none, so a push is moved forward only past one that it has something in common with.
 */
import type { Bank } from '../../bank/bank.ts'
import { slotOfUuid } from '../../core/kernel/identity.ts'
import { streams } from '../../core/streams.ts'
import type { DuePush } from '../../core/webhooks/push-record.ts'

/** The places among those that wait, from 1, of the pushes that could be moved before the first. */
export function goFirst(bank: Bank, pending: readonly DuePush[]): number[] {
  const topics = pending.map((push) => topicsOf(bank, push))
  return topics.flatMap((own, place) =>
    place > 0 && topics.slice(0, place).some((other) => other.some((topic) => own.includes(topic))) ? place : [],
  )
}

/** The subjects of a push: its resources, and the accounts of its payments. */
function topicsOf({ world }: Bank, { resources }: DuePush): string[] {
  return resources.flatMap((resource) => {
    const wire = slotOfUuid(world.settings.seed, streams.payment, resource.split('/').at(-1) ?? '')
    return wire === undefined ? [resource] : [resource, `account ${world.wires.payments.at(wire).order.subledger}`]
  })
}
