/**
 * What a partner's code does on the bank's clock, in situations that runners and outputs treat in different ways. Each of them notes the
 * times of the bank that it sees, and expects them to the millisecond.
 */
import { appendFileSync } from 'node:fs'
import http from 'node:http'
import timers from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { schedule } from 'node-cron'
import PQueue from 'p-queue'
import pRetry from 'p-retry'
import pg from 'pg'
import { pino } from 'pino'

const { SERVICE_PORT, DATABASE_PORT, NOTES } = process.env

/** A service of this process, started before any test: it has real time. */
const own = http.createServer((_, response) => {
  response.write('{"rate":')
  setTimeout(() => response.end('1.25}'), 300)
})
const listening = new Promise((resolve) => own.listen(0, '127.0.0.1', () => resolve(own.address().port)))
own.unref()

const patience = { retries: 8, minTimeout: 15_000 }

/** The time of day at the bank, which is also that of every other clock of the code. */
function timeOf({ clock: { now } }) {
  const others = { Date: Date.now(), performance: Math.round(performance.timeOrigin + performance.now()) }
  const wrong = Object.entries(others).filter(([, instant]) => instant !== Date.parse(now))
  return [now.slice(11, 23), ...wrong.map(([name, instant]) => `${name} ${new Date(instant).toISOString()}`)].join(', ')
}

/** A partner that works by the book: it keeps its token as long as it is valid, and tries again with the same key. */
function rightClient(bank) {
  const { urls, partner, masterAccount } = bank
  const asked = []
  const send = async (url, body, headers) => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }
    const response = await fetch(url, init)
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
    return await response.json()
  }
  const tokens = new LRUCache({
    max: 10,
    fetchMethod: async (_, __, { options }) => {
      asked.push(timeOf(bank))
      const { clientId: client_id, clientSecret: client_secret, audience } = partner
      const grant = { grant_type: 'client_credentials', client_id, client_secret, audience }
      const { access_token, expires_in } = await send(`${urls.authUrl}/oauth/token`, grant, {})
      options.ttl = (expires_in - 60) * 1_000
      return access_token
    },
  })
  const authorization = async () => ({ authorization: `Bearer ${await tokens.fetch('bank')}` })
  const wire = {
    accountNumber: masterAccount.accountNumber,
    businessFunctionCode: 'CTR',
    receiverRoutingNumber: '011000138',
    beneficiary: { idCode: 'D', identifier: '9876543210', name: 'Example Supplies' },
    amount: 10_000,
  }
  return {
    asked,
    pay: (key) =>
      pRetry(async () => {
        const headers = { ...(await authorization()), 'idempotency-key': key }
        return await send(`${urls.baseUrl}/wires/v1/payments`, wire, headers)
      }, patience),
    list: () =>
      pRetry(async () => {
        const response = await fetch(`${urls.baseUrl}/wires/v1/payments`, { headers: await authorization() })
        if (response.status >= 500) throw new Error(`The bank answered ${response.status}`)
        return { status: response.status, ...(await response.json()) }
      }, patience),
  }
}

async function writesLogs(bank) {
  const logger = pino({ level: 'info' }, pino.destination(1))
  const times = []
  for (let line = 1; line <= 5; line++) {
    logger.info({ line }, 'a payment is on its way')
    process.stdout.write(`line ${line}\n`)
    process.stderr.write(`line ${line}\n`)
    // biome-ignore lint/suspicious/noConsole: runners replace the console
    console.log('line', line)
    await timers.setTimeout(40_000)
    times.push(timeOf(bank))
  }
  return times
}

async function readsParts(bank) {
  // The clock would go here as soon as nothing else seemed to happen.
  const background = setInterval(() => {}, 2_000)
  const times = []
  for (const port of [await listening, SERVICE_PORT]) {
    for (let call = 1; call <= 2; call++) {
      const response = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(10_000) })
      times.push(timeOf(bank))
      await response.json()
      times.push(timeOf(bank))
    }
    await new Promise((resolve, reject) => {
      const request = http.get({ port, host: '127.0.0.1' }, (response) => response.on('end', resolve).resume())
      request.on('error', reject)
    })
    times.push(timeOf(bank))
    await timers.setTimeout(40_000)
    times.push(timeOf(bank))
  }
  clearInterval(background)
  return times
}

async function queries(bank) {
  const background = setInterval(() => {}, 2_000)
  const pool = new pg.Pool({
    host: '127.0.0.1',
    port: Number(DATABASE_PORT),
    user: 'partner',
    max: 2,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 10_000,
    query_timeout: 5_000,
  })
  const times = []
  for (let round = 1; round <= 2; round++) {
    for (let query = 1; query <= 2; query++) {
      const { rows } = await pool.query('select id from payments')
      times.push(`${rows.length} ${timeOf(bank)}`)
    }
    // Longer than a connection may be idle, so that the next query opens another.
    await timers.setTimeout(40_000)
    times.push(timeOf(bank))
  }
  await pool.end()
  clearInterval(background)
  return times
}

