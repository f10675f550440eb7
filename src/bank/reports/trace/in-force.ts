/** What is in force at a running bank until it is removed: faults, restrictions and registrations, each as a line; and when pushes go. */
import { restrictionRecord } from '../../../core/accounts/restriction.ts'
import { listFaults } from '../../../core/faults/fault.ts'
import { formatMoney } from '../../../core/kernel/money.ts'
import { registrationRecord } from '../../../core/webhooks/registration.ts'
import type { World } from '../../../core/world.ts'
import type { InForce } from './trace-data.ts'

export function inForceOf(world: World): InForce {
  const { accounts, webhooks } = world
  const placed = [...accounts.masters].flatMap(({ restrictions }) => [...restrictions])
  return {
    pushMode: webhooks.pushMode,
    faults: listFaults({ world }).map(({ id, fault, endpoint, event, nth, uses }) => {
      const which = [nth === undefined ? '' : `number ${nth}`, uses === undefined ? '' : `at most ${uses} times`]
      return { id, text: lineOf([fault, endpoint ?? event ?? '', ...which]) }
    }),
    restrictions: placed.map((slot) => {
      const { id, type, accountNumber, subAccountNumber, appliesTo, amountThreshold, ...criteria } = restrictionRecord(
        world,
        slot,
      )
      const { rail, transactionType, otherAccountType, transactionCode, reason } = criteria
      const from = amountThreshold === null ? '' : `from ${formatMoney(amountThreshold)}`
      const what = [rail, transactionType, otherAccountType, transactionCode].map((each) => each ?? '')
      return { id, text: lineOf([type, subAccountNumber ?? `${accountNumber} (${appliesTo})`, ...what, from, reason]) }
    }),
    registrations: webhooks.registered.map((slot) => {
      const { id, partnerId, eventName, callbackUrl, status } = registrationRecord(world, slot)
      const partner = world.webhooks.registrations.at(slot).partner === 0 ? {} : { partner: partnerId }
      return { id, ...partner, text: lineOf([eventName, callbackUrl, status]) }
    }),
  }
}

const lineOf = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ')
