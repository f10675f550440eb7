/** Twice the input, twice the work: no family of hostile input costs more than its length asks for. (§4) */
import { afterAll, expect, it } from 'vitest'
import { createBank } from 'vostro'
import { families, sendTo, WIDE } from './families.ts'
import { startCounting } from './steps.ts'

const { stepsOf, stop } = startCounting()
afterAll(stop)

/** As long as the longer of two inputs is. */
const LENGTH = 6_000

/** How often a count is taken that looks like too much. */
const ATTEMPTS = 8

/**
 * The patterns that hostile texts meet. Each begins at one place of a text, or at signs that it does not go over again, and no two parts that
 * repeat without an end one behind the other share a sign: a text is gone over once. A new one is added here when that is so of it.
 */
const linear: ReadonlySet<string> = new Set(
  [
    /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/,
    /^(?:2\d{9}|3\d{11})$/,
    /^\d{1,9}$/,
    /^\d{1,15}$/,
    /^\d{9}$/,
    /^[A-Z]{3}$/,
    /^-?\d+$/,
    /^-?\d+(?:\.\d+)?$/,
    /^(-?)0+(?=\d)/,
    /[1-9]/,
    /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/,
    /^\d{4}-\d\d-\d\d$/,
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,7})?)?(?:Z|[+-](?:[01]\d|2[0-3]):\d{2})$/,
    /^bearer +(\S+)$/i,
    /^basic +(\S+)$/i,
    /^application\/[\w.-]+\+json$/,
    /^\S*$/,
    /^https?:\/\//i,
    /[\t\n\r]/g,
    /[,;]/y,
    /^[a-z]+/i,
    /^distinct\s/i,
    /^(?:\*|\w*)$/,
    /[\uD800-\uDFFF\uFEFF]/,
    /\/v(?!1\/)\d+\//i,
    /\s/y,
    /^((\w+)(?: ?\( ?(\*|\w*) ?\))?)(?: (?:as )?(.+))?$/i,
    /^(-?\d+)(?:\.(\d{1,6})0*)?$/,
  ].map(String),
)

/** The steps for input of a family, of a certain length. */
async function stepsFor(family: (typeof families)[number], length: number) {
  const [, make] = family
  const bank = createBank({ assume: WIDE })
  bank.loans.add()
  const token = bank.tokens.issue().access_token
  const hostile = make(length, bank)
  return await stepsOf(() => sendTo(bank, token, hostile))
}

it.each(families)('takes twice as many steps for twice as much: %s [§4]', async (...family) => {
  // What is made once is made.
  await stepsFor(family, LENGTH / 4)

  const lengths = [LENGTH / 4, LENGTH / 2, LENGTH]
  const counts = lengths.map(() => Number.POSITIVE_INFINITY)
  const patterns = new Set<string>()
  // From the half to the whole it is twice as far as from the quarter to the half; to a quadratic pattern four times.
  const further = () => {
    const [quarter = 0, half = 0, whole = 0] = counts
    const [first, second] = [half - quarter, whole - half]
    return { first, second, isLinear: second < 2.6 * Math.max(first, 0) + 4_000 }
  }
  // What the test runner does meanwhile is counted too, and only ever adds: the least of a few counts is nearest to ours.
  for (let attempt = 0; attempt < ATTEMPTS && (attempt === 0 || !further().isLinear); attempt++) {
    for (const [index, length] of lengths.entries()) {
      const steps = await stepsFor(family, length)
      counts[index] = Math.min(counts[index] as number, steps.count)
      for (const pattern of steps.patterns) patterns.add(pattern)
    }
  }

  const { first, second, isLinear } = further()
  expect(isLinear, `${first} steps more for the half, ${second} for the whole`).toBe(true)
  expect([...patterns].filter((pattern) => !linear.has(pattern))).toEqual([])
})

it('has some families of each kind of input [§4]', () => {
  expect(families.length).toBeGreaterThanOrEqual(60)
  expect(new Set(families.map(([name]) => name)).size).toBe(families.length)
})

const planted: [string, (text: string) => unknown][] = [
  ['a loop in a loop', (text) => [...text].filter((sign) => [...text].every((other) => other === sign))],
  ['a list that is searched for each of its items', (text) => [...text].map((_, at, all) => all.includes('x', at))],
  [
    'a list that is copied for each of its items',
    (text) => [...text].reduce<string[]>((all, sign) => all.concat(sign), []),
  ],
]

it.each(planted)('finds %s, which takes four times as many steps [§4]', async (_, work) => {
  const [half, whole] = [await stepsOf(() => work('a'.repeat(1_000))), await stepsOf(() => work('a'.repeat(2_000)))]

  expect(whole.count).toBeGreaterThan(3.5 * half.count)
})

it('finds a pattern that nobody has looked at [§4]', async () => {
  const { patterns } = await stepsOf(() => '/'.repeat(1_000).replace(/^\/+|\/+$/g, ''))

  expect([...patterns]).toEqual(['/^\\/+|\\/+$/g'])
})
