import { type PartnerRecord, partnerRecord } from '../../core/access/partner.ts'
import { type MasterAccount, masterAccountRecord } from '../../core/accounts/account-record.ts'
import { AssumptionNotes } from '../../core/assumptions/notes.ts'
import { INTERNAL, readingOf } from '../../core/turn.ts'
import type { PushSender } from '../shell/pushes/push-sender.ts'
import type { Shell } from '../shell/state/shell.ts'
import { type Accounts, accounts, type Subledgers, subledgers } from './accounts.ts'
import type { Access } from './checked-call.ts'
import { type Loans, loans } from './loans.ts'
import { type Tokens, tokens } from './partners.ts'
import { type Holds, holds, type Policies, policies, type Restrictions, restrictions } from './restrictions.ts'
import { type Transactions, transactions } from './transactions.ts'
import { type Webhooks, webhooks } from './webhooks.ts'
import { type Wires, wires } from './wires.ts'

type PartnerResources = Omit<PartnerView, 'partner' | 'masterAccount'>

/** A partner at the bank: who it is, its first master account as it is now, and its resources. */
export class PartnerView {
  /** The resources made so far. Each is made at its first use, so that a fork makes no resource that it never uses. */
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
  /** The partner's first master account as it is now. It has money from the start, by default 1,000,000.00. */
  get masterAccount(): MasterAccount {
    this.#shell.throwDefect()
    const { world } = this.#shell.state
    const unnoted = readingOf(world, INTERNAL, new AssumptionNotes('masterAccount'))
    return masterAccountRecord(unnoted, world.access.partners.at(this.#slot).masterAccount)
  }
  get tokens(): Tokens {
    return this.#resource('tokens', (access) => tokens(access, this.#slot))
  }
  get accounts(): Accounts {
    return this.#resource('accounts', accounts)
  }
  get subledgers(): Subledgers {
    return this.#resource('subledgers', subledgers)
  }
  get restrictions(): Restrictions {
    return this.#resource('restrictions', restrictions)
  }
  get policies(): Policies {
    return this.#resource('policies', policies)
  }
  get holds(): Holds {
    return this.#resource('holds', holds)
  }
  get transactions(): Transactions {
    return this.#resource('transactions', transactions)
  }
  get wires(): Wires {
    return this.#resource('wires', (access) => wires(access, () => this.masterAccount.accountNumber))
  }
  get webhooks(): Webhooks {
    return this.#resource('webhooks', (access) => webhooks(access, this.#sender, () => this.partner.id))
  }
  get loans(): Loans {
    return this.#resource('loans', loans)
  }

  #resource<Name extends keyof PartnerResources>(
    name: Name,
    make: (access: Access) => PartnerResources[Name],
  ): PartnerResources[Name] {
    const actor = { kind: 'partner', partner: this.#slot } as const
    return lazily(this.#resources, name, () => make({ shell: this.#shell, actor }) as never)
  }
}

/** Returns `parts[name]`. The first call for a name makes that part. */
export function lazily<Parts extends object, Name extends keyof Parts>(
  parts: Parts,
  name: Name,
  make: () => NonNullable<Parts[Name]>,
): NonNullable<Parts[Name]> {
  const made = parts[name] ?? make()
  parts[name] = made
  return made
}
