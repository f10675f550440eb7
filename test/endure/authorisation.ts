/**
 * The authorisation matrix: every secured row of the endpoint table, with every kind of credential that does not open it, and with that
 * of another partner: `tsx test/endure/authorisation.ts`. What is refused changes nothing, and no answer tells anything of a partner to
 * another one.
 */
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts'
import { type Bank, createBank } from '../../src/index.ts'
import { initOf } from '../support/calls.ts'
import { furnished } from './furnished.ts'

export interface Report {
  readonly calls: number
  readonly failures: readonly string[]
  readonly summary: string
}

/** Credentials that open nothing, and the code with which the banking API says so; in the end the token that opens its own. */
const credentials: readonly [
  name: string,
  code: number,
  headerOf: (bank: Bank, service: 'banking' | 'loans') => string | undefined,
][] = [
  ['no token', 3000, () => undefined],
  ['an empty header', 3001, () => ''],
  ['garbage', 3001, () => 'Bearer garbage'],
  ['another scheme', 3001, (bank) => `Basic ${bank.tokens.issue().access_token}`],
  ['two tokens', 3001, (bank) => `Bearer ${bank.tokens.issue().access_token} ${bank.tokens.issue().access_token}`],
  ['a token of another bank', 3001, () => `Bearer ${createBank({ seed: 8 }).tokens.issue().access_token}`],
  [
    'an expired token',
    3002,
    (bank) => {
      const { access_token, expires_in } = bank.tokens.issue()
      bank.clock.advance({ seconds: expires_in })
      return `Bearer ${access_token}`
    },
  ],
  [
    'a revoked token',
    3003,
    (bank) => {
      const { access_token } = bank.tokens.issue()
      bank.tokens.revoke(access_token)
      return `Bearer ${access_token}`
    },
  ],
  [
    'a token for the other service',
    3004,
    (bank, service) => {
      const { audience, loanAudience } = bank.partner
      return `Bearer ${bank.tokens.issue({ audience: service === 'loans' ? audience : loanAudience }).access_token}`
    },
  ],
]

/** Calls that are answered 200 to another partner: with what is its own, or with a transfer that is Rejected, as it does not see the account. */
const answered: ReadonlySet<EndpointName> = new Set([
  'listWires',
  'listWebhooks',
  'listSubledgers',
  'transferFunds',
  'pollEvents',
  'getLoanSummary',
  'getLoanEvents',
])
const secured = (Object.keys(endpoints) as EndpointName[]).filter((name) => endpoints[name].isSecured)

/** Makes every call of the matrix, each at a bank of its own. */
export async function run(open: typeof createBank = createBank): Promise<Report> {
  const failures: string[] = []
  let calls = 0
  const expectThat = (isSo: boolean, fact: string) => {
    if (!isSo) failures.push(`  ${fact}`)
  }
  const bankOf = () => {
    const bank = open({ seed: 7, assume: { 'tokens.audience': 'perService' } })
    return { bank, ...furnished(bank) }
  }
  const send = async (
    { bank, bodies, pathOf }: ReturnType<typeof bankOf>,
    name: EndpointName,
    authorization?: string,
  ) => {
    const { service, method, path } = endpoints[name]
    const base = service === 'loans' ? bank.urls.loanBaseUrl : bank.urls.baseUrl
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
    calls++
    const response = await bank.fetch(base + pathOf(name, path), initOf(method, { headers, body: bodies[name] }))
    return { status: response.status, text: await response.text() }
  }
  for (const name of secured) {
    const service = endpoints[name].service === 'loans' ? 'loans' : 'banking'
    for (const [credential, code, headerOf] of credentials) {
      const owned = bankOf()
      const header = headerOf(owned.bank, service)
      const before = owned.bank.world
      const { status, text } = await send(owned, name, header)
      const what = `${name} with ${credential}`
      expectThat(status === 401, `${what} is answered ${status}, not 401`)
      expectThat(text.includes(service === 'loans' ? '"Unauthorized"' : `"code":${code}`), `${what} says ${text}`)
      expectThat(owned.bank.world === before, `${what} changes the world`)
      expectThat(!owned.marks.some((mark) => text.includes(mark)), `${what} tells of a record: ${text}`)
    }
    const own = bankOf()
    const opened = await send(
      own,
      name,
      `Bearer ${own.bank.tokens.issue({ audience: audienceOf(own.bank, service) }).access_token}`,
    )
    expectThat(
      opened.status === 200 || opened.status === 202,
      `${name} with its own token is answered ${opened.status} ${opened.text}`,
    )

    const foreign = bankOf()
    const other = foreign.bank.as(foreign.bank.partners.add({ name: 'Other' }).id)
    const token = other.tokens.issue({ audience: audienceOf(foreign.bank, service) }).access_token
    const before = foreign.bank.world
    const { status, text } = await send(foreign, name, `Bearer ${token}`)
    const [asked, expected] = [
      JSON.stringify([foreign.pathOf(name, endpoints[name].path), foreign.bodies[name]]),
      answered.has(name) ? 200 : 404,
    ]
    const told = foreign.marks.filter((mark) => text.includes(mark) && !asked.includes(mark))
    expectThat(
      status === expected,
      `${name} with the token of another partner is answered ${status}, not ${expected}: ${text}`,
    )
    expectThat(told.length === 0, `${name} tells another partner of ${told.join(', ')}`)
    expectThat(status === 200 || foreign.bank.world === before, `${name} changes the world for another partner`)
  }
  const summary = `authorisation: ${calls} calls of ${secured.length} rows, ${failures.length} failures`
  return { calls, failures, summary: [summary, ...failures].join('\n') }
}

function audienceOf({ partner }: Bank, service: 'banking' | 'loans'): string {
  return service === 'loans' ? partner.loanAudience : partner.audience
}

if (process.argv[1]?.endsWith('authorisation.ts')) {
  const { summary, failures } = await run()
  process.stdout.write(`${summary}\n`)
  if (failures.length > 0) process.exitCode = 1
}
