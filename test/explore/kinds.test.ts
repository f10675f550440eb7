/** Single kinds of changes, each at code that it alone shows to be wrong. (§7) */
import { expect, it } from 'vitest'
import { explore, type Scene } from 'vostro/explore'
import { inboundWire, outboundWire } from '../support/wire.ts'

const callbackUrl = 'https://partner.example/hooks'

/** Puts each notification into an inbox, from whose head a worker takes it. `skips`: whether a notification without resources is done. */
const inbox =
  (skips: boolean) =>
  async ({ bank, connect, every, sleep, eventually }: Scene) => {
    const waiting: { resources?: string[] }[] = []
    const handled: string[] = []
    bank.webhooks.register({
      partnerId: bank.partner.id,
      eventName: 'Wire.Payment.Sent',
      registrationType: 'Push',
      callbackUrl,
    })
    connect(callbackUrl, async (request) => {
      waiting.push(await request.json())
      return new Response()
    })
    every({ minutes: 1 }, () => {
      const [resource] = waiting[0]?.resources ?? []
      // The bug: what names nothing stays at the head for ever.
      if (resource === undefined && !skips) return
      if (resource !== undefined) handled.push(resource)
      waiting.shift()
    })
    bank.wires.create(outboundWire(bank))
    await sleep({ hours: 3 })
    eventually(() => expect(handled.length).toBeGreaterThan(0))
  }

it('finds an inbox whose head is never handled, because it names no resource [§6]', async () => {
  const wrong = await explore(inbox(false), { depth: 1, lostPushes: false })
  const right = await explore(inbox(true), { depth: 1, lostPushes: false })

  expect(wrong.failures.map(({ run }) => run)).toEqual(['pinged@payment1'])
  expect(right.failures).toEqual([])
})

/** Withdraws a payment, and refunds the customer. `looks`: whether it does so only if the bank has canceled the wire. */
const withdrawal =
  (looks: boolean) =>
  async ({ bank, fetch, sleep, eventually }: Scene) => {
    const { id } = bank.wires.create(outboundWire(bank))
    let isRefunded = false
    await sleep({ minutes: 1 })
    for (let left = 20; left > 0; left--) {
      const { access_token } = bank.tokens.issue()
      const headers = { authorization: `Bearer ${access_token}` }
      const url = `${bank.urls.baseUrl}/wires/v1/payments/${id}/cancel`
      const answer = await fetch(url, { method: 'POST', headers }).catch(() => undefined)
      const isOver = answer?.ok || answer?.status === 409
      if (isOver) isRefunded = !looks || bank.wires.get(id).status === 'Canceled'
      if (isOver) break
      await sleep({ minutes: 1 })
    }
    eventually(() => expect(isRefunded && bank.wires.get(id).status === 'Completed').toBe(false))
  }

it('finds code that refunds a wire even if the bank refuses to cancel it because it has gone out [§3]', async () => {
  const wrong = await explore(withdrawal(false), { depth: 1 })
  const right = await explore(withdrawal(true), { depth: 1 })

  expect(wrong.failures.flatMap(({ run, alsoIn }) => [run, ...alsoIn])).toContain('batchBefore@1')
  expect(right.failures.map(({ run, message }) => `${run}: ${message}`)).toEqual([])
})

const json = (answer: Response | undefined) => answer?.json().catch(() => undefined)
const tokenOf = ({ bank }: Scene) => ({ authorization: `Bearer ${bank.tokens.issue().access_token}` })

/** Marks each payment of the bank's list as seen. `pages`: whether it reads more than the first page. */
const listing = (pages: boolean) => async (scene: Scene) => {
  const { bank, fetch, every, sleep, eventually } = scene
  const wires = [1, 2, 3].map((amount) => bank.wires.create(outboundWire(bank, { amount })))
  const seen = new Set<string>()
  every({ minutes: 5 }, async () => {
    for (let page = 1; page === 1 || pages; page++) {
      const url = `${bank.urls.baseUrl}/wires/v1/payments?pageNumber=${page}`
      const list = await json(await fetch(url, { headers: tokenOf(scene) }).catch(() => undefined))
      if (!list?.results?.length) return
      for (const { id } of list.results) seen.add(id)
    }
  })
  await sleep({ hours: 1 })
  eventually(() => expect(seen.size).toBe(wires.length))
}

it('finds code that reads only the first page of a list, even if the list has only three records [§4]', async () => {
  const wrong = await explore(listing(false), { depth: 1 })
  const right = await explore(listing(true), { depth: 1 })

  expect(wrong.failures.map(({ run }) => run)).toEqual(['smallPage@1'])
  expect(right.failures.map(({ run, message }) => `${run}: ${message}`)).toEqual([])
})

