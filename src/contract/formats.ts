/** The formats of JSON Schema that are this bank's own: what a pattern cannot say of a text. (§2.2, §2.9) */
import * as z from 'zod'
import { isAccountNumber } from '../core/accounts/account-number.ts'
import { isRoutingNumber } from '../core/wires/routing-number.ts'

const address = z.url({ protocol: /^https?$/ })

/** Each with the check of a text. */
export const formats = {
  /** The last digit is a Luhn digit. */
  'account-number': (text: string): boolean => isAccountNumber(text),
  /** The last digit is right by the weights 3 7 1. */
  'routing-number': (text: string): boolean => isRoutingNumber(text),
  /** A http or https address as browsers read it. */
  'http-address': (text: string): boolean => address.safeParse(text).success,
} as const
