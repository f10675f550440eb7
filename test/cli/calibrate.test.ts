/** `vostro calibrate`, against a service at an address: here another process of vostro stands for the sandbox. (§7) */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createBank, type HttpExchange } from 'vostro'
import { control } from '../support/served-client.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { isThorough } from '../support/thorough.ts'
import { begunVostro, runVostro, serveVostro } from '../support/vostro-process.ts'

it('asks a service, prints what differs, and writes a file for createBank [§7]', async () => {
  const { baseUrl, authUrl, loanBaseUrl, clientId, clientSecret, audience } = await serveVostro([
    '--assume.tokens.lifetimeSeconds=1800',
  ])
  const out = join(temporaryFolder(), 'calibration.json')

  const { code, stdout, stderr } = await runVostro(
    ['calibrate', `--base-url=${baseUrl}`, `--auth-url=${authUrl}`, `--loan-base-url=${loanBaseUrl}`, `--out=${out}`],
    { environment: { VOSTRO_CLIENT_ID: clientId, VOSTRO_CLIENT_SECRET: clientSecret, VOSTRO_AUDIENCE: audience } },
  )

  expect(code).toBe(0)
  expect(stdout).toContain('tokens.lifetimeSeconds = 1800, our default 86400')
  expect(stdout).toContain('this needs --account-number, which was not given')
  expect(stdout).toContain("this needs --scope money, and the scope was 'read'")
  expect(`${stdout}\n${stderr}`.split('\n').filter((line) => line.length > 80 && !line.includes(out))).toEqual([])
  const bank = createBank({ assume: JSON.parse(readFileSync(out, 'utf8')) })
  expect(bank.tokens.issue().expires_in).toBe(1_800)
})

if (isThorough)
  it('removes its records after Ctrl-C, and prints what it found [§7]', async () => {
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

    expect(texts.stderr).toContain('SIGINT: removes what it made at the service, then ends.')
    expect(report).toContain('The run ended early: the run was told to end.')
    expect(await restrictions('DELETE')).toEqual(await restrictions('POST'))
  })

