import { expect, it, vi } from 'vitest'
import { createBank } from 'vostro'
import { explore, exploreTest, merge, type Scene } from 'vostro/explore'
import { outboundWire } from '../support/wire.ts'

// The failing explorations of this file leave no traces.
vi.stubEnv('VOSTRO_TRACE', 'off')

/** Asks for a token, and looks afterwards whether two books say the same: after a lost answer neither does. */
async function twoBooks({ bank, fetch, eventually }: Scene): Promise<void> {
  const book = { wires: 0, postings: 0 }
  eventually(() => {
    if (book.wires !== 1) throw new Error(`expected ${book.wires} to be 1`)
  })
  eventually(() => {
    if (book.postings !== 1) throw new Error(`expected ${book.postings} to be 1`)
  })
  const headers = { authorization: `Bearer ${bank.tokens.issue().access_token}` }
  const list = async () => (await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { headers }).catch(() => null))?.ok
  if (await list()) book.wires = 1
  if (await list()) book.postings = 1
}

it('treats two checks with the same message as two failures [§7]', async () => {
  const { failures } = await explore(twoBooks, { depth: 1 })

  expect(failures.map(({ message }) => message)).toEqual(['expected 0 to be 1', 'expected 0 to be 1'])
  expect(new Set(failures.map(({ run }) => run.slice(-2)))).toEqual(new Set(['@1', '@2']))
})

it('lists all failures in one line each before the details [§7]', async () => {
  const { failures, text } = await explore(twoBooks, { depth: 1 })
  const [one, other] = failures.map(({ run, message }) => `${run}: ${message}`)

  expect(text).toContain(`2 failures\n  ${one}\n  ${other}\n${one}\n  `)
})

/** Gives up on a 503, fails its own check after a 429, and pays again, under another key, if an answer is lost. */
async function payer({ bank, fetch, eventually }: Scene): Promise<void> {
  const { access_token } = bank.tokens.issue()
  const body = JSON.stringify(outboundWire(bank))
  const pay = (key: string) => {
    const headers = {
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    }
    return fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { method: 'POST', headers, body })
  }
  const { status } = await pay('a').catch(() => pay('b'))
  if (status === 503) throw new Error('answered 503')
  eventually(() => {
    if (status === 429) throw new Error('nothing was paid')
  })
}

it('puts the worst failure first: money that doubled, then a check, then a rejection [§1]', async () => {
  const options = { only: ['status503@1', 'status429@1', 'lostAnswer@1'] }
  const found = await explore(payer, options)
  const failed: Error[] = []
  const runs: (() => Promise<void>)[] = []
  exploreTest((_, run) => runs.push(run), 'pays once', payer, options)
  await runs[0]?.().catch((error) => failed.push(error))

  const codes = ['oneIntentOneWire', 'checkFailed', 'scenarioRejected']
  expect(found.failures.map(({ code }) => code)).toEqual(codes)
  expect(merge([{ ...found, shard: '1/1' }]).failures.map(({ code }) => code)).toEqual(codes)
  expect(failed[0]?.message).toContain('\n\nThe timeline of lostAnswer@1:\n')
  expect(failed[0]?.cause).toMatchObject({ message: expect.stringMatching(/^One intent became 2 wires/) })
})

it('names the open bank and the allowed rejections with which to repeat a run [§7]', async () => {
  const bank = createBank({ seed: 7 })

  const { failures } = await explore(twoBooks, { bank, mayReject: () => false, depth: 1, maxFailures: 1 })

  const run = JSON.stringify(failures[0]?.run)
  expect(failures[0]?.replay).toBe(`await explore(scenario, { ...options, only: ${run} })`)
  expect(failures[0]?.toTest()).toContain('import { options, scenario } from "./scenario.ts"')
  expect(failures[0]?.toTest()).toContain(`    scenario,\n    { ...options, only: ${run} },\n`)
})

