/** Stores of other kinds: transactions that are literals, and a queue of transactions that a crash leaves locked. */
import { expect, it } from 'vitest'
import { explore, type Scene } from 'vostro/explore'

interface Transaction {
  get(key: string): Promise<string | undefined>
  put(key: string, value: string): Promise<void>
}

/** Runs one transaction after another, each of them a literal; it outlives the process. */
class Database {
  readonly rows = new Map<string, string>()
  #last: Promise<unknown> = Promise.resolve()
  async transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const { rows } = this
    const get = async (key: string) => rows.get(key)
    const put = async (key: string, value: string) => void rows.set(key, value)
    const run = this.#last.then(() => work({ get, put }))
    this.#last = run.catch(() => {})
    return await run
  }
}

const payOnce = async ({ process, sleep, eventually }: Scene) => {
  const database = new Database()
  const service = await process(({ store, every }) => {
    const client = store(database)
    every({ minutes: 5 }, () => {})
    return {
      pay: (id: string) =>
        client.transaction(async (transaction) => {
          if (!(await transaction.get(id))) await transaction.put(id, 'to be paid')
        }),
    }
  })
  const pay = () => service.ask((api) => api.pay('INVOICE 1'))
  await pay().catch(() => sleep({ minutes: 5 }).then(pay))
  eventually(() => expect(database.rows.has('INVOICE 1')).toBe(true))
}

it('wraps a literal that a store hands to a callback [§6]', async () => {
  const { failures, timeline } = await explore(payOnce, { only: 'storeFails@store2' })

  expect(failures).toEqual([])
  expect(timeline).toBeDefined()
})
