/** The table of payments, and the journal, which gets an entry when the money of a payment has moved. */
import type { Database } from './database.ts'

export interface Payment {
  /** The number of the invoice. */
  readonly id: string
  /** Minor units. */
  readonly amount: number
  readonly state: 'queued' | 'sending' | 'sent' | 'completed' | 'failed'
  /** The idempotency key, the same for each attempt. */
  readonly key: string
  /** The bank's id of the payment. */
  readonly bankId: string | null
}

export const schema = `
  drop table if exists payments;
  drop table if exists journal;
  create table payments (
    id text primary key,
    amount integer not null,
    key text not null,
    state text not null,
    takenUntil integer not null default 0,
    bankId text
  );
  create table journal (
    payment text primary key,
    amount integer not null
  )`

const MINUTE = 60_000

export class Payments {
  constructor(private readonly database: Database) {}

  /** Puts a payment into the queue. A second call for the same invoice does nothing. */
  async add(id: string, amount: number): Promise<void> {
    const sql = `
      insert or ignore into payments (id, amount, key, state)
      values ($id, $amount, $key, 'queued')`
    const values = { $id: id, $amount: amount, $key: crypto.randomUUID() }
    await this.database.query(sql, values)
  }

  /** Takes the next payment out of the queue. */
  async take(): Promise<Payment | undefined> {
    const sql = `
      update payments set state = 'sending', takenUntil = $until
      where id = (
        select id from payments
        where state = 'queued' or (state = 'sending' and takenUntil <= $now)
        limit 1
      )
      returning *`
    const values = { $now: Date.now(), $until: Date.now() + 5 * MINUTE }
    const [payment] = await this.database.query<Payment>(sql, values)
    return payment
  }

  async putBack(id: string): Promise<void> {
    await this.database.query(`update payments set state = 'queued' where id = $id and state = 'sending'`, { $id: id })
  }

  async sent(id: string, bankId: string): Promise<void> {
    // A push may have completed the payment already.
    const sql = `update payments set state = 'sent', bankId = $bankId where id = $id and state = 'sending'`
    await this.database.query(sql, { $id: id, $bankId: bankId })
  }

  async completed(id: string, bankId: string): Promise<void> {
    const entry = `
      insert or ignore into journal (payment, amount)
      select id, amount from payments where id = $id`
    await this.database.query(entry, { $id: id })
    const sql = `update payments set state = 'completed', bankId = $bankId where id = $id`
    await this.database.query(sql, { $id: id, $bankId: bankId })
  }

  async failed(id: string): Promise<void> {
    await this.database.query(`update payments set state = 'failed' where id = $id`, { $id: id })
  }

  async all(): Promise<Payment[]> {
    return await this.database.query<Payment>('select * from payments')
  }

  async inJournal(): Promise<number> {
    const [row] = await this.database.query<{ total: number }>('select total(amount) as total from journal')
    return row?.total ?? 0
  }
}
