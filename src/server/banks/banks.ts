/**
 * The banks of a server: the first one, and those that clients open. A bank of a client is a fork of the template (a bank that serves no
 * requests), or has options of its own. Idle banks are closed, and the number of open banks is limited. (§1)
 */

import type { Bank } from '../../bank/bank.ts'
import { createBank } from '../../bank/create-bank.ts'
import { portOf } from '../../bank/port.ts'
import type { PushHandler } from '../../bank/shell/pushes/receiver.ts'
import type { BankOptions } from '../../bank/shell/state/options.ts'
import { UsageError } from '../../core/errors.ts'
import { MINUTE } from '../../core/kernel/time/instant.ts'
import { BANK_HEADER, MAIN, type Place, serviceNames, TEMPLATE } from '../addresses.ts'
import type { ServerSettings } from '../options.ts'
import { pushHandler } from '../pushes/push-handler.ts'
import { Refusal } from '../refusal.ts'
import { HostedBank } from './hosted-bank.ts'

export class Banks {
  /** The bank for requests that name no bank. */
  readonly first: HostedBank
  readonly #handler: PushHandler
  readonly #template: Bank
  /** Further banks by their ids, in the order of their last requests. */
  readonly #entries = new Map<string, HostedBank>()

  constructor(readonly settings: ServerSettings) {
    this.#handler = pushHandler(settings)
    const { banks: restored = new Map<string, Bank>() } = settings
    for (const bank of restored.values()) this.#take(bank)
    this.#template = restored.get(TEMPLATE) ?? this.#opened(TEMPLATE, this.#create({}))
    this.first = new HostedBank(
      MAIN,
      restored.get(MAIN) ?? this.#opened(MAIN, this.#template.fork(), TEMPLATE),
      settings,
    )
    for (const [id, bank] of restored) if (id !== MAIN && id !== TEMPLATE) this.#keep(id, bank)
  }

  /**
   * Opens a bank: a new one if there are options, otherwise a fork of the template. `name` is the name of the test that uses it.
   *
   * @throws {UsageError} if an option is invalid
   */
  open({ name, ...options }: BankOptions & { readonly name?: string } = {}): HostedBank {
    const own = Object.keys(options)
    const wrong = own.find((name) => serviceNames.includes(name))
    if (wrong !== undefined) {
      throw new UsageError(`Failed to open a bank: its ${wrong} is set by the server. Leave it out.`, [
        { path: wrong, message: 'is set by the server' },
      ])
    }
    return own.length > 0
      ? this.#add(() => this.#create(options), undefined, name)
      : this.#add(() => this.#template.fork(), TEMPLATE, name)
  }

  fork(of: HostedBank): HostedBank {
    return this.#add(() => of.bank.fork(), of.id)
  }

  /** Returns the bank that the path or the header names, and restarts its idle time. Undefined if neither names a bank. */
  named({ bankId }: Pick<Place, 'bankId'>, headers: Headers): HostedBank | undefined {
    const inPath = bankId?.toLowerCase()
    const inHeader = headers.get(BANK_HEADER)?.trim().toLowerCase()
    if (inPath && inHeader && inPath !== inHeader) {
      throw new Refusal(
        'bank_is_ambiguous',
        `Failed to choose the bank: the path names "${inPath}", and the header ${BANK_HEADER} names "${inHeader}". Name the same bank in both, or leave the header out.`,
      )
    }
    const id = inPath || inHeader
    if (!id) return undefined
    const hosted = this.find(id)
    if (hosted) return hosted
    throw new Refusal(
      'bank_not_found',
      `Failed to find a bank: ${this.goneFact(id)}. Open another one with POST /_vostro/banks.`,
    )
  }

  /** Returns the bank with an id, and restarts its idle time. Undefined if there is none. */
  find(id: string): HostedBank | undefined {
    if (id === MAIN) return this.first
    this.sweep()
    const hosted = this.#entries.get(id)
    return hosted && this.#asked(hosted)
  }

  goneFact(id: string): string {
    return `"${id.slice(0, LONGEST)}" was never here, was closed, or had no request for ${this.settings.idleFor / MINUTE} minutes`
  }

  /** Every bank except the first, in the order of their last requests. */
  get others(): HostedBank[] {
    return [...this.#entries.values()]
  }

  get all(): HostedBank[] {
    return [this.first, ...this.others]
  }

  close({ id, feed }: HostedBank): void {
    this.#entries.delete(id)
    feed.close()
    this.settings.closed?.(id)
  }

  /** Closes the banks that have been idle for too long. */
  sweep(): void {
    const oldest = this.settings.now() - this.settings.idleFor
    for (const hosted of this.#entries.values()) {
      if (hosted.askedAt > oldest) break
      this.close(hosted)
    }
  }

  #create(options: BankOptions): Bank {
    return this.#take(createBank({ ...this.settings.template, ...options }))
  }

  #take(bank: Bank): Bank {
    const port = portOf(bank)
    port.keep = this.settings.keep
    port.connectEvery(this.#handler)
    return bank
  }

  /** `from`: the id of the bank that the new one is forked from. */
  #add(make: () => Bank, from?: string, name?: string): HostedBank {
    this.sweep()
    const { mostBanks } = this.settings
    if (this.#entries.size < mostBanks) {
      const id = this.#newId()
      return this.#keep(id, this.#opened(id, make(), from, name), name)
    }
    throw new Refusal(
      'too_many_banks',
      `Failed to open a bank: the number of open banks is ${this.#entries.size}, and the limit is ${mostBanks}. Close a bank that you no longer need: DELETE /_vostro/banks/{id}.`,
    )
  }

  #opened(id: string, bank: Bank, from?: string, name?: string): Bank {
    this.settings.opened?.(id, bank, from, name)
    return bank
  }

  #keep(id: string, bank: Bank, name?: string): HostedBank {
    return this.#asked(new HostedBank(id, bank, this.settings, name))
  }

  /** Restarts the idle time of a bank, and moves the bank to the end of the list. */
  #asked(hosted: HostedBank): HostedBank {
    hosted.askedAt = this.settings.now()
    this.#entries.delete(hosted.id)
    this.#entries.set(hosted.id, hosted)
    return hosted
  }

  #newId(): string {
    for (;;) {
      const id = Array.from(this.settings.random(8), (byte) => byte.toString(16).padStart(2, '0')).join('')
      if (!this.#entries.has(id)) return id
    }
  }
}

/** How many characters of an unknown id a message shows. */
const LONGEST = 40
