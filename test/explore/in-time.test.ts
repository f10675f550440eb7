/** Lateness: a partner that is right in the end may have been silent for a day. And jobs that look at the hour have their hours. */
import { expect, it } from 'vitest'
import { type BookEntry, explore, type Scene } from 'vostro/explore'
import { outboundWire } from '../support/wire.ts'

/** Pays once, and asks every five minutes what became of it; after an error it asks again after `pause`. */
const pollEvery =
  (pause: { minutes: number } | { hours: number }, judge: (scene: Scene, entry: BookEntry) => void) =>
  async (scene: Scene) => {
    const { bank, fetch, sleep } = scene
    const url = `${bank.urls.baseUrl}/wires/v1/payments`
    const headers = () => ({
      authorization: `Bearer ${bank.tokens.issue().access_token}`,
      'content-type': 'application/json',
      'idempotency-key': 'invoice 1',
    })
    const pay = async (): Promise<{ id: string }> => {
      const body = JSON.stringify(outboundWire(bank, { amount: 10_000 }))
      const answer = await fetch(url, { method: 'POST', headers: headers(), body }).catch(() => undefined)
      const wire = answer?.ok ? await answer.json().catch(() => undefined) : undefined
      if (wire) return wire
      await sleep({ minutes: 5 })
      return await pay()
    }
    const { id } = await pay()
    const entry: BookEntry = { paymentId: id, amount: 10_000, status: 'pending' }
    judge(scene, entry)
    const poll = async (): Promise<void> => {
      const answer = await fetch(`${url}/${id}`, { headers: headers() }).catch(() => undefined)
      const wire = answer?.ok ? await answer.json().catch(() => undefined) : undefined
      if (wire?.status === 'Completed') entry.status = 'completed'
      else if (wire?.status === 'Rejected') entry.status = 'failed'
      else void sleep(wire === undefined ? pause : { minutes: 5 }).then(poll)
    }
    await poll()
  }

it('finds code whose books become right only days later [§6]', async () => {
  const scenario = pollEvery({ hours: 24 }, ({ books }, entry) => books(() => [entry], { within: { minutes: 15 } }))

  const { failures, isTimeJudged } = await explore(scenario, { depth: 1, overlaps: false })

  expect(failures).toHaveLength(1)
  expect([failures[0]?.run, ...(failures[0]?.alsoIn ?? [])]).toContain('status503@2')
  expect(failures[0]?.message).toMatch(
    /^The check did not hold 15 minutes after every payment was final and nothing was out of order: Books and bank differ: the outbound payment/,
  )
  expect(isTimeJudged).toBe(true)
})

it('finds nothing in code that asks again in time, whatever goes wrong [§6]', async () => {
  const scenario = pollEvery({ minutes: 5 }, ({ within }, entry) =>
    within({ minutes: 15 }, () => {
      if (entry.status === 'pending') throw new Error('it is pending in the books')
    }),
  )

  const { failures } = await explore(scenario, { depth: 1 })

  expect(failures.map(({ run, message }) => `${run} ${message}`)).toEqual([])
})

it('says that time was not judged if the books promise no time [§6]', async () => {
  const scenario = pollEvery({ hours: 24 }, ({ books }, entry) => books(() => [entry]))

  const { failures, text } = await explore(scenario, { depth: 1 })

  expect(failures).toEqual([])
  expect(text).toContain('time was not judged: no within() says by when something must hold')
})

it('lets hours pass for a job that depends on the hour while the bank heals [§7]', async () => {
  const hours = new Set<number>()
  const evenings = async ({ bank, every, eventually }: Scene) => {
    let isDone = false
    every({ hours: 1 }, () => {
      const hour = Number(bank.clock.now.slice(11, 13))
      hours.add(hour)
      if (hour === 18) isDone = true
    })
    eventually(() => {
      if (!isDone) throw new Error('the job of 18:00 has not run')
    })
  }

  const { failures } = await explore(evenings, { depth: 1 })

  expect(failures.map(({ message }) => message)).toEqual([])
  expect(hours.size).toBe(24)
})

it('distinguishes a bug from a scenario that cannot be played under another assumption [§7]', async () => {
  const scenario = async ({ bank }: Scene) => {
    const { id } = bank.wires.create(outboundWire(bank))
    bank.clock.advance({ hours: 2 })
    bank.desk.reverse(id)
  }

  const { failures, text } = await explore(scenario, { assume: ['wires.reviewOutcome'] })

  expect(failures.map(({ run, message }) => `${run}: ${message}`)).toEqual([])
  expect(text).toContain(
    '1 run not judged, because the scenario itself fails under another assumption, date or decision of the bank, or in an outage of hours (its checks judge decisions with deskDecisions: true): assume:wires.reviewOutcome="Hold": Failed to reverse',
  )
})

/** Pays once, and looks each hour at what is not booked; `looks` counts them. */
const booksAfter =
  (wait: number, looks: number[]) =>
  async ({ bank, fetch, every, eventually }: Scene) => {
    const rows = { isPaid: false, isBooked: false, paidAt: 0 }
    looks.push(0)
    every({ hours: 1 }, () => {
      looks.push((looks.pop() ?? 0) + 1)
      if (!rows.isBooked && Date.now() - rows.paidAt > wait) rows.isBooked = true
    })
    eventually(() => {
      if (!rows.isBooked) throw new Error('it is not booked')
    })
    const url = `${bank.urls.authUrl}/.well-known/openid-configuration`
    const { ok } = await fetch(url).catch(() => ({ ok: false }))
    Object.assign(rows, { paidAt: Date.now(), isBooked: ok })
  }

it('ends a correct run after half a day without anything new, and plays the clean run to its end [§7]', async () => {
  const looks: number[] = []

  const { failures } = await explore(booksAfter(0, looks), { only: 'status503@1' })

  const [, clean = 0, changed = 0] = looks
  expect(failures).toEqual([])
  expect(clean).toBeGreaterThan(30)
  expect(changed).toBeLessThan(20)
})

it('gives a run the whole time if it is not right by then, and finds nothing in code that is right three days later [§7]', async () => {
  const looks: number[] = []

  const { failures } = await explore(booksAfter(3 * 24 * 3_600_000, looks), { only: 'status503@1' })

  expect(failures).toEqual([])
  // It is played once more, to its end.
  expect(looks).toHaveLength(4)
})
