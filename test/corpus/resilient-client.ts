/**
 * A partner whose calls go through a library for resilience: one token for all calls, tries with a growing wait between them, a time
 * limit, and a circuit that opens when the bank is down. The service on top of it keeps a key with each order, and polls.
 */
import type { Scenario, Scene } from 'vostro/explore'
import { isTimeOut, type Notification, type Wire } from './client.ts'
import { type Environment, environmentOf, wireTo } from './environment.ts'
import { partners } from './partner.ts'

type Bug =
  | 'makes a key for each try'
  | 'takes its own time limit for a refusal'
  | 'counts an open circuit as a refusal'
  | 'remembers for ever that it renewed its token'
  | 'caches a token request that failed'
  | 'never lets a second probe through after the first has failed'
  | 'keeps the key once the bank has answered'
  | 'overwrites a newer look-up with an older one'

/** The bank said no, so nothing was done. */
class RefusedError extends Error {}
/** This try failed, the next one may not. */
class TryAgainError extends Error {}
/** All tries failed, and nobody knows whether one of them was done. */
class UnavailableError extends Error {}
/** The bank has been down just now, so it was not asked. */
class CircuitOpenError extends Error {}

const TRIES = 5
const TIME_LIMIT = 20_000
const FAILURES_TO_OPEN = 3
const OPEN_FOR = 60_000

function createCircuit(bug: Bug | undefined) {
  let failures = 0
  let openUntil = 0
  let isProbing = false

  return async function guarded<T>(attempt: () => Promise<T>): Promise<T> {
    const isProbe = failures >= FAILURES_TO_OPEN
    if (isProbe && (isProbing || Date.now() < openUntil)) throw new CircuitOpenError('the circuit is open')
    if (isProbe) isProbing = true
    try {
      const answer = await attempt()
      failures = 0
      isProbing = false
      return answer
    } catch (error) {
      failures++
      openUntil = Date.now() + OPEN_FOR
      if (isProbe && bug !== 'never lets a second probe through after the first has failed') isProbing = false
      throw error
    }
  }
}

async function withTries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let time = 1; ; time++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof TryAgainError)) throw error
      if (time === TRIES) throw new UnavailableError(error.message)
      const wait = 2000 * 2 ** time
      await new Promise((resolve) => setTimeout(resolve, wait / 2 + (Math.random() * wait) / 2))
    }
  }
}