it('reads a recording, and sends nothing [§7]', async () => {
  const bank = createBank()
  await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`)
  const recording = join(temporaryFolder(), 'requests.json')
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

it('sends nothing without addresses, or to a host that is no sandbox [§7]', async () => {
  const nowhere = await runVostro(['calibrate'])
  const real = await runVostro([
    'calibrate',
    '--base-url=https://api.bank-of-somewhere.com',
    '--auth-url=https://auth.sandbox.example',
    '--client-id=me',
    '--client-secret=secret',
  ])

  expect(nowhere).toMatchObject({ code: 2, stdout: '' })
  expect(nowhere.stderr).toContain('--base-url: is missing')
  expect(real.code).toBe(2)
  expect(real.stderr).toContain('which does not look like a sandbox')
})

it('exits with 1 and asks nothing if it gets no token [§7]', async () => {
  const { baseUrl, authUrl } = await serveVostro()

  const out = join(temporaryFolder(), 'calibration.json')
  const asked = ['calibrate', `--base-url=${baseUrl}`, `--auth-url=${authUrl}`, `--out=${out}`]

  const { code, stdout, stderr } = await runVostro(asked, {
    environment: { VOSTRO_CLIENT_ID: 'nobody', VOSTRO_CLIENT_SECRET: 'nothing' },
  })

  expect({ code, stdout, isWritten: existsSync(out) }).toEqual({ code: 1, stdout: '', isWritten: false })
  expect(stderr.replaceAll(/\s+/g, ' ').trim()).toBe(
    'Failed to calibrate: the token server answered 401 without an access_token: look at --client-id, --client-secret and --audience',
  )
})

it('says once which host is down, and what to do about it [§7]', async () => {
  const asked = ['calibrate', '--base-url=http://127.0.0.1:1', '--auth-url=http://127.0.0.1:1', '--client-id=me']

  const { code, stdout, stderr } = await runVostro([...asked, '--client-secret=secret', '--max-wait=0'])

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr.replaceAll(/\s+/g, ' ').trim()).toMatch(
    /^Failed to calibrate: no answer came from 127\.0\.0\.1:1 to POST \/oauth\/token: fetch failed.*\. Check --auth-url, and whether a proxy or a VPN is needed from here$/,
  )
})

if (isThorough)
  it('watches a service, extends the file of an earlier run, and exits with 1 if something changed [§7]', async () => {
    const served = await serveVostro(['--assume.tokens.lifetimeSeconds=1800'])
    const { baseUrl, authUrl, clientId, clientSecret, audience } = served
    const file = join(temporaryFolder(), 'calibration.json')
    const yesterday = {
      'tokens.lifetimeSeconds': { value: 3_600, observed: '2026-03-02', evidence: [] },
      'wires.cutOff': { value: '17:00', observed: '2026-03-02', evidence: [] },
    }
    writeFileSync(file, JSON.stringify(yesterday))

    const { code, stdout } = await runVostro(
      [
        'calibrate',
        `--base-url=${baseUrl}`,
        `--auth-url=${authUrl}`,
        `--watch=${file}`,
        `--out=${file}`,
        '--only=tokens.lifetimeSeconds',
      ],
      { environment: { VOSTRO_CLIENT_ID: clientId, VOSTRO_CLIENT_SECRET: clientSecret, VOSTRO_AUDIENCE: audience } },
    )

    expect(code).toBe(1)
    expect(stdout).toContain('Changed: tokens.lifetimeSeconds was 3600, and is 1800: expires_in is 1800')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      'tokens.lifetimeSeconds': { value: 1_800 },
      'wires.cutOff': yesterday['wires.cutOff'],
    })
  })

if (isThorough)
  it('watches a service until nothing changes any more, even if no value of the bank matches it [§7]', async () => {
    const bank = createBank()
    await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments/none`)
    const [refused] = bank.requests
    const [file, recording, report] = ['calibration', 'requests', 'report'].map((name) =>
      join(temporaryFolder(), `${name}.json`),
    )
    const { baseUrl, authUrl } = bank.urls
    writeFileSync(`${recording}`, JSON.stringify([{ ...refused, answer: { oops: 'Refused' } }]))
    writeFileSync(`${file}`, JSON.stringify({ 'errors.body': { value: 'list', observed: '2026-03-02', evidence: [] } }))
    const urls = [`--base-url=${baseUrl}`, `--auth-url=${authUrl}`]
    const night = ['calibrate', `--recording=${recording}`, ...urls, `--watch=${file}`, `--out=${file}`]

    const first = await runVostro([...night, `--report=${report}`])
    const second = await runVostro(night)

    expect(first).toMatchObject({ code: 1, stdout: expect.stringContaining('Changed: errors.body') })
    expect(JSON.parse(readFileSync(`${report}`, 'utf8'))).toMatchObject({ changes: [{ id: 'errors.body' }] })
    expect(JSON.parse(readFileSync(`${file}`, 'utf8'))).not.toHaveProperty(['errors.body'])
    expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing changed.') })
  })

it('refuses to watch a file that is no calibration, and to call without a secret, which a plan does not need [§7]', async () => {
  const file = join(temporaryFolder(), 'calibration.json')
  writeFileSync(file, JSON.stringify({ 'tokens.lifetimeSeconds': 'x', 'no.such': 3 }))
  const asked = ['calibrate', '--base-url=https://api.example', '--auth-url=https://auth.example', '--client-id=me']

  const watching = await runVostro([...asked, '--client-secret=secret', `--watch=${file}`])
  const secretless = await runVostro(asked)
  const planned = await runVostro([...asked, '--plan', '--only=tokens.form'])

  expect(watching).toMatchObject({ code: 2, stdout: '' })
  expect(watching.stderr).toContain('no.such: must be an observation of an assumption')
  expect(secretless).toMatchObject({ code: 2, stdout: '' })
  expect(secretless.stderr).toContain('--client-secret: is missing; give it, or set VOSTRO_CLIENT_SECRET')
  expect(planned).toMatchObject({ code: 0, stdout: 'read: asks for a token\n  tokens.form\n' })
})

