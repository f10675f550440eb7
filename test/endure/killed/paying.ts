/**
 * Clients of one bank of a server that may be killed at any moment: they pay and move its clock over HTTP, and know what was
 * acknowledged and what they never got an answer to. Of the first must be there all, of the second each as a whole or not at all.
 */
import { expect } from 'vitest'
import { clientOf, control, type ServedClient } from '../../support/served-client.ts'
import type { Served, Told } from '../../support/vostro-process.ts'
import { outboundWire } from '../../support/wire.ts'

interface Wire {
  readonly id: string
  readonly purpose: string
  readonly status: string
  readonly posting: string
  readonly amount: number
}

/** So many clients pay at the same time, beside the one that moves the clock. */
const PAYERS = 2
const MINUTE = 60_000

export class Paying {
  /** The ids of wires that were acknowledged, by their purpose. */
  readonly #paid = new Map<string, string>()
  /** The purposes of those that were asked for, and no answer came. */
  #asked = new Set<string>()
  #clock: number
  /** The minutes by which the clock was to move, and no answer came. */
  #moving = 0
  #count = 0
  #told: Told
  readonly #opening: number

  private constructor(told: Told, opening: number) {
    this.#told = told
    this.#clock = Date.parse(told.now)
    this.#opening = opening
  }

  /** The clients of a bank that nobody has asked for anything yet. */
  static async begin(told: Told): Promise<Paying> {
    const { currentBalance } = await accountOf(told)
    return new Paying(told, currentBalance)
  }

  /** Pays and moves the clock until the server is gone; `acknowledged` is called for each answer. */
  async go(acknowledged: () => void): Promise<void> {
    const client = await clientOf(this.#told).catch(() => undefined)
    if (client === undefined) return
    const until = async (run: () => Promise<void>) => {
      for (;;) {
        try {
          await run()
        } catch {
          return
        }
        acknowledged()
      }
    }
    await Promise.all([
      ...Array.from({ length: PAYERS }, () => until(() => this.#pay(client, `wire ${++this.#count}`))),
      until(() => this.#advance(1 + (++this.#count % 20))),
    ])
  }

  async #pay(client: ServedClient, purpose: string): Promise<void> {
    this.#asked.add(purpose)
    const wire = outboundWire(this.#told.masterAccountNumber, { amount: amountOf(purpose), purpose })
    const { status, body } = await client.call('POST', '/wires/v1/payments', wire, { 'idempotency-key': purpose })
    expect(status).toBe(200)
    const { id } = body as Wire
    this.#asked.delete(purpose)
    this.#paid.set(purpose, id)
  }

  async #advance(minutes: number): Promise<void> {
    this.#moving = minutes
    const { now } = (await control(this.#told, 'POST', '/clock/advance', { minutes })) as { now: string }
    this.#clock = Date.parse(now)
    this.#moving = 0
  }

  /** Holds the bank of a server that was started again against what its clients know; what has no answer yet is asked for again. */
  async expectKept(served: Served): Promise<void> {
    const { id, clientId } = this.#told as Told & { readonly id?: string }
    const controlUrl = id === undefined ? served.controlUrl : `${served.origin}/_vostro/banks/${id}`
    this.#told = { ...((await control({ ...served, controlUrl }, 'GET', '')) as Told), controlUrl }
    if (id === undefined) delete (this.#told as { id?: string }).id
    expect(this.#told.clientId).toBe(clientId)
    this.#expectClock(Date.parse(this.#told.now), id === undefined)
    const client = await clientOf(this.#told)
    await this.#expectWires(client, [...this.#paid.keys()], [...this.#asked])
    for (const purpose of [...this.#asked]) await this.#pay(client, purpose)
    await this.#expectWires(client, [...this.#paid.keys()], [])
  }

  /** An advance is one operation from each push to the next: where it tells somebody on the way, the clock may stand there. */
  #expectClock(now: number, tellsSomebody: boolean): void {
    const [before, after] = [this.#clock, this.#clock + this.#moving * MINUTE]
    if (now !== before && now !== after) {
      expect([tellsSomebody, before < now, now < after]).toEqual([true, true, true])
    }
    this.#clock = now
    this.#moving = 0
  }

  /** Every wire that must be there is, and of those that may be each at most once; the money of each is where its status says. */
  async #expectWires(client: ServedClient, paid: readonly string[], maybe: readonly string[]): Promise<void> {
    const wires = await everyWire(client)
    const ids = new Map(wires.map(({ purpose, id }) => [purpose, id]))
    expect(ids.size).toBe(wires.length)
    expect(paid.filter((purpose) => ids.get(purpose) !== this.#paid.get(purpose))).toEqual([])
    expect([...ids.keys()].filter((purpose) => !this.#paid.has(purpose) && !maybe.includes(purpose))).toEqual([])
    expect(wires.filter(({ purpose, amount }) => amount !== amountOf(purpose))).toEqual([])
    const sumOf = (some: readonly Wire[]) => some.reduce((sum, { amount }) => sum + amount, 0)
    const { currentBalance, availableBalance } = await accountOf(this.#told)
    expect(this.#opening - currentBalance).toBe(sumOf(wires.filter(({ posting }) => posting === 'Posted')))
    expect(this.#opening - availableBalance).toBe(sumOf(wires.filter(({ status }) => status !== 'Created')))
  }
}

/** Another for each wire, so that none can stand for another. */
const amountOf = (purpose: string): number => Number(purpose.replace('wire ', ''))

async function everyWire({ call }: ServedClient): Promise<Wire[]> {
  const wires: Wire[] = []
  for (let pageNumber = 1; ; pageNumber++) {
    const { body } = await call('GET', `/wires/v1/payments?pageSize=50&pageNumber=${pageNumber}`)
    const { results, hasNextPage } = body as { results: Wire[]; hasNextPage: boolean }
    wires.push(...results)
    if (!hasNextPage) return wires
  }
}

async function accountOf(told: Told) {
  const account = await control(told, 'GET', `/accounts/${told.masterAccountNumber}`)
  return account as { readonly currentBalance: number; readonly availableBalance: number }
}
