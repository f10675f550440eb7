/** Some lists show a change later than records do: what they do not have yet is not taken for missing. */
import { expect, it } from 'vitest'
import { type AssumptionOverrides, createBank } from 'vostro'
import { calibrate } from 'vostro/sandbox'
import { answeringOtherwise } from '../../support/answering-otherwise.ts'
import { limiting, numbersFrom, waits } from './habits.ts'
import { behindFetch, hiddenBank } from './hidden-bank.ts'
import { readingLate } from './late-reads.ts'

const LIST = /\/(registrations|restrictions|subaccounts|payments)\/?$/i

/** A service of which some reads are late, by the milliseconds that are given. */
function late(lagOf: (request: Request) => number, assume: AssumptionOverrides = {}) {
  const bank = createBank({ assume })
  return readingLate(behindFetch(bank), bank, { assume }, lagOf)
}

const lateLists = (assume: AssumptionOverrides = {}) =>
  late(({ url }) => (LIST.test(new URL(url).pathname) ? 3_000 : 0), assume)

const only = ['webhooks.duplicate'] as const

it.each(['refused', 'replaced'] as const)(
  'waits for lists that are late where a second registration is %s, and reads each record at once [§2.6]',
  async (duplicate) => {
    const { findings, text } = await calibrate({ ...lateLists({ 'webhooks.duplicate': duplicate }), only })

    expect(findings.map(({ id, value }) => [id, value])).toEqual([['webhooks.duplicate', duplicate]])
    expect(text).not.toContain('A read shows a change')
  },
)

it('tells nothing of lists that never have what was made [§2.6]', async () => {
  const service = answeringOtherwise(hiddenBank({ 'webhooks.duplicate': 'replaced' }), (answer, { method, url }) =>
    method === 'GET' && LIST.test(new URL(url).pathname)
      ? { ...answer, body: { ...answer.body, results: [] } }
      : answer,
  )

  const { findings } = await calibrate({ ...service, only })

  expect(findings.map(({ id, verdict }) => [id, verdict])).toEqual([['webhooks.duplicate', 'unknown']])
})

it.each([1, 2, 3, 4, 5])(
  'measures how late reads are at most that are each late by another time, seed %i [§7]',
  async (seed) => {
    const random = numbersFrom(seed * 1_000_003)
    const service = late(() => Math.floor(random() * 600))
    const { fetch } = limiting(service.fetch, 4, service.clock.now, waits.inSeconds)

    const { text } = await calibrate({ ...service, fetch, scope: 'create', only: ['requests.null'] })

    const [, most] = /A read shows a change up to (\d+) ms late/.exec(text) ?? []
    expect(Number(most)).toBeGreaterThanOrEqual(600)
  },
)
