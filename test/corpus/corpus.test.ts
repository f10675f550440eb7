/**
 * The corpus proves `explore`: it finds each planted bug, by the oracle or the fact that is to find it, and blames nobody else. Here each
 * bug is found by the run that the page of the corpus names; that a search comes to that run is for `npm run corpus`, which wrote the page.
 */
import { expect, it } from 'vitest'
import { explore } from 'vostro/explore'
import { pages } from '../docs/doc-files.ts'
import { isThorough, thoroughly } from '../support/thorough.ts'
import { all } from './all.ts'
import { corpus } from './corpus.ts'
import type { Needs } from './partner.ts'
import { twelveCalls } from './twelve-calls.ts'

/** By which run, and with what fact, each bug is to be found; the first of its kind. */
const found: Record<string, [run: string, fact: RegExp]> = {
  'retries without its key': ['lostAnswer@4', /One intent became 2 wires, 1 in the clean run: 10000 .* for "PAYOUT 1"/],
  'takes a new key for each attempt': ['lostAnswer@4', /One intent became 2 wires/],
  'numbers its attempts in the body': ['lostAnswer@4', /One intent became 2 wires/],
  'takes a lost answer for a failure': ['networkError@4', /1 of 2 payouts were made/],
  'caches a token for ever': ['assume:tokens.lifetimeSeconds=1', /pending in the books/],
  'gives up after an error': ['status503@4', /1 of 2 payouts were made/],
  'ignores Rejected': ['rejected@payment1', /10000 is Rejected at the bank, pending in the books/],
  'takes accepted for paid': ['clean', /as completed, but the bank has not posted it: it is Pending/],
  'does not deduplicate': ['duplicate@push1', /in the books, and is listed there twice/],
  'acknowledges before it commits': [
    'assume:wires.inboundSeconds=600',
    /of 300 is Completed at the bank, unknown in the books/,
  ],
  'marks an event as seen before it has processed it': [
    'assume:wires.inboundSeconds=600',
    /of 300 is Completed at the bank, unknown in the books/,
  ],
  'credits a wire that is only received': [
    'assume:wires.inboundSeconds=600',
    /as completed, but the bank has not posted it: it is Hold/,
  ],
  'last write wins': ['held@payment1', /the latest payment is 100, not 300/],
  'reads only the first resource': [
    'assume:webhooks.aggregationSeconds=30',
    /of 300 is Completed at the bank, unknown/,
  ],
  'assumes that Sent comes after the answer': ['pauseAfter@4', /10000 is Completed at the bank, pending in the books/],
  'takes a job out before it is done': ['pauseAfter@4', /10000 is Completed at the bank, pending in the books/],
  'buries a job after one failure': ['status503@6', /10000 is Completed at the bank, pending in the books/],
  'pairs notifications with payments by position': [
    'drop@push1',
    /10000 is \w+ at the bank, \w+ in the books with an amount of 20000/,
  ],
  'writes back what it read before the call': ['pauseAfter@4', /10000 is Completed at the bank, pending in the books/],
  'repeats the payment on a conflict': [
    'pauseAfter@4',
    /One intent became 2 wires, 1 in the clean run: 10000 .* for "INVOICE 1"/,
  ],
  'takes one key for all payments': [
    'assume:idempotency.changedBody="refused"',
    /POST wires\/v1\/payments answered 409/,
  ],
  'fails at its own registration': ['lostAnswer@2', /POST webhooks\/v1\/registrations answered 409/],
  'treats Hold as failed': ['assume:wires.reviewOutcome="Hold"', /10000 is Completed at the bank, failed in the books/],
  'loses its patience': ['clean', /10000 is Completed at the bank, failed in the books/],
  'takes an error for the end of a payment': ['status503@4', /10000 is Completed at the bank, failed in the books/],
  'takes an unreadable list for an empty one': [
    'malformedBody@4',
    /10000 is Completed at the bank, failed in the books/,
  ],
  'moves its mark before the page is read': ['status503@4', /10000 is Completed at the bank, pending in the books/],
  'sums floats': ['held@payment1', /the wallet shows 60\.00000000000001, not 60/],
  'opens an account again': ['lostAnswer@3', /2 accounts were opened for one customer/],
  'answers 200 whatever happened': ['status503@4', /of 30 is Completed at the bank, unknown/],
}

