/**
 * Killing `vostro serve --state FILE` with `kill -9` again and again while clients of several banks pay and move clocks over HTTP. The
 * next one on the same file must have every operation that any of them was told of, and of the others none by half.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { receiverOf } from '../../support/receiver.ts'
import { pushOf } from '../../support/requests.ts'
import { clientOf, control } from '../../support/served-client.ts'
import { type Served, serveVostro, type Told } from '../../support/vostro-process.ts'
import { Paying } from './paying.ts'

/** One life of a server, and its end. */
interface Life {
  /** Whether a client opens another bank. */
  readonly opens: boolean
  /** It is killed as soon as so many calls were acknowledged, while others are under way. */
  readonly acknowledged: number
  /** So much of a further line stands at the end of the file, as an end in the middle of a write leaves it. */
  readonly torn: number
}

const life: fc.Arbitrary<Life> = fc.record({
  opens: fc.integer({ min: 0, max: 3 }).map((of4) => of4 === 0),
  acknowledged: fc.integer({ min: 0, max: 40 }),
  torn: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60 })),
})

/** What was seen of all the deaths. */
export interface Survived {
  readonly kills: number
  readonly acknowledged: number
  /** Pushes that a receiver got. */
  readonly pushed: number
  readonly torn: number
}

/** Kills a server on the state file at `path` so many times. */
export async function survive(kills: number, seed: number, path: string): Promise<Survived> {
  const lives = fc.sample(life, { seed, numRuns: kills })
  const { url, bodies } = await receiverOf(() => ({ status: 200 }))
  const start = () => serveVostro(['--seed=7', '--state', path])
  let served = await start()
  const main = await clientOf(served)
  await main.call('POST', '/webhooks/v1/registrations', {
    ...pushOf('Wire.Payment.Sent', served.partnerId),
    callbackUrl: url,
  })
  const clients = [await Paying.begin(served)]
  clients.push(await opened(served), await opened(served))
  let [acknowledged, torn] = [0, 0]
  for (const life of lives) {
    if (life.opens) clients.push(await opened(served))
    acknowledged += await killedWhile(clients, served, life)
    const isTorn = tear(path, life)
    if (isTorn) torn++
    served = await start()
    expect(/is incomplete/.test(served.log())).toBe(isTorn)
    for (const client of clients) await client.expectKept(served)
    await expectTold(served, bodies)
  }
  served.process.kill('SIGKILL')
  return { kills: lives.length, acknowledged, pushed: bodies.length, torn }
}

const opened = async (served: Served) => await Paying.begin((await control(served, 'POST', '/banks')) as Told)

/** How many calls were acknowledged until it was killed. */
async function killedWhile(clients: readonly Paying[], { process, ended }: Served, life: Life): Promise<number> {
  let acknowledged = 0
  const killWhenDue = () => {
    if (acknowledged >= life.acknowledged) process.kill('SIGKILL')
  }
  const under = clients.map((client) =>
    client.go(() => {
      acknowledged++
      killWhenDue()
    }),
  )
  killWhenDue()
  await Promise.all(under)
  expect(await ended).toMatchObject({ signal: 'SIGKILL' })
  return acknowledged
}

/** Adds the beginning of another line, unless the kill itself has left one. */
function tear(path: string, { torn }: Life): boolean {
  const text = readFileSync(path, 'utf8')
  if (!text.endsWith('\n')) return true
  appendFileSync(path, `${text.split('\n').at(-2)}`.slice(0, torn))
  return torn > 0
}

/** No receiver knows of anything that is not there. */
async function expectTold(served: Served, bodies: readonly string[]): Promise<void> {
  const events = (await control(served, 'GET', '/events')) as { readonly id: string }[]
  const known = new Set(events.map(({ id }) => id))
  expect(bodies.map((body) => (JSON.parse(body) as { id: string }).id).filter((id) => !known.has(id))).toEqual([])
}
