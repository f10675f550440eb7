/**
 * Payouts out of customers' wallets, each a saga: the wallet is charged by a book transfer, a wire goes out, and where that was refused,
 * withdrawn or reversed the wallet gets its money back. How far a saga is stands in a store, and a tick goes on with what is open.
 */
import type { Ends, Scenario } from 'vostro/explore'
import { AnswerError, createClient, type Notification, retried, type Wire } from './client.ts'
import { type Environment, environmentOf, wireTo } from './environment.ts'
import { type Partner, partners } from './partner.ts'

type Bug =
  | 'refunds when the bank cannot be reached'
  | 'takes a new key for each try of a refund'
  | 'leaves a refund to the request that began it'
  | 'writes back all sagas as it read them'

interface Saga {
  readonly id: string
  readonly wallet: string
  readonly amount: number
  readonly step: 'charge' | 'wire' | 'watch' | 'refund' | 'completed' | 'settled' | 'refunded' | 'declined'
  readonly paymentId?: string
  readonly completedAt?: number
  /** How many refunds the bank has refused: each try after a refusal has a key of its own. */
  readonly refused?: number
}

class Sagas {
  #sagas: readonly Saga[] = []

  async all(): Promise<readonly Saga[]> {
    return this.#sagas
  }

  async put(saga: Saga): Promise<void> {
    this.#sagas = [...this.#sagas.filter(({ id }) => id !== saga.id), saga]
  }

  async putAll(sagas: readonly Saga[]): Promise<void> {
    this.#sagas = sagas
  }
}

const CALLBACK_URL = 'https://wallets.example/wires'
const HOUR = 3_600_000
/** A payout that has not gone out by then is withdrawn. */
const LATE = 3.5 * HOUR
/** A completed wire is looked at once more, as it may have been reversed and nothing tells of it. */
const REVERSAL = 24 * HOUR

type Transfer = { readonly status: 'Posted' | 'Rejected' }
type WireNow = Wire & { readonly wasReversed: boolean }

function createPayouts(environment: Environment, sagas: Sagas, bug?: Bug) {
  const client = createClient(environment)
  const { accountNumber } = environment
  const driven = new Set<string>()
  let isRegistered = false

  const transfer = (debitAccountNumber: string, creditAccountNumber: string, amount: number, key: () => string) =>
    retried(() =>
      client.post<Transfer>('core/v1/transactions', { debitAccountNumber, creditAccountNumber, amount }, key()),
    )

  async function charge(saga: Saga): Promise<Saga> {
    const { id, wallet, amount } = saga
    const { status } = await transfer(wallet, accountNumber, amount, () => `${id} charge`)
    return { ...saga, step: status === 'Posted' ? 'wire' : 'declined' }
  }

  async function send(saga: Saga): Promise<Saga> {
    const body = wireTo(accountNumber, saga.amount, saga.id)
    try {
      const { id } = await retried(() => client.post<Wire>('wires/v1/payments', body, `${saga.id} wire`))
      return { ...saga, step: 'watch', paymentId: id }
    } catch (error) {
      if (bug !== 'refunds when the bank cannot be reached' || error instanceof AnswerError) throw error
      return { ...saga, step: 'refund' }
    }
  }

  async function watch(saga: Saga): Promise<Saga> {
    const path = `wires/v1/payments/${saga.paymentId}`
    const { status, posting, wasReversed, createdAt } = await client.get<WireNow>(path)
    if (wasReversed || status === 'Rejected' || status === 'Canceled') return { ...saga, step: 'refund' }
    if (posting === 'Posted') return { ...saga, step: 'completed', completedAt: Date.now() }
    if (Date.now() - Date.parse(createdAt) < LATE) return saga
    await client.post<WireNow>(`${path}/cancel`, {})
    return { ...saga, step: 'refund' }
  }

  async function refund(saga: Saga): Promise<Saga> {
    const { id, wallet, amount, refused = 0 } = saga
    const isNew = bug === 'takes a new key for each try of a refund'
    const refundKey = () => (isNew ? crypto.randomUUID() : `${id} refund${refused || ''}`)
    const { status } = await transfer(accountNumber, wallet, amount, refundKey)
    return status === 'Posted' ? { ...saga, step: 'refunded' } : { ...saga, refused: refused + 1 }
  }

  async function lookAgain(saga: Saga): Promise<Saga> {
    if (Date.now() - (saga.completedAt ?? 0) < REVERSAL) return saga
    const { wasReversed } = await client.get<WireNow>(`wires/v1/payments/${saga.paymentId}`)
    return { ...saga, step: wasReversed ? 'refund' : 'settled' }
  }

  const steps: { [Step in Saga['step']]?: (saga: Saga) => Promise<Saga> } = {
    charge,
    wire: send,
    watch,
    refund,
    completed: lookAgain,
  }

  async function save(saga: Saga, read: readonly Saga[]): Promise<void> {
    const isWhole = bug === 'writes back all sagas as it read them'
    await retried(() => (isWhole ? sagas.putAll([...read.filter(({ id }) => id !== saga.id), saga]) : sagas.put(saga)))
  }

  /** Takes a saga as far as it goes for now; what throws is tried again by the tick. */
  async function drive(id: string): Promise<void> {
    if (driven.has(id)) return
    driven.add(id)
    try {
      const all = await sagas.all()
      let saga = all.find((each) => each.id === id)
      while (saga) {
        const next: Saga | undefined = await steps[saga.step]?.(saga)
        if (!next || next === saga) return
        await save(next, all)
        saga = next.step === 'watch' || next.step === saga.step ? undefined : next
      }
    } finally {
      driven.delete(id)
    }
  }

  async function payOut(id: string, wallet: string, amount: number): Promise<void> {
    const all = await sagas.all()
    if (!all.some((each) => each.id === id)) {
      await save({ id, wallet, amount, step: 'charge' }, all)
    }
    await drive(id).catch(() => undefined)
  }

  async function receive({ resources }: Notification): Promise<number> {
    const all = await sagas.all()
    for (const path of resources) {
      const saga = all.find(({ paymentId }) => paymentId === path.split('/').at(-1))
      if (!saga) return 503
      await drive(saga.id)
    }
    return 200
  }

  async function tick(): Promise<void> {
    if (!isRegistered) await register().catch(() => undefined)
    const all = await sagas.all().catch(() => [])
    for (const { id, step } of all) {
      if (step === 'refund' && bug === 'leaves a refund to the request that began it') continue
      await drive(id).catch(() => undefined)
    }
  }

  async function register(): Promise<void> {
    await client.register('Wire.Payment.Sent', CALLBACK_URL)
    isRegistered = true
  }

  environment.connect(CALLBACK_URL, async (push) => {
    const status = await receive(await push.json()).catch(() => 503)
    return new Response(null, { status })
  })
  return { payOut, tick }
}

