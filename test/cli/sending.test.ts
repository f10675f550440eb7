/** How the process sends pushes, and how its clock follows real time. (§3, §6) */
import dns from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createBank } from 'vostro'
import { openServer } from '../../src/cli/serve/open-server.ts'
import { RealTime } from '../../src/cli/serve/real-time.ts'
import { sender } from '../../src/cli/serve/send.ts'

const pushTo = (url: string) =>
  new Request(url, { method: 'POST', body: '{"id":"1"}', headers: { 'x-signature': 's' } })

it('sends pushes for a name under localhost to this machine, whatever the DNS says [§6]', async () => {
  const came: unknown[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    came.push([request.headers.host, request.headers['x-signature'], body])
    response.writeHead(202, { 'x-receiver': 'partner' }).end('taken')
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const lookup = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((_: string, __: object, found: (error: Error) => void) =>
      found(new Error('The DNS was asked.'))) as never)
  const send = sender(new AbortController().signal)

  const answer = await send(pushTo(`http://partner.localhost:${port}/hooks`), { timeout: 60_000 })
  lookup.mockRestore()

  expect([answer.status, answer.headers.get('x-receiver'), await answer.text()]).toEqual([202, 'partner', 'taken'])
  expect(came).toEqual([[`partner.localhost:${port}`, 's', '{"id":"1"}']])
})

it('sends a hundred pushes at once without a warning, and lets the others wait for their turn [§6]', async () => {
  const held: ((answer: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise((resolve) => held.push(resolve)))
  const warned = vi.spyOn(process, 'emitWarning')
  const send = sender(new AbortController().signal)

  const all = Array.from({ length: 150 }, () => send(pushTo('http://127.0.0.1:9/hooks'), { timeout: 600_000 }))
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  await turn()
  expect(held).toHaveLength(100)
  held.shift()?.(new Response())
  await turn()
  expect(held).toHaveLength(100)
  for (let answer = held.shift(); answer; answer = held.shift()) {
    answer(new Response())
    await turn()
  }

  expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array(150).fill(200))
  expect(warned).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
  warned.mockRestore()
})

it('lets other work run between pushes that fail without I/O [§6]', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  const send = sender(new AbortController().signal)
  let isAnswered = false
  setImmediate(() => {
    isAnswered = true
  })

  const seen: boolean[] = []
  for (let index = 0; index < 3; index++) {
    await send(pushTo('http://127.0.0.1:1/hooks'), { timeout: 600_000 }).catch(() => seen.push(isAnswered))
  }

  expect(seen).toEqual([true, true, true])
  vi.unstubAllGlobals()
})

it.each([100, 199, 600, 999])('refuses the status %s in the answer to a push [§6]', async (status) => {
  vi.stubGlobal('fetch', async () => ({ status, headers: new Headers(), body: null }))
  const send = sender(new AbortController().signal)

  const sent = send(pushTo('http://127.0.0.1:9/hooks'), { timeout: 600_000 })

  await expect(sent).rejects.toThrow(`the receiver answered with the status ${status}`)
  vi.unstubAllGlobals()
})

it("follows elapsed real time with --real-time, not the machine's clock, which may be set [§3]", async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const origin = 'http://127.0.0.1:4010'
  const terminal = { stdout: async () => {}, stderr: () => {}, environment: {} }
  const standing = { origin, port: 4010, addresses: {}, control: {} }
  const server = await openServer({}, { realTime: '1' } as never, standing, terminal)
  const clock = async () => {
    const answer = await server.answer(new Request(`${origin}/_vostro/clock`))
    return Date.parse(((await (answer as Response).json()) as { now: string }).now)
  }

  const before = await clock()
  vi.setSystemTime(Date.parse('2027-03-02T12:00:00Z'))
  const after = await clock()
  await server.close()

  expect(after).toBeGreaterThanOrEqual(before)
  expect(after - before).toBeLessThan(86_400_000)
})

it('schedules the due operations after a restore as after an operation [§3]', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const bank = createBank()
  bank.wires.create(bank.wires.plausible())
  const paid = bank.snapshot()
  bank.reset()
  const time = new RealTime({ factor: 1, now: () => 0, moved: () => {}, log: () => {} })
  onTestFinished(() => time.stop())
  time.begin('main', bank)
  const before = vi.getTimerCount()

  bank.restore(paid)

  expect([before, vi.getTimerCount()]).toEqual([0, 1])
})
