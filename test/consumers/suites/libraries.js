/**
 * Libraries on the bank's clock: each test says what of a library follows the clock, and what keeps real time. The table of the guide is
 * made of these tests, with the versions that are installed here.
 */
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { Writable } from 'node:stream'
import axios from 'axios'
import axiosRetry from 'axios-retry'
import Bottleneck from 'bottleneck'
import { CronJob } from 'cron'
import { Cron } from 'croner'
import createDebug from 'debug'
import express from 'express'
import got from 'got'
import Keyv from 'keyv'
import { LRUCache } from 'lru-cache'
import morgan from 'morgan'
import nodeCron from 'node-cron'
import { scheduleJob } from 'node-schedule'
import { ofetch } from 'ofetch'
import createClient from 'openapi-fetch'
import PQueue from 'p-queue'
import pRetry from 'p-retry'
import pg from 'pg'
import { pino } from 'pino'
import { SimpleIntervalJob, Task, ToadScheduler } from 'toad-scheduler'
import { request } from 'undici'
import { afterAll, beforeAll } from 'vitest'
import { expect, test } from 'vostro/vitest'
import winston from 'winston'

const timed = test.extend({ bankTime: 'bank' })
/** The rows of the table. Those of databases and of pg-boss are proven by the recipes of the guide. */
const rows = [
  ['@electric-sql/pglite', 'the `now()`', '#postgres-in-process', '`current_timestamp`: write `now()`'],
  ['pg-boss', 'the `TestClock`', '#a-queue-with-a-clock-of-its-own', 'with its own clock: when jobs are due'],
].map(([library, what, recipe, stays]) => [library, versionOf(library), `${what} of [the recipe](${recipe})`, stays])

/** Declares a test of a library, and a row of the table. */
function check(library, { follows, stays = '' }, run) {
  rows.push([library, versionOf(library), follows, stays])
  timed(`${library}: ${follows}`, async ({ bank }) => run(bank))
}

function versionOf(library) {
  return JSON.parse(readFileSync(`node_modules/${library}/package.json`, 'utf8')).version
}

const timeOf = (bank) => bank.clock.now.slice(11, 19)
const dayOf = (bank) => bank.clock.now.slice(5, 16)
const payments = (bank) => `${bank.urls.baseUrl}/wires/v1/payments`
const headersFor = (bank) => ({ authorization: `Bearer ${bank.tokens.issue().access_token}` })
const waitOf = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000))

const timesOfCalls = ({ requests }) =>
  requests.filter(({ url }) => url.endsWith('/payments')).map(({ at }) => at.slice(11, 19))
/** Answers the first two calls with 503. */
const trouble = (bank) => bank.faults.inject('status', { status: 503, uses: 2 })

let neighbours
let ports
beforeAll(async () => {
  neighbours = fork('./neighbours.js')
  ports = await new Promise((resolve) => neighbours.once('message', resolve))
})
afterAll(() => neighbours.disconnect())

check(
  'pg',
  { follows: 'the idle time-out of the pool', stays: '`now()` of the server: pass the time as a parameter' },
  async (bank) => {
    const pool = new pg.Pool({
      host: '127.0.0.1',
      port: Number(ports.DATABASE_PORT),
      user: 'partner',
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 10_000,
      query_timeout: 5_000,
    })
    const { rows: first } = await pool.query('select id from payments')
    expect([first.length, timeOf(bank), pool.totalCount]).toEqual([600, '09:00:00', 1])
    await waitOf(11)
    expect([timeOf(bank), pool.totalCount]).toEqual(['09:00:11', 0])
    await pool.end()
  },
)

check('node-cron', { follows: 'the schedule' }, async (bank) => {
  const fired = []
  const job = nodeCron.schedule('30 9 * * 1-5', () => fired.push(dayOf(bank)), { timezone: 'America/New_York' })
  await bank.clock.advanceAsync({ days: 2 })
  await job.destroy()
  expect(fired).toEqual(['03-02T09:30', '03-03T09:30'])
})

check('croner', { follows: 'the schedule, by a timer each 30 seconds' }, async (bank) => {
  const fired = []
  const job = new Cron('30 9 * * 1-5', { timezone: 'America/New_York' }, () => fired.push(dayOf(bank)))
  await bank.clock.advanceAsync({ hours: 1 })
  job.stop()
  expect(fired).toEqual(['03-02T09:30'])
})

