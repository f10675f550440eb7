/** Partners: the customers of the API, each with credentials, a product and the audiences that its tokens are for. (§1, §5) */

import { LETTERS_AND_DIGITS, textsOf, uuidOf } from '../kernel/identity.ts'
import { streams } from '../streams.ts'
import type { World } from '../world.ts'
import type { Partner } from './room.ts'

/** A partner and what its code needs to call the bank (§5 rule 7). */
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

export type Service = 'banking' | 'loans'

/** A new partner for `slot`, with credentials of its own, to whom everything is allowed. */
export function newPartner(seed: number, slot: number, name: string, masterAccount: number): Partner {
  return {
    name,
    clientId: clientIdText(seed, streams.clientId, slot),
    clientSecret: clientSecretText(seed, streams.clientSecret, slot),
    masterAccount,
    policy: null,
  }
}

export function partnerRecord(world: World, slot: number): PartnerRecord {
  const { name, clientId, clientSecret } = world.access.partners.at(slot)
  const { seed } = world.settings
  return {
    id: partnerIdOf(seed, slot),
    productId: productIdOf(seed, slot),
    name,
    clientId,
    clientSecret,
    audience: audienceOf(world, 'banking'),
    loanAudience: audienceOf(world, 'loans'),
  }
}

/** The audience that names a service in a token request. */
export function audienceOf({ settings }: World, service: Service): string {
  return service === 'banking' ? settings.baseUrl : settings.loanBaseUrl
}

export const partnerIdOf = (seed: number, slot: number): string => uuidOf(seed, streams.partner, slot)
export const productIdOf = (seed: number, slot: number): string => uuidOf(seed, streams.product, slot)
