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

const payOnce =
  (tick?: (now: string) => void) =>
  async ({ bank, process, sleep, eventually }: Scene) => {
    const database = new Database()
    const service = await process(({ store, every }) => {
      const client = store(database)
      if (tick) every({ hours: 1 }, () => tick(bank.clock.now))
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

it('wraps an object literal that a store passes to a callback [§6]', async () => {
  const { failures, timeline } = await explore(payOnce(), { only: 'storeFails@store2' })

  expect(failures).toEqual([])
  expect(timeline).toBeDefined()
})

it('ends if a crash has locked the store for good, and says what the scenario waits for [§6]', async () => {
  const { failures } = await explore(payOnce(), { only: 'crashBeforeStore@store2' })

  expect(failures).toHaveLength(1)
  expect(failures[0]?.message).toMatch(
    /It waits for ask\(\) number 2 \(stores\.test\.ts:\d+\) since 2026-03-02 09:05:00, and for store\.transaction since 2026-03-02 09:05:00\.$/,
  )
})

it('ends during a run that hangs when the time is up, and says what it waits for [§6]', async () => {
  const controller = new AbortController()
  const { signal } = controller
  // Runs that do not hang are over by then.
  const tick = (now: string) => (now > '2026-03-20' ? controller.abort() : undefined)

  const exploration = await explore(payOnce(tick), { only: 'crashBeforeStore@store2', signal })

  const { cutBy, complete, failures, warnings } = exploration
  expect([cutBy, complete, failures.length]).toEqual(['signal', false, 0])
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toMatch(
    /^The scenario had not ended when the time of the exploration was up\. It waits for ask\(\) number 2 .* First in the run crashBeforeStore@store2\.$/,
  )
})
