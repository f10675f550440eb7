/** `vostro calibrate`, against a service at an address: here another process of vostro stands for the sandbox. (§7) */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createBank, type HttpExchange } from 'vostro'
import { control } from '../support/served-client.ts'
import { begunVostro, runVostro, serveVostro } from '../support/vostro-process.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'vostro-calibrate-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

it('asks a service, tells what differs, and writes a file for createBank [§7]', async () => {
  const { baseUrl, authUrl, loanBaseUrl, clientId, clientSecret, audience } = await serveVostro([
    '--assume.tokens.lifetimeSeconds=1800',
  ])
  const out = join(folder(), 'calibration.json')

  const { code, stdout } = await runVostro(
    ['calibrate', `--base-url=${baseUrl}`, `--auth-url=${authUrl}`, `--loan-base-url=${loanBaseUrl}`, `--out=${out}`],
    { environment: { VOSTRO_CLIENT_ID: clientId, VOSTRO_CLIENT_SECRET: clientSecret, VOSTRO_AUDIENCE: audience } },
  )

  expect(code).toBe(0)
  expect(stdout).toContain('tokens.lifetimeSeconds = 1800, here 86400')
  const bank = createBank({ assume: JSON.parse(readFileSync(out, 'utf8')) })
  expect(bank.tokens.issue().expires_in).toBe(1_800)
})

it('ends with Ctrl-C when it has removed what it made, and tells what it found [§7]', async () => {
  const served = await serveVostro()
  const { baseUrl, authUrl, clientId, clientSecret, audience, masterAccountNumber } = served
  // A call that is repeated with its key makes nothing.
  const restrictions = async (method: string) => {
    const requests = (await control(served, 'GET', '/requests')) as HttpExchange[]
    const done = requests.filter(
      (each) => each.method === method && each.status === 200 && /restrictions/.test(each.url),
    )
    return new Set(
      done.map(({ answer, url }) => (method === 'POST' ? (answer as { id: string }).id : url.split('/').at(-1))),
    )
  }

  // It waits for the service where it would read what it made.
  const busy = { fault: 'status', status: 429, retryAfter: 60, for: { hours: 1 } }
  await control(served, 'POST', '/faults', { ...busy, endpoint: 'getRestriction' })

  const { child, texts, until } = await begunVostro(
    [
      'calibrate',
      `--base-url=${baseUrl}`,
      `--auth-url=${authUrl}`,
      `--account-number=${masterAccountNumber}`,
      '--scope=create',
    ],
    { environment: { VOSTRO_CLIENT_ID: clientId, VOSTRO_CLIENT_SECRET: clientSecret, VOSTRO_AUDIENCE: audience } },
  )
  while ((await restrictions('POST')).size === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  child.kill('SIGINT')
  const report = await until(/calls: /)

  expect(texts.stderr).toContain('SIGINT: what was made there is removed, then it ends.')
  expect(report).toMatch(/it was told to end \(option signal\)/)
  expect(await restrictions('DELETE')).toEqual(await restrictions('POST'))
})

it('reads a recording, and sends nothing [§7]', async () => {
  const bank = createBank()
  await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`)
  const recording = join(folder(), 'requests.json')
  writeFileSync(recording, JSON.stringify(bank.requests))
  const { baseUrl, authUrl } = bank.urls

  const { code, stdout } = await runVostro([
    'calibrate',
    `--recording=${recording}`,
    `--base-url=${baseUrl}`,
    `--auth-url=${authUrl}`,
  ])

  expect(code).toBe(0)
  expect(stdout).toContain('1 call:')
})

it('sends nothing without addresses, nor to a host that is no sandbox [§7]', async () => {
  const nowhere = await runVostro(['calibrate'])
  const real = await runVostro([
    'calibrate',
    '--base-url=https://api.bank-of-somewhere.com',
    '--auth-url=https://auth.sandbox.example',
    '--client-id=me',
    '--client-secret=secret',
  ])

  expect(nowhere).toMatchObject({ code: 2, stdout: '' })
  expect(nowhere.stderr).toContain('baseUrl: is missing')
  expect(real.code).toBe(2)
  expect(real.stderr).toContain('which does not look like a sandbox')
})
