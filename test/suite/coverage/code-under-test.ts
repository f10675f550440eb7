/** The code under test, as the comment on a line of coverage describes it. It knows nothing else of the row. */
import type { Bank } from 'vostro'
import { createBank } from 'vostro'
import { type Coverage, coverageOf } from 'vostro/test'

type Unmet = Coverage['unmet'][number]

const AsyncFunction = (async () => {}).constructor as new (
  ...source: string[]
) => (bank: Bank, id: string) => Promise<void>

/** Runs a line as if it were pasted into a test. */
const paste = (line: string, bank: Bank, id = '') => new AsyncFunction('bank', 'id', line)(bank, id)

const { unmet } = coverageOf(createBank())
const exampleOf = (endpoint: string) => unmet.find(({ name }) => name === `${endpoint}: done`)?.line ?? ''

/** Makes a call, and if `triesAgain` the same call again where its answer was an error. */
async function call(bank: Bank, endpoint: string, triesAgain: boolean): Promise<void> {
  const line = exampleOf(endpoint)
  await paste(triesAgain ? line.replace('headers: {', "headers: { 'idempotency-key': 'invoice 1',") : line, bank).catch(
    () => {},
  )
  const { method, url, headers, body, status } = bank.requests.at(-1) as (typeof bank.requests)[number]
  if (triesAgain && status >= 500)
    await bank.fetch(url, { method, headers, body: typeof body === 'string' ? body : JSON.stringify(body) })
}

const URL = 'https://partner.example/pushes'

/** Runs a test with the line, or with none: what the comment says of the code, and time that passes. */
export async function runWith({ line }: Pick<Unmet, 'line'>, pasted: string): Promise<Bank> {
  const bank = createBank()
  const [, note = ''] = line.split(' // ')
  const [, event] = /with your receiver of (\S+) connected/.exec(note) ?? []
  const [, endpoint, again] =
    /before your code calls (\w+)(, and tries again with the same idempotency key)?/.exec(note) ?? []
  if (event) bank.webhooks.connect(URL, () => new Response(), { events: [event] })
  const authorization = `Bearer ${note.includes('token') ? bank.tokens.issue().access_token : ''}`
  let id = ''
  for (let left = note.includes('paid twice') ? 2 : note.includes('has paid') ? 1 : 0; left > 0; left--)
    id = bank.wires.create(bank.wires.plausible()).id
  await paste(pasted, bank, id)
  if (endpoint) await call(bank, endpoint, again !== undefined)
  if (note.includes('between two calls'))
    await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { headers: { authorization } })
  // As the page says.
  if (pasted !== '') await bank.clock.advanceAsync({ hours: 2 })
  if (event && note.includes('connect it again later')) {
    bank.webhooks.connect(URL, () => new Response())
    for (const { id, status } of bank.webhooks.list().results) if (status === 'Suspended') bank.webhooks.restart(id)
    await bank.settled()
  }
  return bank
}