it('lists what was observed once and no longer, and exits with 1 [§7]', async () => {
  const bank = createBank()
  await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`)
  const [file, recording] = ['calibration', 'requests'].map((name) => join(temporaryFolder(), `${name}.json`))
  writeFileSync(`${recording}`, JSON.stringify(bank.requests))
  writeFileSync(`${file}`, JSON.stringify({ 'paging.pageSize': { value: 25, observed: '2026-03-02', evidence: [] } }))
  const urls = [`--base-url=${bank.urls.baseUrl}`, `--auth-url=${bank.urls.authUrl}`]

  const { code, stdout } = await runVostro(['calibrate', `--recording=${recording}`, ...urls, `--watch=${file}`])

  expect(code).toBe(1)
  expect(stdout).toContain('No longer observed: paging.pageSize: no exchange shows it')
})

it('names what the file of an earlier run lacks, which is no change [§7]', async () => {
  const bank = createBank()
  const headers = { authorization: `Bearer ${bank.tokens.issue().access_token}` }
  await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { headers })
  const [file, recording] = ['calibration', 'requests'].map((name) => join(temporaryFolder(), `${name}.json`))
  writeFileSync(`${recording}`, JSON.stringify(bank.requests))
  writeFileSync(`${file}`, '{}')
  const urls = [`--base-url=${bank.urls.baseUrl}`, `--auth-url=${bank.urls.authUrl}`]

  const { code, stdout } = await runVostro(['calibrate', `--recording=${recording}`, ...urls, `--watch=${file}`])

  expect(code).toBe(0)
  expect(stdout).toContain('Not in the file of the earlier run: paging.pageSize = 10\nNothing in that file changed.\n')
})

it('lists the fields that are new or missing since an earlier report, and exits with 1 [§7]', async () => {
  const bank = createBank()
  const headers = { authorization: `Bearer ${bank.tokens.issue().access_token}` }
  await bank.fetch(`${bank.urls.baseUrl}/core/v1/dda/subaccounts/${bank.masterAccount.accountNumber}`, { headers })
  const [{ answer, ...call }] = bank.requests as unknown as [{ answer: object }]
  const { title, ...others } = answer as { title: string }
  const [before, now, report] = ['before', 'now', 'report'].map((name) => join(temporaryFolder(), `${name}.json`))
  writeFileSync(`${before}`, JSON.stringify([{ ...call, answer }]))
  writeFileSync(`${now}`, JSON.stringify([{ ...call, answer: { ...others, heading: title } }]))
  const read = ['calibrate', `--base-url=${bank.urls.baseUrl}`, `--auth-url=${bank.urls.authUrl}`]

  await runVostro([...read, `--recording=${before}`, `--report=${report}`])
  const same = await runVostro([...read, `--recording=${before}`, `--watch=${report}`])
  const other = await runVostro([...read, `--recording=${now}`, `--watch=${report}`])

  expect(same).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing changed.') })
  expect(other.code).toBe(1)
  expect(other.stdout).toContain('Changed: getSubledger title is missing\nChanged: getSubledger heading is new')
})

it('exits with 1 if it could ask only some of the questions [§7]', async () => {
  const { baseUrl, authUrl, clientId, clientSecret } = await serveVostro()

  const { code, stderr } = await runVostro(
    ['calibrate', `--base-url=${baseUrl}`, `--auth-url=${authUrl}`, '--calls=3'],
    { environment: { VOSTRO_CLIENT_ID: clientId, VOSTRO_CLIENT_SECRET: clientSecret } },
  )

  expect(code).toBe(1)
  expect(stderr).toContain('The run is not complete: all 3 calls are used up (--calls)')
})

it.each([
  ['--out=no-such-folder/calibration.json', '--out: must be in a folder that exists'],
  ['--wire=purpose', '--wire: must be FIELD=VALUE, and is purpose'],
])('refuses %s before it sends anything [§7]', async (option, problem) => {
  const asked = ['calibrate', '--base-url=https://api.example', '--auth-url=https://auth.example', '--client-id=me']

  const { code, stderr } = await runVostro([...asked, '--client-secret=secret', option])

  expect(code).toBe(2)
  expect(stderr).toContain(problem)
})