const bugs = corpus.flatMap(({ bug, ...partner }) => (bug === undefined ? [] : [{ bug, ...partner }]))
const correct = corpus.filter(({ bug }) => bug === undefined)

it('has at least twenty partners with a bug, and five without, in as many styles [§6]', () => {
  expect(bugs.length).toBeGreaterThanOrEqual(20)
  expect(correct.length).toBeGreaterThanOrEqual(5)
  expect(new Set(correct.map(({ design }) => design)).size).toBe(correct.length)
  expect(bugs.map(({ bug }) => bug)).toEqual(Object.keys(found))
})

it.each(bugs)('finds in $design: $bug [§6]', async ({ bug, scenario, options }) => {
  const [run, fact] = found[bug] ?? []

  const { failures } = await explore(scenario, { ...options, only: run })

  expect(failures.map((failure) => failure.run)).toEqual([run])
  expect(failures[0]?.error.message).toMatch(fact as RegExp)
})

it.each(correct)('finds nothing in $design where it is right [§6]', async ({ scenario, options }) => {
  const { complete, failures } = await explore(scenario, isThorough ? options : { ...options, maxRuns: 60 })

  expect(failures.map(({ run, error }) => `${run}: ${error.message}`)).toEqual([])
  if (isThorough) expect(complete).toBe(true)
})

it('explores twelve calls and six pushes: every change, and every swap of two that wait together [§6]', async () => {
  const sizes: { calls: number; pushes: number }[] = []

  const { complete, failures } = await explore(
    async (scene) => {
      sizes.push(await twelveCalls(false)(scene))
    },
    { depth: 1, lostPushes: false },
  )
  const orders = await explore(twelveCalls(false), { faults: false, deskDecisions: false })

  expect(sizes[0]).toEqual({ calls: 12, pushes: 6 })
  expect(failures).toEqual([])
  expect(complete).toBe(true)
  // Three that come in, then three that went out.
  expect(orders.coverage).toMatchObject([{ depth: 1, known: 6, tried: 6 }, { depth: 2 }])
})

const page = pages().find(({ path }) => path === 'docs/reference/corpus.md')?.text ?? ''
/** By design and bug, the run that the page names. */
const shownBy = new Map(
  [...page.matchAll(/^\| (.+?) \| (.+?) \| .+? \| `(.+?)` \|/gm)].map(([, design, bug, run]) => [
    `${design}: ${bug}`,
    run,
  ]),
)
const later = all.filter((partner) => !corpus.includes(partner))

it('has enough of each kind, in at least eight architectures [§6]', () => {
  const count = (needs: Needs | undefined) => all.filter((partner) => partner.needs === needs).length

  expect(all.length - count(undefined)).toBeGreaterThanOrEqual(60)
  expect(count('two changes')).toBeGreaterThanOrEqual(15)
  expect(count('a crash')).toBeGreaterThanOrEqual(8)
  expect(count('an overlap')).toBeGreaterThanOrEqual(6)
  expect(count('an outage')).toBeGreaterThanOrEqual(4)
  expect(count('a calendar')).toBeGreaterThanOrEqual(4)
  expect(count(undefined)).toBeGreaterThanOrEqual(20)
  expect(new Set(all.map(({ design }) => design)).size).toBeGreaterThanOrEqual(8)
})

it('has no bug that the page says was missed, and nobody who is right and blamed [§6]', () => {
  expect(page).not.toContain('**')
  expect(later.filter(({ design, bug }) => bug !== undefined && !shownBy.has(`${design}: ${bug}`))).toEqual([])
})

it.each(later.filter(({ bug }) => bug !== undefined))(
  'finds in $design: $bug, by the run that the page names [§6]',
  async ({ design, bug, scenario, options }) => {
    const run = shownBy.get(`${design}: ${bug}`)

    const { failures } = await explore(scenario, { ...options, only: run })

    expect(failures.map((failure) => failure.run)).toEqual([run])
  },
)

it.each(later.filter(({ bug }) => bug === undefined))(
  'finds nothing in $design where it is right, in some of all runs [§6]',
  async ({ scenario, options }) => {
    const { failures } = await explore(scenario, { ...options, maxRuns: thoroughly(60, 15), samples: 5 })

    expect(failures.map(({ run, message }) => `${run}: ${message}`)).toEqual([])
  },
)
