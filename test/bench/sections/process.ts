/**
 * `npx vostro`: the time for a request, beside the same adapter that answers with constant JSON. Both servers are processes of their own.
 * Needs the built package.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { FastResponse } from 'srvx/node'
import { listen } from '../../../src/cli/serve/listen.ts'
import { outboundWire } from '../../support/wire.ts'
import { type Cost, median } from '../measure.ts'
import { type Row, report } from '../row.ts'

const CONNECTIONS = 32
const REQUESTS = 3_000
const ROUNDS = 9
const WARM_UPS = 3
/** More of a loss than this beside constant JSON, and the bank would be what a suite waits for; a page that follows it costs less. */
const MOST = { read: 3, pay: 5.2, followed: 1.35 }

/** What is asked, again and again. */
interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

if (process.env['BENCH_CONSTANT']) await serveConstant(process.env['BENCH_CONSTANT'])
else report(await loadRows())

/** The same adapter, with a constant answer. */
async function serveConstant(body: string): Promise<void> {
  globalThis.Response = FastResponse as unknown as typeof Response
  const init = { headers: { 'content-type': 'application/json' } }
  const port = await listen({ host: '127.0.0.1', port: 0, requestTimeout: 30 }, async (asked) => {
    await asked.text()
    return new Response(body, init)
  })
  console.log(JSON.stringify({ origin: `http://127.0.0.1:${port.number}` }))
}

async function loadRows(): Promise<Row[]> {
  const root = process.env['BENCH_ROOT'] as string
  const words = ['serve', '--json', '--keep=1000']
  const bank = await started([`${root}dist/cli/vostro.js`, ...words, '--master-account.balance=900000000000'])
  try {
    const { pay, read, answer } = await whatIsAsked(bank.told)
    const constant = await started([fileURLToPath(import.meta.url)], { BENCH_CONSTANT: answer })
    const alike = ({ body, method, headers }: Asked): Asked => {
      return { method, headers, url: constant.told['origin'] as string, ...(body !== undefined && { body }) }
    }
    const followed = await started([`${root}dist/cli/vostro.js`, ...words, '--master-account.balance=900000000000'])
    const page = await fetch(`${followed.told['controlUrl']}/trace/events`)
    void page.body?.pipeTo(new WritableStream()).catch(() => undefined)
    const payFollowed = (await whatIsAsked(followed.told)).pay
    try {
      return [
        await rowOf(
          'paying a wire, a trace page open',
          [followed.child, payFollowed],
          [bank.child, pay],
          MOST.followed,
          'no page open',
        ),
        await rowOf('reading a wire', [bank.child, read], [constant.child, alike(read)], MOST.read),
        await rowOf('paying a wire', [bank.child, pay], [constant.child, alike(pay)], MOST.pay),
      ]
    } finally {
      followed.child.kill()
      constant.child.kill()
    }
  } finally {
    bank.child.kill()
  }
}

async function started(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, words, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, told: JSON.parse(line) as Record<string, string> }
}

async function whatIsAsked(told: Record<string, string>): Promise<{ pay: Asked; read: Asked; answer: string }> {
  const { clientId: client_id, clientSecret: client_secret, audience, baseUrl, masterAccountNumber = '' } = told
  const json = { 'content-type': 'application/json' }
  const credentials = { grant_type: 'client_credentials', client_id, client_secret, audience }
  const init = { method: 'POST', headers: json, body: JSON.stringify(credentials) }
  const { access_token } = (await (await fetch(`${told['authUrl']}/oauth/token`, init)).json()) as Record<
    string,
    string
  >
  const headers = { ...json, authorization: `Bearer ${access_token}` }
  const url = `${baseUrl}/wires/v1/payments`
  const body = JSON.stringify(outboundWire(masterAccountNumber, { amount: 1 }))
  const pay = { method: 'POST', url, headers, body }
  const answer = await (await fetch(url, pay)).text()
  const { id } = JSON.parse(answer) as { id: string }
  return { pay, read: { method: 'GET', url: `${url}/${id}`, headers }, answer }
}

type Server = readonly [ChildProcess, Asked]

async function rowOf(
  what: string,
  ours: Server,
  limit: Server,
  target: number,
  beside = 'the same adapter with constant JSON',
): Promise<Row> {
  const turns: { ours: Cost; limit: Cost }[] = []
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    const turn =
      round % 2 === 0
        ? { ours: await loaded(ours), limit: await loaded(limit) }
        : await loaded(limit).then(async (first) => ({ ours: await loaded(ours), limit: first }))
    if (round >= 0) turns.push(turn)
  }
  const costOf = (side: 'ours' | 'limit'): Cost => ({
    wall: median(turns.map((each) => each[side].wall)),
    cpu: median(turns.map((each) => each[side].cpu)),
  })
  return {
    section: 'process',
    figure: `time for a request at ${CONNECTIONS} connections: ${what}`,
    beside,
    ours: costOf('ours'),
    limit: costOf('limit'),
    ratio: median(turns.map(({ ours, limit }) => ours.wall / limit.wall)),
    target,
  }
}

/** What each of many requests took: on the clock, and of the server's processor. */
async function loaded([server, asked]: Server): Promise<Cost> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  let left = REQUESTS
  const client = async () => {
    while (left-- > 0) await sent(asked, agent)
  }
  const [from, before] = [performance.now(), processorTime(server)]
  await Promise.all(Array.from({ length: CONNECTIONS }, client))
  const wall = ((performance.now() - from) * 1_000) / REQUESTS
  const cpu = (processorTime(server) - before) / REQUESTS
  agent.destroy()
  return { wall, cpu }
}

function sent({ method, url, headers, body }: Asked, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { method, headers, agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${method} ${url} was answered ${answer.statusCode}.`))
      answer.resume().once('end', resolve)
    })
    asking.once('error', reject).end(body)
  })
}

/** Microseconds of processor time that a process has had; Linux counts them in hundredths of a second. */
function processorTime({ pid }: ChildProcess): number {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? []
    return (Number(user) + Number(system)) * 10_000
  } catch {
    return Number.NaN
  }
}