check('cron', { follows: 'the schedule' }, async (bank) => {
  const fired = []
  const job = CronJob.from({
    cronTime: '30 9 * * 1-5',
    onTick: () => fired.push(dayOf(bank)),
    start: true,
    timeZone: 'America/New_York',
  })
  await bank.clock.advanceAsync({ days: 2 })
  job.stop()
  expect(fired).toEqual(['03-02T09:30', '03-03T09:30'])
})

check('node-schedule', { follows: 'the schedule' }, async (bank) => {
  const fired = []
  const job = scheduleJob({ rule: '30 9 * * 1-5', tz: 'America/New_York' }, () => fired.push(dayOf(bank)))
  await bank.clock.advanceAsync({ days: 2 })
  job.cancel()
  expect(fired).toEqual(['03-02T09:30', '03-03T09:30'])
})

check('toad-scheduler', { follows: 'the interval' }, async (bank) => {
  const fired = []
  const scheduler = new ToadScheduler()
  const task = new Task('poll', () => fired.push(timeOf(bank)))
  scheduler.addSimpleIntervalJob(new SimpleIntervalJob({ minutes: 20 }, task))
  await bank.clock.advanceAsync({ hours: 1 })
  scheduler.stop()
  expect(fired).toEqual(['09:20:00', '09:40:00', '10:00:00'])
})

check('lru-cache', { follows: '`ttl`' }, async (bank) => {
  const cache = new LRUCache({ max: 10, ttl: 3_600_000 })
  cache.set('token', 'secret')
  bank.clock.advance({ minutes: 59 })
  expect(cache.get('token')).toBe('secret')
  bank.clock.advance({ minutes: 2 })
  await waitOf(1)
  expect(cache.get('token')).toBeUndefined()
})

check('keyv', { follows: '`ttl` of the store in memory' }, async (bank) => {
  const cache = new Keyv()
  await cache.set('token', 'secret', 3_600_000)
  bank.clock.advance({ minutes: 59 })
  expect(await cache.get('token')).toBe('secret')
  bank.clock.advance({ minutes: 2 })
  expect(await cache.get('token')).toBeUndefined()
})

check('p-queue', { follows: 'the interval' }, async (bank) => {
  const queue = new PQueue({ interval: 60_000, intervalCap: 1 })
  const times = []
  await queue.addAll(Array.from({ length: 3 }, () => async () => void times.push(timeOf(bank))))
  expect(times).toEqual(['09:00:00', '09:01:00', '09:02:00'])
})

check('bottleneck', { follows: '`minTime`' }, async (bank) => {
  const limiter = new Bottleneck({ maxConcurrent: 1, minTime: 30_000 })
  const times = []
  await Promise.all(Array.from({ length: 3 }, () => limiter.schedule(async () => void times.push(timeOf(bank)))))
  await limiter.disconnect()
  expect(times).toEqual(['09:00:00', '09:00:30', '09:01:00'])
})

check('p-retry', { follows: 'the wait between two tries' }, async (bank) => {
  // It tries again only after the TypeError of a broken network.
  bank.faults.inject('networkError', { uses: 2 })
  await pRetry(() => fetch(payments(bank), { headers: headersFor(bank) }), { minTimeout: 30_000 })
  expect(timesOfCalls(bank)).toEqual(['09:00:00', '09:00:30', '09:01:30'])
})

check('axios-retry', { follows: 'the wait between two tries' }, async (bank) => {
  trouble(bank)
  const client = axios.create()
  axiosRetry(client, { retries: 3, retryDelay: () => 30_000 })
  await client.get(payments(bank), { headers: headersFor(bank) })
  expect(timesOfCalls(bank)).toEqual(['09:00:00', '09:00:30', '09:01:00'])
})

check('axios', { follows: '`timeout`' }, async (bank) => {
  bank.faults.inject('slow', { seconds: 60 })
  const asked = axios.get(payments(bank), { headers: headersFor(bank), timeout: 10_000 })
  await expect(asked).rejects.toMatchObject({ code: 'ECONNABORTED' })
  expect(timeOf(bank)).toBe('09:00:10')
})

