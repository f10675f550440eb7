/** Broken requests to `vostro serve` in a process of its own, by a client's fetch and byte by byte. */
import { connect } from 'node:net'
import { createBank } from 'vostro'
import type { BankRecord } from '../../../src/server/index.ts'
import type { Served } from '../../support/vostro-process.ts'
import { type Broken, sampleOf } from './broken-requests.ts'
import { type FencedBank, fenced } from './fenced-banks.ts'
import { apiOf, inWords, meantBy, Tally, wrongWith } from './judge.ts'
import { rawSampleOf } from './raw-requests.ts'

/** So many requests, then the banks are set back. */
const PART = 250
const BANKS = 5
/** That of the bank which the process begins with: equal seeds make equal ids. */
export const MAIN_SEED = 41
/** So many connections at once. */
const AT_ONCE = 20
/** Milliseconds after which a client says that it has said all, and those after which it goes away. */
const [PATIENCE, END] = [100, 3_000]

/** A bank of the process, and a copy of how it was at first. */
interface Home {
  readonly fence: FencedBank
  readonly text: string
}

/** Sends so many of either kind, and gives what went wrong, in words. */
export async function fireOver(told: Served, { fetched, raw, seed }: { fetched: number; raw: number; seed: number }) {
  const { origin } = told
  const host = new URL(origin).host
  const [tally, rawTally] = [new Tally(), new Tally()]
  const failures: string[] = []

  const control = async (method: string, path: string, body?: string): Promise<string> => {
    const json = { 'content-type': 'application/json' }
    const answer = await fetch(origin + path, { method, ...(body !== undefined && { body, headers: json }) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${text}`)
    return text
  }
  const snapshotPath = (id: string) => (id === 'main' ? '/_vostro' : `/_vostro/banks/${id}`)

  /** Furnishes a copy, and puts that in the place of the bank. */
  const { baseUrl, authUrl, loanBaseUrl } = told
  const homeOf = async (record: BankRecord, options: { seed: number }): Promise<Home> => {
    const path = snapshotPath(record.id)
    const bank = createBank({ ...options, baseUrl, authUrl, loanBaseUrl })
    bank.restore(JSON.parse(await control('GET', `${path}/snapshot`)))
    const fence = fenced({ id: record.id, bank, record })
    await control('POST', `${path}/restore`, JSON.stringify(bank.snapshot()))
    return { fence, text: await control('GET', `${path}/snapshot`) }
  }
  const open = async (bankSeed: number): Promise<Home> => {
    const options = { seed: bankSeed }
    return await homeOf(JSON.parse(await control('POST', '/_vostro/banks', JSON.stringify(options))), options)
  }

  let homes = [await homeOf(JSON.parse(await control('GET', '/_vostro')), { seed: MAIN_SEED })]
  for (let bankSeed = 1; bankSeed < BANKS; bankSeed++) homes.push(await open(bankSeed))
  const silent = await open(BANKS)

  async function setBack(): Promise<void> {
    if ((await control('GET', `${snapshotPath(silent.fence.id)}/snapshot`)) !== silent.text) {
      failures.push('changed the silent bank')
    }
    const there: string[] = JSON.parse(await control('GET', '/_vostro/banks')).map(({ id }: { id: string }) => id)
    const ours = new Set([...homes, silent].map(({ fence: { id } }) => id))
    for (const id of there) if (!ours.has(id)) await control('DELETE', `/_vostro/banks/${id}`)
    const next: Home[] = []
    for (const [bankSeed, home] of homes.entries()) {
      const { id, isMain } = home.fence
      if (!isMain && !there.includes(id)) next.push(await open(bankSeed))
      else {
        await control('POST', `${snapshotPath(id)}/restore`, home.text)
        next.push(home)
      }
    }
    homes = next
  }

  /** What went wrong with a request by fetch; undefined where nothing did. */
  async function send(sent: Broken): Promise<string | undefined> {
    let request: Request
    try {
      request = new Request(origin + sent.target, { ...sent, body: sent.body ?? null })
    } catch {
      return undefined
    }
    // A path that ends the host is a request to somebody else.
    if (new URL(request.url).origin !== origin) return undefined
    const fences = [...homes, silent].map(({ fence }) => fence)
    const meant = meantBy(fences, request.url, sent)
    const response = await fetch(request).catch((error: Error) => error)
    if (response instanceof Error) return `failed: ${response.message} ${String(response.cause)}`
    tally.add(apiOf(request.url), response.status)
    const { status, headers } = response
    const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true
    if (isStream) await response.body?.cancel()
    const text = isStream ? '' : await response.text()
    if (sent.method === 'POST' && /faults/i.test(sent.target) && status === 200) {
      for (const { id } of meant) await control('DELETE', `${snapshotPath(id)}/faults`)
    }
    const foreign = fences.filter((each) => !meant.includes(each))
    return wrongWith(sent, request.url, { status, headers, text }, foreign)
  }

  /** What went wrong with bytes; undefined where nothing did. */
  async function sendRaw(bytes: Buffer): Promise<string | undefined> {
    const text = await exchanged(Number(told.origin.split(':').at(-1)), bytes)
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
    const [status] = statuses
    rawTally.add('raw', status ?? 'closed')
    if (text !== '' && !text.startsWith('HTTP/1.1 ')) return `answered ${text}`
    if (statuses.some((each) => each >= 500)) return `answered ${text}`
    const told_ = [...homes, silent].filter(({ fence }) => fence.marks.some((mark) => text.includes(mark)))
    return told_.length > 1 || told_.includes(silent) ? `answered what several banks have: ${text}` : undefined
  }

  for (let done = 0; done < fetched && failures.length < 10; done += PART) {
    const fences = homes.map(({ fence }) => fence)
    for (const sent of sampleOf(fences, seed * 1_000_003 + done, Math.min(PART, fetched - done))) {
      const wrong = await send(sent)
      if (wrong !== undefined) failures.push(`${inWords(sent, origin + sent.target)} ${wrong}`.slice(0, 3_000))
    }
    await setBack()
  }
  for (let done = 0; done < raw && failures.length < 10; done += PART) {
    const fences = homes.map(({ fence }) => fence)
    const sample = rawSampleOf(fences, host, seed * 1_000_003 + done, Math.min(PART, raw - done))
    const lanes = Array.from({ length: AT_ONCE }, async () => {
      for (let bytes = sample.pop(); bytes !== undefined; bytes = sample.pop()) {
        const wrong = await sendRaw(bytes)
        if (wrong !== undefined) failures.push(`${JSON.stringify(bytes.toString('latin1'))} ${wrong}`.slice(0, 3_000))
      }
    })
    await Promise.all(lanes)
    if (told.process.exitCode !== null) {
      failures.push(`ended by itself: ${told.log().slice(-2_000)}`)
      break
    }
    await control('GET', '/_vostro/health')
    await setBack()
  }
  return { tally, rawTally, failures }
}

/** What comes back for bytes, until either side has had enough. */
function exchanged(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const patience = setTimeout(() => socket.end(), PATIENCE)
    const end = setTimeout(() => socket.destroy(), END)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('end', () => socket.end())
    // Whoever refuses what is still being sent breaks the connection.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(patience)
      clearTimeout(end)
      resolve(Buffer.concat(chunks).toString('latin1'))
    })
    socket.write(bytes)
  })
}
