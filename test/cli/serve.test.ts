/** `vostro serve`, as a process of its own: what a partner does with it from another process, in any language. (§2, §3) */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clientOf, control } from '../support/served-client.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { begunVostro, openedAt, runVostro, servedForFile, serveVostro } from '../support/vostro-process.ts'
import { outboundWire } from '../support/wire.ts'

const server = servedForFile(['--seed', '7'])

it('serves a bank in which a wire is paid over HTTP, and is Completed after the control API has moved the clock [§3]', async () => {
  const served = await openedAt(server())
  const client = await clientOf(served)

  const id = await client.pay()
  const before = await client.statusOf(id)
  await control(served, 'POST', '/clock/next-batch')

  expect(before).toBe('Created')
  expect(await client.statusOf(id)).toBe('Completed')
})

it('prints its addresses and credentials as text [§2.1]', async () => {
  const { child, until } = await begunVostro(['--seed=7'])

  const text = await until(/Ctrl-C ends it/)

  expect(text).toMatch(/^vostro \d+\.\d+\.\d+ listens on http:\/\/127\.0\.0\.1:\d+$/m)
  expect(text).toMatch(/^ {2}banking API +http:\/\/127\.0\.0\.1:\d+\/api$/m)
  expect(text).toMatch(/^ {2}client secret +\S{64}$/m)
  expect(text).toMatch(/^ {2}audience +http:\/\/127\.0\.0\.1:\d+\/api$/m)
  expect(text).toMatch(/^ {2}partner id +[0-9a-f-]{36}$/m)
  expect(text).toMatch(/^ {2}master account +\d{10}$/m)
  child.kill('SIGKILL')
})

