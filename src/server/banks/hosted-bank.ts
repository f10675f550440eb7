/**
 * One bank of a server. It answers at the addresses of the server and at its own, sends due pushes after each request, and waits for
 * receivers in real time. Calls that wait for receivers run one after the other. (§6)
 */

import type { Bank } from '../../bank/bank.ts'
import { type Port, portOf } from '../../bank/port.ts'
import { ManualTime } from '../../bank/shell/pushes/time-driver.ts'
import type { Asking } from '../../bank/shell/state/layer.ts'
import type { Snapshot } from '../../bank/shell/state/snapshot.ts'
import type { Addresses } from '../../contract/endpoint.ts'
import type { PartnerRecord } from '../../core/access/partner.ts'
import type { TokenResponse } from '../../core/access/token.ts'
import { InTurn } from '../../core/kernel/in-turn.ts'
import { formatInstant } from '../../core/kernel/time/instant.ts'
import { addressesAt, CONTROL, MAIN, prefixOf } from '../addresses.ts'
import type { ServerSettings } from '../options.ts'
import { Refusal } from '../refusal.ts'
import { TraceFeed } from '../trace/trace-feed.ts'
import { accessTokenOf, clientIdOf, ownTokenOf } from './credentials.ts'

/** What a client needs to know of a bank: addresses, credentials, account. */
export interface BankRecord {
  /** `main` for the bank that the server begins with. */
  readonly id: string
  /** The name in the call that opened the bank. */
  readonly name?: string
  readonly baseUrl: string
  readonly authUrl: string
  readonly loanBaseUrl: string
  readonly controlUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly audience: string
  readonly loanAudience: string
  readonly partnerId: string
  readonly productId: string
  readonly masterAccountNumber: string
  /** The time of the virtual clock. */
  readonly now: string
}

/** How many snapshots are kept. */
const MOST = 100

export class HostedBank {
  readonly addresses: Addresses
  readonly #port: Port
  /** The time of the last request, in milliseconds of the wall clock. */
  askedAt = 0
  /** Kept snapshots by their ids, oldest first. */
  readonly #kept = new Map<string, { readonly now: string; readonly snapshot: Snapshot }>()
  #nextSnapshot = 1
  readonly feed: TraceFeed
  readonly turns = new InTurn()
  /** Runs a call that waits for receivers after all earlier calls of this kind. */
  readonly inTurn = this.turns.run
  #isPlanned = false
  #defect: unknown

  constructor(
    readonly id: string,
    readonly bank: Bank,
    private readonly settings: ServerSettings,
    private readonly name?: string,
  ) {
    this.addresses = this.isMain ? settings.addresses : addressesAt(settings.origin, prefixOf(id))
    this.#port = portOf(bank)
    this.#port.time = Object.assign(new ManualTime(this.#port), { endsWithin: patient })
    this.feed = new TraceFeed(this.#port, settings.soon, name ?? (this.isMain ? 'The first bank' : `Bank ${id}`))
  }

  /** The bank for requests that name no bank. Its credentials have no id. */
  get isMain(): boolean {
    return this.id === MAIN
  }

  /** Answers a call. `isAtOwn`: whether the call came to this bank's own addresses; if so, links in the answer use these addresses. */
  answer(asking: Asking, isAtOwn: boolean): Promise<Response> {
    const { addresses, route } = this.settings
    return this.#port.handlerFor(isAtOwn ? this.addresses : addresses, route)(asking)
  }

  /** Clients may send the address of a service as the audience. Returns the bank's audience for it, or undefined for other texts. */
  audienceOf(asked: string): string | undefined {
    const { audience, loanAudience } = this.bank.partner
    if (asked === this.addresses.baseUrl) return audience
    return asked === this.addresses.loanBaseUrl ? loanAudience : undefined
  }

  /** A partner of this bank with the client id that clients use. */
  readonly named = (partner: PartnerRecord): PartnerRecord =>
    this.isMain ? partner : { ...partner, clientId: clientIdOf(partner.clientId, this.id) }

  /** A token of this bank in the form that clients use. */
  namedToken(token: TokenResponse): TokenResponse {
    return this.isMain ? token : { ...token, access_token: accessTokenOf(token.access_token, this.id) }
  }

  /** The token as the bank itself issued it. `accessToken` is in the form that clients use. */
  ownToken(accessToken: string): string {
    return this.isMain ? accessToken : ownTokenOf(accessToken, this.id)
  }

  get record(): BankRecord {
    const { id, name, addresses, bank } = this
    const { id: partnerId, productId, name: _, ...credentials } = this.named(bank.partner)
    return {
      id,
      ...(name !== undefined && { name }),
      ...addresses,
      controlUrl: this.settings.origin + CONTROL + prefixOf(id),
      ...credentials,
      partnerId,
      productId,
      masterAccountNumber: bank.masterAccount.accountNumber,
      now: formatInstant(bank.world.now, bank.world.settings.timeZone),
    }
  }

  /** Starts to send due pushes, and does not wait. If a defect of the bank appears meanwhile, the next control call throws it. */
  send(): void {
    const { outbox, outboxHead, pushMode } = this.#port.world.webhooks
    if (this.#isPlanned || pushMode === 'held' || outboxHead >= outbox.size) return
    this.#isPlanned = true
    this.inTurn(() => {
      this.#isPlanned = false
      return this.#port.sendDue()
    }).catch((defect: unknown) => {
      this.#defect = defect
    })
  }

  /** Throws the defect that appeared while pushes were sent, if there is one, and forgets it. */
  throwDefect(): void {
    const defect = this.#defect
    this.#defect = undefined
    if (defect !== undefined) throw defect
  }

  /** Keeps a snapshot, but only the newest hundred, and returns its id. */
  keep(snapshot: Snapshot): string {
    const id = String(this.#nextSnapshot++)
    this.#kept.set(id, { now: this.record.now, snapshot })
    const [oldest = id] = this.#kept.keys()
    if (this.#kept.size > MOST) this.#kept.delete(oldest)
    return id
  }

  get snapshots() {
    return [...this.#kept].map(([id, { now }]) => ({ id, now }))
  }

  kept(id: string): Snapshot {
    const kept = this.#kept.get(id)
    if (kept !== undefined) return kept.snapshot
    const ids = [...this.#kept.keys()]
    const fact = ids.length === 0 ? 'none is kept' : `the last hundred are kept, now "${ids[0]}" to "${ids.at(-1)}"`
    throw new Refusal(
      'snapshot_not_found',
      `Failed to restore the snapshot "${id}": ${fact}. Take its id from POST /snapshot.`,
    )
  }
}

/** Waits for a receiver without a limit, because `send` has its own timeout. Turns of the event loop cannot measure real time. */
async function patient(ended: Promise<unknown>): Promise<{ isEnded: true; spent: 0 }> {
  await Promise.allSettled([ended])
  return { isEnded: true, spent: 0 }
}
