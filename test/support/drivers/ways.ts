/** The two ways in which a story runs, by name, for `it.each`. */
import type { Bank } from 'vostro'
import { functionPartner } from './function-partner.ts'
import { httpPartner } from './http-partner.ts'
import type { Partner } from './partner.ts'

export const ways: readonly [name: string, partnerOf: (bank: Bank) => Partner][] = [
  ['function API', functionPartner],
  ['HTTP edge', httpPartner],
]