it('prints one line of JSON, and nothing else, on stdout with --json [§2.1]', async () => {
  const served = await serveVostro(['--seed=7', '--partner.client-id=an-id', '--verbose'])
  await control(served, 'GET', '/clock')

  served.process.kill('SIGTERM')
  const { stdout, stderr } = await served.ended

  expect(stdout.split('\n')).toEqual([expect.stringMatching(/^\{"version":".*\}$/), ''])
  expect(JSON.parse(stdout)).toMatchObject({ clientId: 'an-id', baseUrl: `${served.origin}/api`, pid: served.pid })
  expect(stderr).toContain('GET /_vostro/clock 200')
})

it('takes options of createBank from flags, which override the environment [§3]', async () => {
  const environment = {
    VOSTRO_SEED: '2',
    VOSTRO_PARTNER_CLIENT_ID: 'of-the-environment',
    VOSTRO_MASTER_ACCOUNT_BALANCE: '12345',
    VOSTRO_ASSUME_WIRES_REVIEW_SECONDS: '0',
  }

  const served = await serveVostro(['--seed=3', '--now=2026-05-04T09:00:00-04:00'], { environment })

  expect(served).toMatchObject({ clientId: 'of-the-environment', now: '2026-05-04T09:00:00.000-04:00' })
  const [opening] = (await control(served, 'GET', '/journal')) as [{ input: object }]
  expect(opening.input).toMatchObject({
    seed: 3,
    masterAccount: { balance: 12_345 },
    assume: { 'wires.reviewSeconds': 0 },
  })
})

it('exits with 2 and names the nearest options if any are mistyped [§3]', async () => {
  const words = ['--jsn', '--assume.wires.reviewSecond=0', '--time-zone=Mars/Base', '--seed=-1']

  const { code, stdout, stderr } = await runVostro(words, { environment: { VOSTRO_SEDE: '7' } })

  expect([code, stdout]).toEqual([2, ''])
  expect(stderr.split('\n')).toEqual([
    'Failed to run vostro serve: 5 of its words cannot be used.',
    '  --jsn: unknown option; did you mean "--json"?',
    '  --assume.wires.reviewSecond: unknown option; did you mean "--assume.wires.reviewSeconds"?',
    '  VOSTRO_SEDE: unknown option; did you mean "VOSTRO_SEED"?',
    '  --seed: must be a whole number, at least 0',
    '  --time-zone: must be a time zone such as "America/New_York"',
    'Run "vostro serve --help" to see its options.',
    '',
  ])
})

it('continues from its state file after it was killed, with every acknowledged wire [§3]', async () => {
  const words = ['--seed=7', '--state', join(temporaryFolder(), 'bank.state')]
  const first = await serveVostro(words)
  const id = await (await clientOf(first)).pay()
  await control(first, 'POST', '/clock/advance', { minutes: 1 })
  first.process.kill('SIGKILL')
  await first.ended

  const second = await serveVostro(words)

  const client = await clientOf(second)
  expect(await client.statusOf(id)).toBe('Pending')
  expect(second.now).toBe('2026-03-02T09:01:00.000-05:00')
  await control(second, 'POST', '/clock/next-batch')
  expect(await client.statusOf(id)).toBe('Completed')
})

it('answers 503 and performs nothing if its state file cannot grow, and keeps everything acknowledged before [§3]', async () => {
  const state = join(temporaryFolder(), 'bank.state')
  const words = ['--seed=7', '--state', state]
  const first = await serveVostro(words, { mostKilobytes: 16 })
  const client = await clientOf(first)
  const wire = outboundWire(first.masterAccountNumber)
  const paid: unknown[] = []
  let refused: unknown
  while (refused === undefined && paid.length < 50) {
    const { status, body } = await client.call('POST', '/wires/v1/payments', wire)
    if (status === 200) paid.push((body as { id: string }).id)
    else refused = body
  }
  const moved = await control(first, 'POST', '/clock/advance', { hours: 1 })
  first.process.kill('SIGKILL')
  await first.ended
  // The next one need not wait for it: nobody has the file.
  rmSync(`${state}.lock`, { recursive: true })

  const second = await serveVostro(words)

  const { body } = await (await clientOf(second)).call('GET', '/wires/v1/payments?pageSize=50')
  expect((body as { results: { id: string }[] }).results.map(({ id }) => id)).toEqual(paid)
  expect(paid.length).toBeGreaterThan(0)
  expect([refused, moved]).toMatchObject([{ error: { code: 'not_kept' } }, { error: { code: 'not_kept' } }])
  expect(first.log()).toContain('EFBIG: file too large, write. Every acknowledged change is in the file. Make room')
  expect(second.now).toBe('2026-03-02T09:00:00.000-05:00')
})

it('requires a token at the control API, and generates one, if it listens to other machines [§4]', async () => {
  const served = await serveVostro(['--host=0.0.0.0'])

  const [without, with_] = await Promise.all([
    fetch(`${served.controlUrl}/clock`),
    fetch(`${served.controlUrl}/clock`, { headers: { authorization: `Bearer ${served.controlToken}` } }),
  ])

  expect(served.controlToken).toMatch(/^[\w-]{32}$/)
  expect(served.origin).toMatch(/^http:\/\/localhost:\d+$/)
  expect([without.status, with_.status]).toEqual([401, 200])
})

it('serves each of the three services at the root of its own port, apart from the control API [§4]', async () => {
  const served = await serveVostro(['--api-port=0', '--auth-port=0', '--loan-port=0', '--seed=7'])
  const { origin, baseUrl, authUrl, loanBaseUrl, controlUrl, audience } = served

  const id = await (await clientOf(served)).pay()
  const discovery = await fetch(`${authUrl}/.well-known/oauth-authorization-server`)
  const requests = await control(served, 'GET', '/requests')
  const wrong = await fetch(`${authUrl}/wires/v1/payments`)

  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(await discovery.json()).toMatchObject({ issuer: authUrl, token_endpoint: `${authUrl}/oauth/token` })
  expect(requests).toMatchObject([{ url: `${authUrl}/oauth/token` }, { url: `${baseUrl}/wires/v1/payments` }, {}])
  expect(new Set([origin, baseUrl, authUrl, loanBaseUrl].map((url) => new URL(url).port)).size).toBe(4)
  expect([new URL(baseUrl).pathname, new URL(loanBaseUrl).pathname]).toEqual(['/', '/'])
  expect([audience, controlUrl]).toEqual([baseUrl, `${origin}/_vostro`])
  expect(wrong.status).toBe(404)
})

it('exits with 1 and says what to do if its port is in use [§4]', async () => {
  const served = await server()
  const { port } = new URL(served.origin)

  const { code, stderr } = await runVostro(['--port', port])

  expect(code).toBe(1)
  expect(stderr).toBe(
    `Failed to listen on 127.0.0.1, port ${port}: the port is in use. Give another --port, or leave it out to get a free port.\n`,
  )
})

it('exits with npx, which passes on no signal [§3]', async () => {
  const served = await serveVostro([], { isUnderShell: true, environment: { npm_command: 'exec' } })

  served.process.kill('SIGKILL')
  const { stderr } = await served.ended

  expect(stderr).toContain('SIGTERM: answers the requests under way, then ends.')
})