check('got', { follows: 'the wait between two tries' }, async (bank) => {
  trouble(bank)
  await got(payments(bank), {
    headers: headersFor(bank),
    retry: { calculateDelay: ({ attemptCount }) => attemptCount < 4 && 30_000 },
  })
  expect(timesOfCalls(bank)).toEqual(['09:00:00', '09:00:30', '09:01:00'])
})

check('ofetch', { follows: '`retryDelay`' }, async (bank) => {
  trouble(bank)
  await ofetch(payments(bank), { headers: headersFor(bank), retry: 3, retryDelay: 30_000 })
  expect(timesOfCalls(bank)).toEqual(['09:00:00', '09:00:30', '09:01:00'])
})

check('undici', { follows: 'an answer in parts: the clock stands still until its end' }, async (bank) => {
  const background = setInterval(() => {}, 2_000)
  const { body } = await request(`http://127.0.0.1:${ports.SERVICE_PORT}/`)
  expect(await body.json()).toEqual({ rate: 1.25 })
  clearInterval(background)
  expect(timeOf(bank)).toBe('09:00:00')
})

check('openapi-fetch', { follows: 'an `AbortSignal.timeout` of a call' }, async (bank) => {
  bank.faults.inject('slow', { seconds: 60 })
  const client = createClient({ baseUrl: bank.urls.baseUrl, fetch: bank.fetch, headers: headersFor(bank) })
  const asked = client.GET('/wires/v1/payments', { signal: AbortSignal.timeout(10_000) })
  await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(timeOf(bank)).toBe('09:00:10')
})

/** What a logger writes. */
function sink() {
  const lines = []
  const stream = new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk).trim())) })
  return { lines, stream }
}

check('pino', { follows: '`time`' }, async () => {
  const { lines, stream } = sink()
  const logger = pino(stream)
  await waitOf(40)
  logger.info('paid')
  expect(JSON.parse(lines[0]).time).toBe(Date.parse('2026-03-02T14:00:40.000Z'))
})

check('winston', { follows: '`timestamp()`' }, async () => {
  const { lines, stream } = sink()
  const { combine, timestamp, json } = winston.format
  const logger = winston.createLogger({
    format: combine(timestamp(), json()),
    transports: [new winston.transports.Stream({ stream })],
  })
  await waitOf(40)
  logger.info('paid')
  await waitOf(1)
  expect(JSON.parse(lines[0]).timestamp).toBe('2026-03-02T14:00:40.000Z')
})

check('morgan', { follows: '`:date`', stays: '`:response-time`, which reads `process.hrtime`' }, async () => {
  const { lines, stream } = sink()
  const app = express()
  app.use(morgan(':date[iso] :response-time', { stream }))
  app.get('/', async (_, response) => {
    await waitOf(40)
    response.end('ok')
  })
  const server = await new Promise((resolve) => {
    const opened = app.listen(0, '127.0.0.1', () => resolve(opened))
  })
  await new Promise((resolve) =>
    get({ port: server.address().port, host: '127.0.0.1', agent: false }, (answer) =>
      answer.on('end', resolve).resume(),
    ),
  )
  await new Promise((resolve) => server.close(resolve))
  const [date, spent] = lines[0].split(' ')
  expect(date).toBe('2026-03-02T14:00:40.000Z')
  expect(Number(spent)).toBeLessThan(40_000)
})

check('debug', { follows: 'the difference to the line before' }, async () => {
  const lines = []
  const log = createDebug('partner')
  createDebug.enable('partner')
  log.useColors = true
  log.log = (...words) => lines.push(words.join(' '))
  log('sends')
  await waitOf(40)
  log('paid')
  createDebug.disable()
  expect(lines[1]).toContain('+40s')
})

test('the guide has the table of these libraries', () => {
  expect(readFileSync('guide.md', 'utf8')).toContain(tableOf(rows))
})

/** A table in Markdown. */
function tableOf(body) {
  const head = [['library', 'version', 'what follows', 'what keeps real time'], Array.from({ length: 4 }, () => '---')]
  return [...head, ...body].map((row) => `| ${row.join(' | ')} |`.replace('|  |', '| |')).join('\n')
}