function createHttp(environment: Environment, bug: Bug | undefined) {
  const { fetch, baseUrl, authUrl, clientId, clientSecret, audience } = environment
  const guarded = createCircuit(bug)
  let token: Promise<string> | undefined
  let hasRenewed = false

  async function attemptOf(url: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIME_LIMIT) })
      const { status } = response
      if (status >= 500 || status === 429) throw new TryAgainError(`${url} answered ${status}`)
      return { status, body: await response.json() }
    } catch (error) {
      if (isTimeOut(error) && bug === 'takes its own time limit for a refusal')
        throw new RefusedError(`${url} took too long`)
      throw error instanceof TryAgainError ? error : new TryAgainError(`${url}: ${error}`)
    }
  }
  const send = (url: string, init: RequestInit) => guarded(() => attemptOf(url, init))

  async function requestToken(): Promise<string> {
    const asked = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, audience }
    const headers = { 'content-type': 'application/json' }
    const answer = await send(`${authUrl}/oauth/token`, { method: 'POST', headers, body: JSON.stringify(asked) })
    if (answer.status !== 200) throw new TryAgainError(`no token: ${answer.status}`)
    return (answer.body as { access_token: string }).access_token
  }

  /** Calls that come while the token is asked for wait for the same one. */
  async function tokenOf(): Promise<string> {
    token ??= withTries(requestToken)
    const asked = token
    try {
      return await asked
    } catch (error) {
      if (token === asked && bug !== 'caches a token request that failed') token = undefined
      throw error
    }
  }

  function call<T>(method: 'GET' | 'POST', path: string, body?: object, key?: string): Promise<T> {
    return withTries(async () => {
      const authorization = `Bearer ${await tokenOf()}`
      const keyOfTry = bug === 'makes a key for each try' ? crypto.randomUUID() : key
      const headers = {
        authorization,
        'content-type': 'application/json',
        ...(key === undefined || keyOfTry === undefined ? {} : { 'idempotency-key': keyOfTry }),
      }
      const answer = await send(`${baseUrl}/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      if (answer.status === 401 && !(hasRenewed && bug === 'remembers for ever that it renewed its token')) {
        hasRenewed = true
        token = undefined
        throw new TryAgainError('the token has expired')
      }
      if (answer.status === 409) throw new TryAgainError('the first try is still under way')
      if (answer.status !== 200) throw new RefusedError(`${method} ${path} answered ${answer.status}`)
      return answer.body as T
    })
  }

  return {
    get: <T>(path: string) => call<T>('GET', path),
    post: <T>(path: string, body: object, key: string) => call<T>('POST', path, body, key),
  }
}

interface Order {
  readonly id: string
  readonly amount: number
  key: string | undefined
  paymentId: string | undefined
  state: 'open' | 'sent' | 'completed' | 'failed'
}

function createPayments(environment: Environment, every: Scene['every'], bug: Bug | undefined) {
  const { accountNumber, partnerId, connect } = environment
  const callbackUrl = 'https://partner.example/wires'
  const http = createHttp(environment, bug)
  const orders = new Map<string, Order>()
  /** What the poll has to ask for. */
  const unsettled = new Set<Order>()
  let isRegistered = false

  async function register(): Promise<void> {
    if (isRegistered) return
    const registration = { partnerId, eventName: 'Wire.Payment.Sent', registrationType: 'Push', callbackUrl }
    await http.post('webhooks/v1/registrations', registration, 'register Wire.Payment.Sent')
    isRegistered = true
  }

  async function submit(order: Order): Promise<void> {
    const key = order.key ?? crypto.randomUUID()
    if (bug !== 'keeps the key once the bank has answered') order.key = key
    try {
      const wire = wireTo(accountNumber, order.amount, order.id)
      const { id } = await http.post<Wire>('wires/v1/payments', wire, key)
      order.key = key
      order.paymentId = id
      if (order.state === 'open') order.state = 'sent'
    } catch (error) {
      const isUnasked = error instanceof CircuitOpenError && bug === 'counts an open circuit as a refusal'
      if (error instanceof RefusedError || isUnasked) {
        order.state = 'failed'
        unsettled.delete(order)
      }
      throw error
    }
  }

  async function look(order: Order): Promise<void> {
    const { posting } = await http.get<Wire>(`wires/v1/payments/${order.paymentId}`)
    if (order.state === 'completed' && bug !== 'overwrites a newer look-up with an older one') return
    order.state = posting === 'Posted' ? 'completed' : 'sent'
    if (order.state === 'completed') unsettled.delete(order)
  }

  connect(callbackUrl, async (request) => {
    const { resources } = (await request.json()) as Notification
    const ids = resources.map((path) => path.split('/').at(-1))
    for (const order of orders.values()) if (order.paymentId && ids.includes(order.paymentId)) await look(order)
    return new Response('taken')
  })

  every({ minutes: 45 }, async () => {
    await register().catch(() => undefined)
    for (const order of unsettled) await (order.paymentId ? look(order) : submit(order)).catch(() => undefined)
  })

  return {
    start: () => register().catch(() => undefined),
    orders,
    /** An order that the bank has refused may be paid anew; any other is paid once, however often it is asked for. */
    async pay(id: string, amount: number): Promise<void> {
      let order = orders.get(id)
      if (!order || order.state === 'failed') {
        order = { id, amount, key: undefined, paymentId: undefined, state: 'open' }
        orders.set(id, order)
        unsettled.add(order)
      }
      if (!order.paymentId) await submit(order)
    },
  }
}

const scenarioWith =
  (bug?: Bug): Scenario =>
  async (scene) => {
    const { start, orders, pay } = createPayments(environmentOf(scene), scene.every, bug)
    scene.books(() =>
      [...orders.values()].flatMap(({ paymentId, amount, state }) => {
        const status = state === 'completed' || state === 'failed' ? state : 'pending'
        return paymentId ? [{ paymentId, amount, status }] : []
      }),
    )
    scene.eventually(() => {
      const left = [...orders.values()].filter(({ state }) => state !== 'completed')
      if (left.length > 0) throw new Error(`${left.map(({ id, state }) => `${id} is ${state}`)} for good`)
    })

    await start()
    for (const [id, amount] of [['ORDER 1', 12_000] as const, ['ORDER 2', 34_000] as const]) {
      // A user who sees an error presses the button again, soon and after a coffee, and then trusts that it was taken down.
      const pressed = () => pay(id, amount)
      await pressed()
        .catch(() => scene.sleep({ minutes: 3 }).then(pressed))
        .catch(() => scene.sleep({ minutes: 15 }).then(pressed))
        .catch(() => undefined)
    }
    await scene.sleep({ hours: 2 })
  }

export const resilientClient = partners<Bug>('a client with tries, a circuit and a time limit', scenarioWith, {
  'makes a key for each try': 'one change',
  'takes its own time limit for a refusal': 'one change',
  'counts an open circuit as a refusal': 'two changes',
  'remembers for ever that it renewed its token': 'two changes',
  'keeps the key once the bank has answered': 'two changes',
  'caches a token request that failed': 'an outage',
  'never lets a second probe through after the first has failed': 'an outage',
  'overwrites a newer look-up with an older one': 'an overlap',
})
