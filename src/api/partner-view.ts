import { type PartnerRecord, partnerRecord } from '../core/access/partner.ts'
import { type MasterAccount, masterAccountRecord } from '../core/accounts/account-record.ts'
import type { PushSender } from '../shell/push-sender.ts'
import type { Shell } from '../shell/shell.ts'
import { type Accounts, accounts } from './accounts.ts'
import type { Access } from './calls.ts'
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
export type PartnerResources = Omit<PartnerView, 'partner' | 'masterAccount'>

/** A partner at the bank: who it is, its first master account as it is now, and its resources. */
export class PartnerView {
  /** Made when they are first asked for: a bank that is forked costs what is used of it. */
  readonly #resources: { -readonly [Name in keyof PartnerResources]?: PartnerResources[Name] } = {}
  readonly #shell: Shell
  readonly #sender: PushSender
  readonly #slot: number

  /** @internal */
  constructor(shell: Shell, sender: PushSender, slot: number) {
    this.#shell = shell
    this.#sender = sender
    this.#slot = slot
  }

  /** The partner, with credentials. */
  get partner(): PartnerRecord {
    this.#shell.throwDefect()
    return partnerRecord(this.#shell.state.world, this.#slot)
  }
  /** Its master account as it is now; funded from the start, by default with 1,000,000.00. */
  get masterAccount(): MasterAccount {
    this.#shell.throwDefect()
    const { world } = this.#shell.state
    return masterAccountRecord(world, world.access.partners.at(this.#slot).masterAccount)
  }
  get tokens(): Tokens {
    this.#resources.tokens ??= tokens(this.#access, this.#slot)
    return this.#resources.tokens
  }
  get accounts(): Accounts {
    this.#resources.accounts ??= accounts(this.#access)
    return this.#resources.accounts
  }
  get subledgers(): Subledgers {
    this.#resources.subledgers ??= subledgers(this.#access)
    return this.#resources.subledgers
  }
  get restrictions(): Restrictions {
    this.#resources.restrictions ??= restrictions(this.#access)
    return this.#resources.restrictions
  }
  get policies(): Policies {
    this.#resources.policies ??= policies(this.#access)
    return this.#resources.policies
  }
  get holds(): Holds {
    this.#resources.holds ??= holds(this.#access)
    return this.#resources.holds
  }
  get transactions(): Transactions {
    this.#resources.transactions ??= transactions(this.#access)
    return this.#resources.transactions
  }
  get wires(): Wires {
    this.#resources.wires ??= wires(this.#access)
    return this.#resources.wires
  }
  get webhooks(): Webhooks {
    this.#resources.webhooks ??= webhooks(this.#access, this.#sender)
    return this.#resources.webhooks
  }
  get loans(): Loans {
    this.#resources.loans ??= loans(this.#access)
    return this.#resources.loans
  }

  get #access(): Access {
    return { shell: this.#shell, actor: { kind: 'partner', partner: this.#slot } }
  }
}
