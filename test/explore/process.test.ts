/** Processes that end, and stores that fail. */
import { expect, it } from 'vitest'
import { type Ends, explore, type Scene } from 'vostro/explore'
import { outboundWire } from '../support/wire.ts'

class Rows {
  readonly #rows = new Map<string, string>()
  async get(key: string) {
    return this.#rows.get(key)
  }
  async put(key: string, value: string) {
    this.#rows.set(key, value)
  }
}

type Habit = 'writesFirst' | 'writesAfterwards' | 'keepsItInMemory'

/** Pays one order, which a user asks for again when the service does not answer. */
const payOnce =
  (habit: Habit) =>
  async ({ bank, process }: Scene) => {
    const rows = new Rows()
    const request = outboundWire(bank, { amount: 10_000 })
    const service = await process(({ fetch, store }: Ends) => {
      const table = store(rows)
      const memory = new Rows()
      let keys = 0
      const pay = async (): Promise<void> => {
        const kept = habit === 'keepsItInMemory' ? memory : table
        let key = await kept.get('key')
        if (await kept.get('paid')) return
        key ??= `key ${++keys} ${crypto.randomUUID()}`
        if (habit !== 'writesAfterwards') await kept.put('key', key)
        const { access_token } = bank.tokens.issue()
        const headers = {
          authorization: `Bearer ${access_token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        }
        const init = { method: 'POST', headers, body: JSON.stringify(request) }
        const response = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, init)
        if (!response.ok) throw new Error(`answered ${response.status}`)
        await kept.put('paid', 'yes')
      }
      return { pay }
    })
    for (let attempt = 1; ; attempt++) {
      try {
        return await service.ask(({ pay }) => pay())
      } catch (error) {
        if (attempt === 4) throw error
      }
    }
  }

it('finds nothing if the key is stored before the call [§2.3]', async () => {
  const { failures } = await explore(payOnce('writesFirst'), { depth: 1 })

  expect(failures.map(({ run, message }) => `${run}: ${message}`)).toEqual([])
})

it.each<[Habit, string]>([
  ['writesAfterwards', 'crashAfter@1'],
  ['keepsItInMemory', 'crashAfter@1'],
])('finds that a service %s by ending its process in the run %s [§2.3]', async (habit, run) => {
  const { failures } = await explore(payOnce(habit), { depth: 1 })

  const runs = failures.flatMap((failure) => [failure.run, ...failure.alsoIn])
  expect(runs).toContain(run)
  expect(failures[0]?.message).toMatch(/^One intent became 2 wires/)
})

it('lets each call of a store fail, before and after it takes effect [§6]', async () => {
  const { failures } = await explore(
    async ({ store }) => {
      const rows = store(new Rows())
      await rows.put('a', '1')
    },
    { depth: 1 },
  )

  expect(failures.flatMap(({ run, alsoIn }) => [run, ...alsoIn])).toEqual([
    'storeFails@store1',
    'storeAnswerLost@store1',
  ])
  expect(failures[0]?.changes).toEqual([
    'storeFails at store.put, the 1st (process.test.ts:77): It fails, and has done nothing.',
  ])
})

it('wraps the objects that a store returns, but no plain record [§6]', async () => {
  const calls: string[] = []
  class Statement {
    run(value: string) {
      calls.push(value)
      return { changes: 1 }
    }
  }
  class Database {
    prepare() {
      return new Statement()
    }
    transaction(act: (statement: Statement) => unknown) {
      return act(new Statement())
    }
  }

  const { failures } = await explore(
    async ({ store }) => {
      calls.length = 0
      const database = store(new Database())
      expect(database.prepare().run('prepared')).toEqual({ changes: 1 })
      database.transaction((statement) => statement.run('in a transaction'))
    },
    { only: 'storeFails@store3' },
  )

  expect(failures[0]?.changes).toEqual([
    'storeFails at store.transaction.run(in a transaction), the 1st: It fails, and has done nothing.',
  ])
  expect(calls).toEqual(['prepared'])
})

it('starts a process again even if it ended with its very first call [§6]', async () => {
  const { failures } = await explore(
    async ({ bank, process }) => {
      const service = await process(async ({ fetch }) => {
        await fetch(`${bank.urls.authUrl}/.well-known/openid-configuration`)
        return { ping: () => 'pong' }
      })
      expect(await service.ask(({ ping }) => ping())).toBe('pong')
    },
    { only: 'crashBefore@1' },
  )

  expect(failures).toEqual([])
})

it('strikes each line that calls a helper of the store once before it strikes any of them twice [§7]', async () => {
  const lines: string[] = []
  const scenario = async ({ process }: Scene) => {
    const rows = new Rows()
    const service = await process(({ store }: Ends) => {
      const table = store(rows)
      // All calls come from this one line.
      const read = async (key: string, from: string) => {
        await table.get(key).catch(() => lines.push(from))
      }
      return {
        work: async () => {
          for (let row = 0; row < 40; row++) await read(`row-${row}`, 'the loop')
          await read('total', 'the end')
        },
      }
    })
    await service.ask(async ({ work }) => await work())
  }

  await explore(scenario, { maxRuns: 12 })

  // It fails at each of the two lines, and is done and fails at each, before it does so at one of them again.
  expect(lines.slice(0, 4).sort()).toEqual(['the end', 'the end', 'the loop', 'the loop'])
})

it('counts two calls that differ only in their instant as one call tried twice [§7]', async () => {
  const scenario = async ({ process, sleep }: Scene) => {
    const rows = new Rows()
    const service = await process(({ store }: Ends) => {
      const table = store(rows)
      return { look: () => table.get(`due at ${Date.now()}`).catch(() => undefined) }
    })
    for (let time = 0; time < 5; time++) {
      await service.ask(({ look }) => look()).catch(() => undefined)
      await sleep({ minutes: 5 })
    }
  }

  const { coverage } = await explore(scenario, { depth: 1 })

  // Four changes at each of five calls, of which the last three repeat what the first two have shown.
  expect(coverage[0]).toMatchObject({ known: 20, tried: 8, equal: 12 })
})
