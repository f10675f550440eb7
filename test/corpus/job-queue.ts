/**
 * A queue of payments in a database, and two workers. A worker takes a job for five minutes; when it has not let go of it by then,
 * another one may take it. What fails is tried again after waits that grow, and ends up in the dead letters after six attempts.
 * One of the workers has the receiver of pushes, too.
 */
import type { Ends, Scenario, Scene } from 'vostro/explore'
import { AnswerError, createClient, type Notification, type Wire } from './client.ts'
import { environmentOf, wireTo } from './environment.ts'
import { type Partner, partners } from './partner.ts'

type Bug =
  | 'takes a request that is under way for refused'
  | 'waits equally long before each attempt'
  | 'keeps the time of the next attempt in a timer alone'
  | 'asks only about what it has sent since it started'
  | "looks into the bank's list and sends no key"

interface Job {
  readonly id: string
  readonly order: string
  readonly amount: number
  readonly state: 'waiting' | 'taken' | 'sent' | 'done' | 'dead'
  readonly attempts: number
  readonly notBefore: number
  readonly worker?: string
  readonly takenUntil?: number
  readonly paymentId?: string
  readonly sentAt?: number
}

const MINUTE = 60_000
const NEVER = Number.MAX_SAFE_INTEGER

/** The database: each method is one statement, so it is done as a whole or not at all. */
class Jobs {
  readonly rows = new Map<string, Job>()
  paid = 0

  #set(id: string, changes: Partial<Job>): void {
    const row = this.rows.get(id)
    if (row) this.rows.set(id, { ...row, ...changes })
  }

  async add(id: string, order: string, amount: number): Promise<void> {
    if (!this.rows.has(id)) this.rows.set(id, { id, order, amount, state: 'waiting', attempts: 0, notBefore: 0 })
  }

  async areOpen(): Promise<boolean> {
    return [...this.rows.values()].some(({ state }) => state !== 'done' && state !== 'dead')
  }

  async take(worker: string): Promise<Job | undefined> {
    const now = Date.now()
    const isFree = ({ state, notBefore, takenUntil = 0 }: Job) =>
      (state === 'waiting' && notBefore <= now) || (state === 'taken' && takenUntil <= now)
    const job = [...this.rows.values()].find(isFree)
    if (job) this.#set(job.id, { state: 'taken', worker, takenUntil: now + 5 * MINUTE })
    return job && this.rows.get(job.id)
  }

  /** Back to the queue, or to the dead letters, unless somebody else has taken it since or it is through. */
  async putBack(job: Job, changes: Pick<Job, 'state' | 'attempts' | 'notBefore'>): Promise<void> {
    const row = this.rows.get(job.id)
    const isOver = row?.state === 'sent' || row?.state === 'done'
    if (!isOver && row?.takenUntil === job.takenUntil) this.#set(job.id, changes)
  }

  async sent({ id }: Job, worker: string, paymentId: string): Promise<void> {
    // A push can have told already that it is done.
    if (this.rows.get(id)?.state !== 'done') this.#set(id, { state: 'sent', worker, paymentId, sentAt: Date.now() })
  }

  async sentBy(name: string): Promise<Job[]> {
    return [...this.rows.values()].filter(({ state, worker }) => state === 'sent' && worker === name)
  }

  async done(order: string, paymentId: string): Promise<void> {
    const job = [...this.rows.values()].find((row) => row.order === order && row.state !== 'done')
    if (!job) return
    this.#set(job.id, { state: 'done', paymentId })
    this.paid += job.amount
  }
}

const CALLBACK_URL = 'https://queue.example/hooks'