it('names options that contain a secret, and does not print their values [§7]', async () => {
  const bank = { assume: { 'webhooks.secret': 'bm90IGZvciBhIGxvZw==' } } as const

  const { failures, text } = await explore(twoBooks, { bank, depth: 1, maxFailures: 1 })

  expect(failures[0]?.replay).toMatch(/^await explore\(scenario, \{ \.\.\.options, only: /)
  expect(text).not.toContain('bm90IGZvciBhIGxvZw')
})

it("fails a test with the partner's error as the cause [§7]", async () => {
  let run: (() => Promise<void>) | undefined
  const test = (_: string, given: () => Promise<void>) => {
    run = given
  }
  exploreTest(test, 'keeps two books', twoBooks, { depth: 1, maxFailures: 1 })

  const failed = await run?.().catch((error: Error) => error)

  expect(failed).toMatchObject({ cause: { message: 'expected 0 to be 1' } })
  expect(((failed as Error).cause as Error).stack).toContain('failures.test.ts')
})

it('lists what else failed in the same run [§7]', async () => {
  const { failures, text } = await explore(
    async ({ bank, fetch, books, eventually }) => {
      const { id, amount } = bank.wires.create(outboundWire(bank))
      const isTold = (await fetch(`${bank.urls.authUrl}/.well-known/openid-configuration`)).ok
      books(() => {
        const status = bank.wires.get(id).posting === 'Posted' ? 'completed' : 'pending'
        return [{ paymentId: id, amount: isTold ? amount : 0, status }]
      })
      eventually(() => {
        if (!isTold) throw new Error('the supplier was not told')
      })
      eventually(() => {
        if (!isTold) throw new Error('the invoice is open')
      })
      await bank.clock.advanceAsync({ hours: 2 })
    },
    { only: 'status503@1' },
  )

  expect(failures).toHaveLength(1)
  expect(failures[0]?.message).toMatch(/^Books and bank differ/)
  expect(failures[0]?.besides).toEqual(['the supplier was not told', 'the invoice is open'])
  expect(text).toContain('\n  besides: the supplier was not told\n')
})

it('distinguishes two hanging runs by what they wait for [§7]', async () => {
  const { failures } = await explore(
    async ({ bank, fetch, store }) => {
      const never = () => new Promise<void>(() => {})
      const table = store({ orders: never, customers: never })
      const { status } = await fetch(`${bank.urls.authUrl}/.well-known/openid-configuration`)
      if (status === 503) await table.orders()
      if (status === 429) await table.customers()
    },
    { only: ['status503@1', 'status429@1'] },
  )

  expect(failures.map(({ run }) => run)).toEqual(['status503@1', 'status429@1'])
})

it('tells where a change struck, also a late answer, and shows once what the code asks again and again [§7]', async () => {
  const scenario = async ({ bank, fetch, sleep }: Scene) => {
    for (let hour = 0; hour < 9; hour++) {
      await fetch(`${bank.urls.baseUrl}/wires/v1/payments`)
      await sleep({ hours: 1 })
    }
  }

  const { timeline } = await explore(scenario, { only: 'answersLate@2' })

  expect(timeline?.split('\n').filter((line) => /GET/.test(line))).toEqual([
    expect.stringMatching(/^ {10}your code ✗ GET \/wires\/v1\/payments {2}401 .* … 8 more like it$/),
    expect.stringMatching(
      /^10:00:00 {2}test {6}│ answersLate at GET .*, the 2nd: It is done, and answered ten minutes later\.$/,
    ),
  ])
})

it('shows in the stack of a failing test the lines of the partner, and not those of the package [§1]', async () => {
  const error = new Error('not paid')
  error.stack =
    'Error: not paid\n    at pay (/app/pay.ts:3:7)\n    at play (/app/node_modules/vostro/dist/chunk.js:1:2)'
  const runs: (() => Promise<void>)[] = []
  exploreTest(
    (_, run) => runs.push(run),
    'pays once',
    () => Promise.reject(error),
  )

  await expect(runs[0]?.()).rejects.toMatchObject({ cause: { stack: 'Error: not paid\n    at pay (/app/pay.ts:3:7)' } })
})