async function keepsToken(bank) {
  const { asked, list } = rightClient(bank)
  const statuses = []
  for (const hours of [0, 23, 2]) {
    await bank.clock.advanceAsync({ hours })
    statuses.push(`${timeOf(bank)} ${(await list()).status}`)
  }
  return [...statuses, ...asked.map((time) => `token ${time}`), ...bank.conduct().map(({ rule }) => rule)]
}

async function queues(bank) {
  const { pay } = rightClient(bank)
  bank.faults.inject('status', { status: 503, for: { minutes: 1 } })
  const queue = new PQueue({ concurrency: 2, interval: 60_000, intervalCap: 2, timeout: 600_000 })
  const times = []
  const jobs = ['a', 'b', 'c', 'd', 'e'].map((key) => async () => {
    times.push(`${key} begins ${timeOf(bank)}`)
    await pay(key)
    times.push(`${key} ends ${timeOf(bank)}`)
  })
  await queue.addAll(jobs)
  return times
}

/** Pays each morning of a business day, looks every three hours what became of it, and meets an hour of trouble each week. */
async function worksForMonth(bank) {
  const { asked, pay, list } = rightClient(bank)
  const paid = []
  const payInvoice = async () => {
    const day = new Date().toISOString().slice(5, 10)
    await pay(day)
    paid.push(`${day} ${timeOf(bank)}`)
  }
  const morning = schedule('30 9 * * 1-5', payInvoice, { timezone: 'America/New_York' })
  let looks = 0
  const poller = setInterval(async () => {
    await list()
    looks++
  }, 3 * 3_600_000)
  for (let day = 1; day <= 30; day++) {
    if (day % 7 === 2) bank.faults.inject('status', { status: 503, for: { minutes: 40 } })
    await bank.clock.advanceAsync({ days: 1 })
  }
  await morning.destroy()
  clearInterval(poller)
  return [...paid, `${looks} looks`, `${asked.length} tokens`, ...bank.conduct().map(({ text }) => text)]
}

const still = '09:00:00.000'
const later = '09:00:40.000'
const latest = '09:01:20.000'

/** The business days of the month. On the second one the bank has an hour of trouble. */
const mornings = Array.from({ length: 31 }, (_, day) => new Date(Date.UTC(2026, 2, 2 + day)))
  .filter((date) => date.getUTCDay() % 6 !== 0 && date < Date.UTC(2026, 3, 2))
  .map((date) => date.toISOString().slice(5, 10))
  .map((day) => `${day} ${day === '03-03' ? '09:45:45.000' : '09:30:00.000'}`)

/** The situations: a name, what the code does, and the times that it must see. */
export const situations = Object.entries({
  'a logger that writes': {
    act: writesLogs,
    times: [later, latest, '09:02:00.000', '09:02:40.000', '09:03:20.000'],
  },
  'an answer in parts': {
    act: readsParts,
    times: [...Array.from({ length: 5 }, () => still), ...Array.from({ length: 6 }, () => later), latest],
  },
  'a database driver': {
    act: queries,
    times: [`600 ${still}`, `600 ${still}`, later, `600 ${later}`, `600 ${later}`, latest],
  },
  'a cache': {
    act: keepsToken,
    times: [`${still} 200`, '08:00:00.000 200', '10:00:00.000 200', `token ${still}`, 'token 10:00:00.000'],
  },
  'a queue': {
    act: queues,
    times: [
      ...['a begins 09:00:00.000', 'b begins 09:00:00.000', 'a ends 09:01:45.000', 'c begins 09:01:45.000'],
      ...['c ends 09:01:45.000', 'd begins 09:01:45.000', 'd ends 09:01:45.000', 'b ends 09:01:45.000'],
      ...['e begins 09:02:00.000', 'e ends 09:02:00.000'],
    ],
  },
  'a right client for 30 days': {
    act: worksForMonth,
    times: [...mornings, '240 looks', '36 tokens'],
  },
}).map(([name, { act, times }]) => ({ name, act, times }))

/** Does what the code of a situation does, and notes the times that it saw for the matrix. */
export async function timesOf({ name, act, times: right }, bank) {
  const times = await act(bank)
  const note = { name, times, isRight: JSON.stringify(times) === JSON.stringify(right) }
  if (NOTES) appendFileSync(NOTES, `${JSON.stringify(note)}\n`)
  return times
}
