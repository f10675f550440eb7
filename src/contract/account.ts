/** Master accounts: what the function API takes to open one and to change its status. (§2.9) */
import * as z from 'zod'
import { getAccount, listAccounts, type OpenAccount, openAccount } from '../core/accounts/account.ts'
import { accountStatuses } from '../core/accounts/account-status.ts'
import { setAccountStatus } from '../core/accounts/set-account-status.ts'
import { ledgerTypes } from '../core/accounts/state.ts'
import { namesOf } from '../core/kernel/names.ts'
import { inquiry, operation } from './operation.ts'
import { balance, choiceOf } from './primitives.ts'
import { waivable } from './statement.ts'

export const title = z
  .string()
  .min(1, 'must not be empty')
  .refine(
    (text) => text.length <= 255,
    waivable('subledgers.titleLength', 'must have at most 255 characters', { maxLength: 255 }),
  )
export const ledgerType = choiceOf(ledgerTypes)
export const accountStatus = choiceOf(namesOf(accountStatuses))

export const accountRequest = z.strictObject({
  title: title.optional(),
  balance: balance.optional(),
  ledgerType: ledgerType.optional(),
}) satisfies z.ZodType<OpenAccount>

// biome-ignore format: read it as a table
export const accountOperations = {
  'accounts.open': operation(openAccount, 'open an account', '§2.9', accountRequest),
  'accounts.setStatus': operation(setAccountStatus, 'change the status of', '§2.9', accountStatus),
  'accounts.get': inquiry(getAccount, 'read the account', '§2.9'),
  'accounts.list': inquiry(listAccounts, 'list accounts', '§2.9'),
} as const
