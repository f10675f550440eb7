/**
 * Restriction policies: the activities that the bank allows for a product. A transaction is posted only if an entry of the policy allows it
 * and no restriction of its account blocks it. (§2.8 rule 7)
 */
import { productIdOf, slotOfPartner } from '../access/partner.ts'
import type { AllowedActivity } from '../access/state.ts'
import type { Activity } from '../ledger/activity.ts'
import { isRejection, type Rejection, reject } from '../rejection.ts'
import { maySee, type Reading, type Turn } from '../turn.ts'
import type { World } from '../world.ts'

/** The restriction policy of a product. */
export interface Policy {
  /** UUID; `bank.partner.productId`. */
  productId: string
  /** The allowed activities; null allows everything. */
  allowed: AllowedActivity[] | null
}

export function setPolicy(turn: Turn, { productId, allowed }: Policy): Policy | Rejection {
  const { world } = turn
  // Refusals.
  const partner = findProduct(turn, productId, 'set the policy of')
  if (isRejection(partner)) return partner
  if (turn.actor.kind === 'partner') {
    return reject(
      'policy_is_internal',
      `Failed to set the policy of the product "${productId}": only the bank sets policies, and the user is a Partner user. Ask the bank: bank.desk.policies. (§2.8)`,
    )
  }

  // Nothing is refused from here on.
  world.access.partners = world.access.partners.update(partner, { policy: allowed })
  turn.tell({ what: 'policy.changed', productId, allowed: allowed?.length ?? null })
  return policyRecord(world, partner)
}

export function getPolicy(reading: Reading, { productId }: { productId: string }): Policy | Rejection {
  const partner = findProduct(reading, productId, 'read the policy of')
  if (isRejection(partner)) return partner
  return policyRecord(reading.world, partner)
}

export function allows({ world }: Reading, partner: number, activity: Activity): boolean {
  const { policy } = world.access.partners.at(partner)
  if (policy === null) return true
  const names = ['rail', 'transactionType', 'transactionCode'] as const
  return policy.some((entry) => names.every((name) => (entry[name] ?? activity[name]) === activity[name]))
}

function policyRecord(world: World, partner: number): Policy {
  const { policy } = world.access.partners.at(partner)
  return {
    productId: productIdOf(world, partner),
    allowed: policy === null ? null : policy.map((entry) => ({ ...entry })),
  }
}

// Each partner has one product, and both have the same slot.
function findProduct({ world, actor }: Reading, id: string, verb: string): number | Rejection {
  const slot = slotOfPartner(world, 'productId', id)
  if (slot !== undefined && maySee(actor, slot)) return slot
  return reject(
    'product_not_found',
    `Failed to ${verb} the product "${id}": this partner has no such product. Take bank.partner.productId. (§2.8)`,
  )
}
