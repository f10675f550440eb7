import { expect, it } from 'vitest'
import { type CalibrateOptions, calibrate } from 'vostro/sandbox'
import { hiddenBank } from './hidden-bank.ts'

const AUTH = new URL(hiddenBank().urls.authUrl).host

it.each([
  [1, 'the one call is used up (option calls)'],
  [5, 'all 5 calls are used up (option calls)'],
])('makes no more than %i calls, and says what it could not tell for that reason [§7]', async (calls, why) => {
  const { exchanges, findings, ended, text } = await calibrate({ ...hiddenBank(), calls })

  expect(exchanges).toHaveLength(calls)
  expect(findings.filter(({ seen }) => seen === why).length).toBeGreaterThan(0)
  expect(ended).toBe(why)
  expect(text).toContain(`The run ended early: ${why}.`)
})

it.each<[string, Partial<CalibrateOptions>, calls: number, words: string]>([
  [
    'gives no answer [§7]',
    { fetch: () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })) },
    4,
    `no answer came from ${AUTH} to POST /oauth/token: fetch failed (ECONNREFUSED). Check urls.authUrl, and whether a proxy or a VPN is needed from here`,
  ],
  [
    'does not know the client [§2.1]',
    { credentials: { clientId: 'nobody', clientSecret: 'nothing' } },
    1,
    'the token server answered 401 without an access_token: look at credentials.clientId, credentials.clientSecret and credentials.audience',
  ],
])('says why nothing can be told of a service that %s', async (_, options, calls, words) => {
  const { findings, calibration, exchanges, text } = await calibrate({ ...hiddenBank(), ...options })

  expect(text).toBe(`Nothing was asked: ${words}.\n`)
  expect(new Set(findings.map(({ verdict }) => verdict))).toEqual(new Set(['unknown']))
  expect(findings.find(({ id }) => id === 'tokens.form')?.seen).toBe(words)
  expect(calibration).toEqual({})
  expect(exchanges).toHaveLength(calls)
})

it('keeps what it was given to ask with out of its report [§5]', async () => {
  const bank = hiddenBank()
  const { clientId, clientSecret, partnerId, accountNumber } = bank.credentials

  const report = JSON.stringify(await calibrate({ ...bank, scope: 'create' }))

  for (const each of [clientId, clientSecret, partnerId, accountNumber]) expect(report).not.toContain(each)
})

it.each([
  ['https://api.sandbox.bank.com', false],
  ['https://api-sandbox.bank.com', false],
  ['http://127.0.0.1:4010/api', false],
  ['http://vostro:4010', false],
  ['https://api.bank.example', false],
  ['https://api.bank.com', true],
  ['https://api.test-bank.com', true],
  ['https://production.sandbox.bank.com', true],
  ['https://latest.bank.com', true],
])('asks %s only when it was said twice, where that is so: %s [§7]', async (baseUrl, isAsked) => {
  const { urls, ...bank } = hiddenBank()

  const calibrating = calibrate({ ...bank, urls: { ...urls, baseUrl }, calls: 1 })

  if (isAsked) await expect(calibrating).rejects.toThrow('which does not look like a sandbox')
  else await expect(calibrating).resolves.toMatchObject({ left: [] })
})

/** Ends a calibration with the first answer to such a call, and lets three minutes go by: a token of two minutes has expired then. */
async function endedAfter(isMeant: (request: Request) => boolean, tamper = async (answer: Response) => answer) {
  const bank = hiddenBank({ 'tokens.lifetimeSeconds': 120 })
  const ending = new AbortController()
  const fetch = async (request: Request) => {
    const answer = await bank.fetch(request.clone())
    if (ending.signal.aborted || !isMeant(request) || !answer.ok) return answer
    ending.abort()
    await bank.clock?.wait(180_000)
    return await tamper(answer)
  }
  const { exchanges, left, ...told } = await calibrate({ ...bank, fetch, scope: 'create', signal: ending.signal })
  const [last] = exchanges.filter(({ url }) => isMeant(new Request(url, { method: 'POST' }))).slice(0, 1)
  return {
    left,
    reasons: [...told.findings.map(({ seen }) => seen), ...told.text.split('\n')],
    later: exchanges
      .slice(exchanges.indexOf(last as never) + 1)
      .map(({ method, url }) => `${method} ${new URL(url).pathname}`),
  }
}

it('removes what it made with a new token where its own has expired when it is told to end [§7]', async () => {
  const { left, later, reasons } = await endedAfter(
    ({ method, url }) => method === 'POST' && url.endsWith('/restrictions'),
  )

  expect(left).toEqual([])
  expect(reasons).toContain('the run was told to end (option signal)')
  expect(reasons).not.toContain('Nothing is left behind.')
  expect(later.filter((call) => call.startsWith('DELETE')).length).toBeGreaterThan(0)
  expect(later.filter((call) => !/^DELETE |^POST \/oauth\/token$/.test(call))).toEqual([])
})

it('looks for what was made without an answer where it is told to end just then [§7]', async () => {
  const { left, later } = await endedAfter(
    ({ method, url }) => method === 'POST' && url.endsWith('/restrictions'),
    async () => {
      throw new Error('the connection was closed')
    },
  )

  expect(left).toEqual([])
  expect(later.filter((call) => /^(POST|PUT) /.test(call) && call !== 'POST /oauth/token')).toEqual([])
})

// biome-ignore format: read it as a table
it.each([
  ['urls', undefined, 'urls: is missing'],
  ['urls', { baseUrl: 'https://api.test' }, 'urls.authUrl: is missing'],
  ['urls', { baseUrl: 'https://api.test', authURL: 'https://id.test' }, 'urls.authURL: unknown option; did you mean "authUrl"?'],
  ['credentials', { clientId: 'a', clientSecret: 1 }, 'credentials.clientSecret: must be a string, and is 1'],
  ['clock', { now: () => 0, wait: 5 }, 'clock.wait: must be a function, and is 5'],
  ['maxWait', { minutes: -1 }, 'Failed to calibrate with maxWait {"minutes":-1}'],
])('refuses the option %s = %j by the path of what is wrong [§1]', async (name, value, words) => {
  const calibrating = calibrate({ ...hiddenBank(), [name]: value })

  await expect(calibrating).rejects.toThrow(words)
})