async function startWorker(name: string, receives: boolean, scene: Scene, ends: Ends, database: Jobs, bug?: Bug) {
  const environment = environmentOf(scene)
  const { accountNumber } = environment
  // A request that hangs must not keep a worker from its other jobs.
  const client = createClient({
    ...environment,
    fetch: (input, init) => ends.fetch(input, { ...init, signal: AbortSignal.timeout(20_000) }),
  })
  const jobs = ends.store(database)
  /** What it has sent since it started. */
  const mine = new Map<string, Job>()

  async function enqueue(order: string, amount: number): Promise<void> {
    await jobs.add(order, order, amount)
    workOn()
  }

  /** What fails here comes again, as the job does. */
  function workOn(): void {
    work().catch(() => undefined)
  }

  async function work(): Promise<void> {
    for (;;) {
      const job = await jobs.take(name)
      if (!job) return
      await attempt(job)
    }
  }

  async function attempt(job: Job): Promise<void> {
    try {
      const wire = await send(job)
      await jobs.sent(job, name, wire.id)
      mine.set(job.id, { ...job, paymentId: wire.id, sentAt: Date.now() })
    } catch (error) {
      await tryLater({ ...job, attempts: job.attempts + 1 }, error)
    }
  }

  async function send({ id, order, amount }: Job): Promise<Wire> {
    const wire = wireTo(accountNumber, amount, order)
    if (bug === "looks into the bank's list and sends no key") {
      const { results } = await client.get<{ results: Wire[] }>('wires/v1/payments?pageSize=50')
      const known = results.find(({ beneficiaryReference }) => beneficiaryReference === order)
      return known ?? (await client.post<Wire>('wires/v1/payments', wire))
    }
    return await client.post<Wire>('wires/v1/payments', wire, `pay ${id}`)
  }

  async function tryLater(job: Job, error: unknown): Promise<void> {
    const { attempts } = job
    const refusals = bug === 'takes a request that is under way for refused' ? [400, 403, 404, 409] : [400, 403, 404]
    if (attempts === 6 || (error instanceof AnswerError && refusals.includes(error.status))) {
      await jobs.putBack(job, { state: 'dead', attempts, notBefore: NEVER })
      return
    }
    // 10 seconds, 40, some minutes, then more than an hour.
    const wait = bug === 'waits equally long before each attempt' ? 10_000 : 10_000 * 4 ** (attempts - 1)
    if (bug === 'keeps the time of the next attempt in a timer alone') {
      await jobs.putBack(job, { state: 'waiting', attempts, notBefore: NEVER })
      setTimeout(() => attempt(job).catch(() => undefined), wait)
      return
    }
    await jobs.putBack(job, { state: 'waiting', attempts, notBefore: Date.now() + wait })
    setTimeout(workOn, wait)
  }

  async function learn(paymentId: string): Promise<void> {
    const wire = await client.get<Wire>(`wires/v1/payments/${paymentId}`)
    if (wire.status !== 'Completed' || wire.beneficiaryReference === undefined) return
    await jobs.done(wire.beneficiaryReference, paymentId)
    mine.delete(wire.beneficiaryReference)
  }

  /** Asks about what no push has told of for more than an hour. */
  async function check(): Promise<void> {
    const isOurs = bug !== 'asks only about what it has sent since it started'
    for (const { paymentId, sentAt = 0 } of isOurs ? await jobs.sentBy(name) : mine.values()) {
      if (paymentId !== undefined && Date.now() - sentAt > 60 * MINUTE) await learn(paymentId).catch(() => undefined)
    }
  }

  let isRegistered = !receives
  async function register(): Promise<void> {
    if (!isRegistered) await client.register('Wire.Payment.Sent', CALLBACK_URL)
    isRegistered = true
  }

  if (receives) {
    ends.connect(CALLBACK_URL, async (request) => {
      const { resources } = (await request.json()) as Notification
      for (const resource of resources) await learn(resource.split('/').at(-1) ?? '')
      return new Response('taken')
    })
    await register().catch(() => undefined)
  }
  ends.every({ hours: 1 }, async () => {
    // What fails here is for the next tick, and none of them keeps another from its turn.
    await register().catch(() => undefined)
    if (!(await jobs.areOpen().catch(() => true))) return
    await work().catch(() => undefined)
    await check().catch(() => undefined)
  })
  return { enqueue }
}

const scenarioWith =
  (bug?: Bug): Scenario =>
  async (scene) => {
    const { books, eventually, process, sleep } = scene
    const database = new Jobs()
    const rows = () => [...database.rows.values()]
    books(() =>
      rows().flatMap(({ paymentId, amount, state }) => {
        if (paymentId === undefined) return []
        return [{ paymentId, amount, status: state === 'done' ? ('completed' as const) : ('pending' as const) }]
      }),
    )
    eventually(() => {
      const stuck = rows().filter(({ state }) => state !== 'done')
      if (stuck.length > 0) throw new Error(`${stuck.map(({ order, state }) => `${order} is ${state}`)} for good.`)
      const sum = rows().reduce((total, { amount }) => total + amount, 0)
      if (database.paid !== sum) throw new Error(`The queue counts ${database.paid} as paid, and ${sum} was.`)
    })

    const first = await process((ends) => startWorker('first', true, scene, ends, database, bug))
    const second = await process((ends) => startWorker('second', false, scene, ends, database, bug))
    // A user who is shown an error presses the button again.
    const press = async (worker: typeof first, order: string, amount: number) => {
      const ask = () => worker.ask(({ enqueue }) => enqueue(order, amount))
      await ask().catch(() => sleep({ minutes: 2 }).then(ask))
    }
    await press(first, 'ORDER 1', 10_000)
    await sleep({ seconds: 5 })
    await press(second, 'ORDER 2', 2_500)
    await sleep({ minutes: 70 })
  }

export const jobQueues: readonly Partner[] = partners<Bug>('job queue', scenarioWith, {
  'takes a request that is under way for refused': 'two changes',
  'waits equally long before each attempt': 'an outage',
  'keeps the time of the next attempt in a timer alone': 'two changes',
  'asks only about what it has sent since it started': 'two changes',
  "looks into the bank's list and sends no key": 'an overlap',
})