const shown = (step: Saga['step']) =>
  step === 'completed' || step === 'settled'
    ? 'completed'
    : step === 'refund' || step === 'refunded'
      ? 'failed'
      : 'pending'

const scenarioWith =
  (bug?: Bug): Scenario =>
  async (scene) => {
    const { bank, books, eventually, sleep, process } = scene
    const masterAccountNumber = bank.masterAccount.accountNumber
    const { accountNumber: wallet } = bank.subledgers.create({ masterAccountNumber, title: 'Customer 17' })
    const topUp = (amount: number) =>
      bank.transactions.transfer({ debitAccountNumber: masterAccountNumber, creditAccountNumber: wallet, amount })
    const sagas = new Sagas()
    const environment = environmentOf(scene)

    books(async () =>
      (await sagas.all()).flatMap(({ paymentId, amount, step }) =>
        paymentId === undefined ? [] : [{ paymentId, amount, status: shown(step) }],
      ),
    )
    const asked = new Set<string>()
    eventually(async () => {
      const all = await sagas.all()
      for (const id of asked) if (!all.some((saga) => saga.id === id)) throw new Error(`${id} was forgotten`)
      const open = all.filter(({ step }) => ['charge', 'wire', 'watch', 'refund'].includes(step))
      if (open.length > 0) throw new Error(`${open.map(({ id, step }) => `${id} is at ${step}`)} for good`)
      const wires = bank.wires.list().results.filter(({ posting, wasReversed }) => posting === 'Posted' && !wasReversed)
      const out = wires.reduce((sum, { amount }) => sum + amount, 0)
      const { currentBalance } = bank.subledgers.get(wallet)
      if (currentBalance !== 45_000 - out) throw new Error(`${out} went out, and the wallet has ${currentBalance}`)
    })

    const service = await process(async ({ fetch, connect, store, every }: Ends) => {
      const payouts = createPayouts({ ...environment, fetch, connect }, store(sagas), bug)
      every({ hours: 1 }, payouts.tick)
      await payouts.tick()
      return payouts
    })

    async function ask(id: string): Promise<void> {
      await retried(async () => {
        try {
          await service.ask(({ payOut }) => payOut(id, wallet, 20_000))
        } catch (error) {
          await sleep({ minutes: 2 })
          throw error
        }
      }, 3)
      asked.add(id)
    }
    topUp(30_000)
    await ask('PAYOUT 1')
    await sleep({ minutes: 30 })
    topUp(15_000)
    await sleep({ minutes: 30 })
    await ask('PAYOUT 2')
    await sleep({ hours: 5 })
  }

export const saga: readonly Partner[] = partners(
  'saga with compensations',
  scenarioWith,
  {
    'refunds when the bank cannot be reached': 'two changes',
    'takes a new key for each try of a refund': 'two changes',
    'leaves a refund to the request that began it': 'two changes',
    'writes back all sagas as it read them': 'an overlap',
  },
  { bank: { masterAccount: { ledgerType: 'Direct' } }, deskDecisions: true },
)
