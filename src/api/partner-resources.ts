import type { PartnerRecord } from '../core/access/partner.ts'
import type { MasterAccount } from '../core/accounts/account-record.ts'
import type { Delivery } from '../shell/push-sender.ts'
import type { Shell } from '../shell/shell.ts'
import { type Accounts, accounts } from './accounts.ts'
import { type Holds, holds } from './holds.ts'
import { type Loans, loans } from './loans.ts'
import { type Policies, policies } from './policies.ts'
import { type Restrictions, restrictions } from './restrictions.ts'
import { type Subledgers, subledgers } from './subledgers.ts'
import { type Tokens, tokens } from './tokens.ts'
import { type Transactions, transactions } from './transactions.ts'
import { type Webhooks, webhooks } from './webhooks.ts'
import { type Wires, wires } from './wires.ts'

/** What a partner can do at the bank, and sees there: its own records alone. */
export interface PartnerResources {
  readonly tokens: Tokens
  readonly accounts: Accounts
  readonly subledgers: Subledgers
  readonly restrictions: Restrictions
  readonly policies: Policies
  readonly holds: Holds
  readonly transactions: Transactions
  readonly wires: Wires
  readonly webhooks: Webhooks
  readonly loans: Loans
}

/** A partner at the bank: who it is, its first master account as it is now, and its resources. */
export interface PartnerView extends PartnerResources {
  /** The partner, with credentials. */
  readonly partner: PartnerRecord
  /** Its master account as it is now; funded from the start, by default with 1,000,000.00. */
  readonly masterAccount: MasterAccount
}

/** The resources of the partner at `partner`. */
export function partnerResources(shell: Shell, delivery: Delivery, partner: number): PartnerResources {
  const access = { shell, actor: { kind: 'partner', partner } } as const
  return {
    tokens: tokens(access, partner),
    accounts: accounts(access),
    subledgers: subledgers(access),
    restrictions: restrictions(access),
    policies: policies(access),
    holds: holds(access),
    transactions: transactions(access),
    wires: wires(access),
    webhooks: webhooks(access, delivery),
    loans: loans(access),
  }
}