/** Moves money to a customer by a book transfer. `looks`: whether it reads what became of the transfer. */
const transferring = (looks: boolean) => async (scene: Scene) => {
  const { bank, fetch, eventually } = scene
  const customer = bank.subledgers.create({ masterAccountNumber: bank.masterAccount.accountNumber, title: 'Ada' })
  const url = `${bank.urls.baseUrl}/core/v1/transactions`
  const headers = { ...tokenOf(scene), 'content-type': 'application/json', 'idempotency-key': 'credit 1' }
  const body = JSON.stringify({
    debitAccountNumber: bank.masterAccount.accountNumber,
    creditAccountNumber: customer.accountNumber,
    amount: 100,
  })
  let told = 0
  for (let left = 5; left > 0; left--) {
    const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
    const made = answer?.ok ? await json(answer) : undefined
    if (made) told = !looks || made.status === 'Posted' ? 100 : 0
    if (made) break
    await scene.sleep({ minutes: 5 })
  }
  eventually(() => expect(told).toBe(bank.subledgers.get(customer.accountNumber).currentBalance))
}

it('finds code that treats a transfer as completed because its answer was 200 [§2.9]', async () => {
  const wrong = await explore(transferring(false), { depth: 1, deskDecisions: true })
  const right = await explore(transferring(true), { depth: 1, deskDecisions: true })

  expect(wrong.failures.map(({ run }) => run)).toEqual(['transferRefused@1'])
  expect(right.failures.map(({ run, message }) => `${run}: ${message}`)).toEqual([])
})

/** Tries for two hours to pay. `isDone`: whether it then pays under another key, as if nothing had been done. */
const patient = (isDone: boolean) => async (scene: Scene) => {
  const { bank, fetch, sleep, eventually } = scene
  const body = JSON.stringify(outboundWire(bank))
  let isPaid = false
  for (let attempt = 0; attempt < 200 && !isPaid; attempt++) {
    const key = isDone && attempt > 24 ? 'second try' : 'first try'
    const headers = { ...tokenOf(scene), 'content-type': 'application/json', 'idempotency-key': key }
    const init = { method: 'POST', headers, body }
    const answer = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, init).catch(() => undefined)
    isPaid = answer?.ok === true && (await json(answer)) !== undefined
    if (!isPaid) await sleep({ minutes: 5 })
  }
  eventually(() => expect(bank.wires.list().results).toHaveLength(1))
}

it('finds code that stops trying before an outage ends, although one of its tries took effect [§4]', async () => {
  const wrong = await explore(patient(true), { depth: 1 })
  const right = await explore(patient(false), { depth: 1 })

  expect(wrong.failures.map(({ run }) => run)).toEqual(['lostInOutage@1'])
  expect(right.failures.map(({ run, message }) => `${run}: ${message}`)).toEqual([])
})

/** Credits what comes in, by a push and by a poll. `claims`: whether it marks a payment before it waits for its database. */
const crediting = (claims: boolean) => async (scene: Scene) => {
  const { bank, fetch, connect, every, sleep, eventually } = scene
  const rows = new Set<string>()
  let balance = 0
  const credit = async (url: string) => {
    const wire = await json(await fetch(url, { headers: tokenOf(scene) }).catch(() => undefined))
    if (wire?.status !== 'Completed' || rows.has(wire.id)) return
    if (claims) rows.add(wire.id)
    // The database takes a moment.
    for (let moment = 0; moment < 20; moment++) await undefined
    rows.add(wire.id)
    balance += wire.amount
  }
  const urls = bank.urls.baseUrl
  bank.webhooks.register({
    partnerId: bank.partner.id,
    eventName: 'Wire.Payment.Received',
    registrationType: 'Push',
    callbackUrl,
  })
  connect(callbackUrl, async (request) => {
    const { resources = [] } = await request.json()
    for (const resource of resources) await credit(`${urls}/${resource}`)
    return new Response()
  })
  every({ minutes: 7 }, async () => {
    const list = await json(
      await fetch(`${urls}/wires/v1/payments`, { headers: tokenOf(scene) }).catch(() => undefined),
    )
    for (const { id } of list?.results ?? []) await credit(`${urls}/wires/v1/payments/${id}`)
  })
  bank.wires.simulateInbound(inboundWire(bank, { amount: 300 }))
  await sleep({ hours: 1 })
  eventually(() => expect(balance).toBe(300))
}

it('finds code that credits twice if a push and a poll report the same payment at the same instant [§6]', async () => {
  const wrong = await explore(crediting(false), { depth: 1, overlaps: true })
  const right = await explore(crediting(true), { depth: 1 })

  expect(wrong.failures.flatMap(({ run, alsoIn }) => [run, ...alsoIn])).toContain('meetsPush@1')
  expect(right.failures.map(({ run, message }) => `${run}: ${message}`)).toEqual([])
})

it('refuses no other transfer in the place of one that was done and is repeated [§2.9]', async () => {
  const toppedUp = async (scene: Scene) => {
    const { bank } = scene
    const { accountNumber } = bank.subledgers.create({
      masterAccountNumber: bank.masterAccount.accountNumber,
      title: 'Grace',
    })
    await transferring(true)(scene)
    const debitAccountNumber = bank.masterAccount.accountNumber
    bank.transactions.transfer({ debitAccountNumber, creditAccountNumber: accountNumber, amount: 500 })
    scene.eventually(() => expect(bank.subledgers.get(accountNumber).currentBalance).toBe(500))
  }

  const { failures } = await explore(toppedUp, { deskDecisions: true, only: 'lostAnswer@1+transferRefused@2' })

  expect(failures).toEqual([])
})
