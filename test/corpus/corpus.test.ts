/**
 * The corpus proves `explore`: it finds each planted bug, by the oracle or the fact that is to find it, and blames nobody else. Here each
 * bug is found by the run that the page of the corpus names; that a search comes to that run is for `npm run corpus`, which wrote the page.
 */
import { expect, it } from 'vitest'
import { explore } from 'vostro/explore'
import { pages } from '../docs/doc-files.ts'
import { createPartner } from '../explore/partner.ts'
import { thoroughly } from '../support/thorough.ts'
import { corpus, receive } from './corpus.ts'
import type { Needs } from './partner.ts'

const page = pages().find(({ path }) => path === 'docs/reference/corpus.md')?.text ?? ''
/** By design and bug, the run that the page names. */
const shownBy = new Map(
  [...page.matchAll(/^\| (.+?) \| (.+?) \| .+? \| `(.+?)` \|/gm)].map(([, design, bug, run]) => [
    `${design}: ${bug}`,
    run,
  ]),
)

/** With what fact a bug is to be found: the first of its kind. */
const facts: Record<string, RegExp> = {
  'retries without its key': /One intent became 2 wires, 1 in the clean run: 10000 .* for "PAYOUT 1"/,
  'takes a lost answer for a failure': /1 of 2 payouts were made/,
  'caches a token for ever': /pending in the books/,
  'ignores Rejected': /10000 is Rejected at the bank, pending in the books/,
  'does not deduplicate': /in the books, and is listed there twice/,
  'last write wins': /the latest payment is 100, not 300/,
  'reads only the first resource': /of 300 is Completed at the bank, unknown/,
}

const bugs = corpus.flatMap(({ bug, ...partner }) => (bug === undefined ? [] : [{ bug, ...partner }]))

it('has enough of each kind, in eight designs [§6]', () => {
  const count = (needs: Needs | undefined) => corpus.filter((partner) => partner.needs === needs).length

  expect(corpus.length).toBeGreaterThanOrEqual(40)
  expect(count('one change')).toBeGreaterThanOrEqual(7)
  expect(count('two changes')).toBeGreaterThanOrEqual(13)
  expect(count('a crash')).toBeGreaterThanOrEqual(3)
  expect(count('an overlap')).toBeGreaterThanOrEqual(4)
  expect(count('an outage')).toBeGreaterThanOrEqual(2)
  expect(count('a calendar')).toBeGreaterThanOrEqual(3)
  expect(count(undefined)).toBe(new Set(corpus.map(({ design }) => design)).size)
})

it('has no bug that the page says was missed, and no correct partner that was blamed [§6]', () => {
  expect(page).not.toContain('**')
  expect([...shownBy.keys()]).toEqual(bugs.map(({ design, bug }) => `${design}: ${bug}`))
})

it.each(bugs)('finds in $design: $bug, by the run that the page names [§6]', async (partner) => {
  const { design, bug, scenario, options } = partner
  const run = shownBy.get(`${design}: ${bug}`)

  const { failures } = await explore(scenario, { ...options, only: run })

  expect(failures.map((failure) => failure.run)).toEqual([run])
  expect(failures[0]?.error.message).toMatch(facts[bug] ?? /./)
})

it.each(corpus.filter(({ bug }) => bug === undefined))(
  'finds nothing in $design where it is right, in some of all runs [§6]',
  async ({ scenario, options }) => {
    const { failures } = await explore(scenario, { ...options, maxRuns: thoroughly(60, 15), samples: 5 })

    expect(failures.map(({ run, message }) => `${run}: ${message}`)).toEqual([])
  },
)

it('explores twelve calls and six pushes: every change, and every swap of two that wait together [§6]', async () => {
  const sizes: { calls: number; pushes: number }[] = []
  /** A token, two registrations, three payments out, three in, and six look-ups. */
  const twelveCalls: (typeof corpus)[number]['scenario'] = async (scene) => {
    const { bank } = scene
    const partner = createPartner(scene)
    await partner.listen('Wire.Payment.Sent')
    await partner.listen('Wire.Payment.Received')
    for (const amount of [10_000, 20_000, 30_000]) await partner.pay(amount)
    for (const amount of [100, 200, 300]) receive(bank, amount)
    bank.clock.advance({ minutes: 1 })
    await bank.clock.advanceAsync({ hours: 2 })
    sizes.push({ calls: bank.requests.length, pushes: bank.pushes.length })
  }

  const { complete, failures } = await explore(twelveCalls, { depth: 1, lostPushes: false })
  const orders = await explore(twelveCalls, { faults: false, deskDecisions: false })

  expect(sizes[0]).toEqual({ calls: 12, pushes: 6 })
  expect(failures).toEqual([])
  expect(complete).toBe(true)
  // Three that come in, then three that went out.
  expect(orders.coverage).toMatchObject([{ depth: 1, known: 6, tried: 6 }, { depth: 2 }])
})
