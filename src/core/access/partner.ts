/** Partners: the customers of the API, each with credentials, a product and the audiences of its tokens. (§1, §5) */
import { LETTERS_AND_DIGITS, textsOf, uuidOf } from '../kernel/identity.ts'
import { streams } from '../streams.ts'
import type { Draft, World } from '../world.ts'
import { audienceOf } from './authenticate.ts'
import type { Partner, PartnerIdentity } from './state.ts'

/** A partner, with all that its code needs to call the bank (§5 rule 7). */
export interface PartnerRecord {
  /** UUID; the `partnerId` of a webhook registration. */
  id: string
  productId: string
  name: string
  clientId: string
  clientSecret: string
  /** The audience of a token for the banking API. */
  audience: string
  /** The audience of a token for the loan service. */
  loanAudience: string
}

const clientIdText = textsOf(LETTERS_AND_DIGITS, 32)
const clientSecretText = textsOf(LETTERS_AND_DIGITS, 64)

export function newPartner(
  seed: number,
  slot: number,
  { name, masterAccount, ...identity }: PartnerIdentity & { name: string; masterAccount: number },
): Partner {
  return {
    id: identity.id?.toLowerCase() ?? uuidOf(seed, streams.partner, slot),
    productId: identity.productId?.toLowerCase() ?? uuidOf(seed, streams.product, slot),
    name,
    clientId: identity.clientId ?? clientIdText(seed, streams.clientId, slot),
    clientSecret: identity.clientSecret ?? clientSecretText(seed, streams.clientSecret, slot),
    masterAccount,
    policy: null,
  }
}

export function partnerRecord(world: World, slot: number): PartnerRecord {
  const { masterAccount: _, policy: __, ...identity } = world.access.partners.at(slot)
  return { ...identity, audience: audienceOf(world, 'banking'), loanAudience: audienceOf(world, 'loans') }
}

export const partnerIdOf = (world: World, slot: number): string => world.access.partners.at(slot).id
export const productIdOf = (world: World, slot: number): string => world.access.partners.at(slot).productId

const partnerKeys = ['id', 'productId', 'clientId'] as const
export type PartnerKey = (typeof partnerKeys)[number]

/** A UUID may be in upper or lower case. */
export function slotOfPartner({ access }: World, by: PartnerKey, text: string): number | undefined {
  return access.partnerKeys.get(`${by} ${by === 'clientId' ? text : text.toLowerCase()}`)
}

/** Returns the name of the first key of `partner` that another partner has already, or undefined. */
export function takenBy(world: World, partner: Partner): PartnerKey | undefined {
  return partnerKeys.find((by) => slotOfPartner(world, by, partner[by]) !== undefined)
}

export function addPartnerState(world: Draft, partner: Partner): void {
  const slot = world.access.partners.size
  world.access.partners = world.access.partners.add(partner)
  for (const by of partnerKeys) {
    world.access.partnerKeys = world.access.partnerKeys.set(`${by} ${partner[by]}`, slot)
  }
}
