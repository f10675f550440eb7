/**
 * What a bank names as used is what decided: each story is played again with another value of an assumption. If that changes an answer, both
 * banks name the assumption by then; if it changes neither an answer nor anything later, the bank does not name it. (§7)
 */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AssumptionId, type AssumptionOverrides, assumptions, type Bank, createBank } from 'vostro'
import { play, stories } from './stories.ts'

/** Values to try for entries that list no others, or none that the stories feel. */
const others: Partial<Record<AssumptionId, readonly unknown[]>> = {
  'bank.name': ['EXAMPLE BANK'],
  'bank.routingNumber': ['026009593'],
  'idempotency.header': ['x-key'],
  'loans.deprecatedSince': ['@1'],
  'loans.mplId': ['XYZ'],
  'loans.railType': ['RTP'],
  'webhooks.secret': ['c2VjcmV0'],
  'wires.acknowledgementSeconds': [60],
  'wires.batchTimes': [['11:00']],
  'wires.cutOff': ['08:30', '23:30'],
  'wires.imadSource': ['TESTBANK'],
}

/** A limit decides where it refuses, a header where its key is found, and an opening by its events: then only one of the banks notices. */
const isNoticedOnce = (id: string, title = '') => /^limits\.|^idempotency\.header$/.test(id) || title === 'the opening'

/** These are named in more stories than they decide. */
const alsoNamed: readonly `${AssumptionId} in ${string}`[] = [
  // A bank that ignores identifiers remembers none, so it cannot tell that one came before.
  'idempotency.otherClientIdentifiers in a transfer with an identifier',
  // The hold is allowed, whichever balance is too low.
  'subledgers.ledgerType in a hold of too much',
]

const entries = (Object.keys(assumptions) as AssumptionId[])
  .filter((id) => !assumptions[id].allowed.isFixed)
  .map((id) => [id, others[id] ?? assumptions[id].allowed.others] as const)

interface Played {
  readonly answers: readonly { readonly text: string; readonly used: ReadonlySet<string> }[]
  readonly used: ReadonlySet<string>
  /** What happened in all, and what is still to come. */
  readonly happened: string
  readonly usedLater: ReadonlySet<string>
}

const usedIn = (bank: Bank): ReadonlySet<string> => new Set(bank.assumptions.used().map(({ id }) => id))

async function played(titles: readonly string[], assume: AssumptionOverrides = {}): Promise<Played> {
  const bank = createBank({ seed: 7, assume })
  const name = naming()
  const answers: Played['answers'][number][] = []
  for (const title of titles) {
    await play(stories[title]!, bank, (answer) => answers.push({ text: name(answer), used: usedIn(bank) }))
  }
  const used = usedIn(bank)
  bank.clock.advance({ days: 5 })
  // The first entry is the opening of the bank, which no call caused.
  const happened = bank.journal.slice(1).flatMap(({ happenings }) => happenings)
  return { answers, used, happened: name(JSON.stringify(happened)), usedLater: usedIn(bank) }
}

/** Replaces what differs between any two banks or histories: the texts of tokens, and ids by the order in which they appear. */
function naming(): (text: string) => string {
  const names = new Map<string, string>()
  const nameOf = (id: string) => {
    if (!names.has(id)) names.set(id, `#${names.size}`)
    return names.get(id)!
  }
  return (text) =>
    text.replace(/access_token\\*":\\*"[^"]*"/g, 'token').replace(/[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}/g, nameOf)
}

/** The first difference between two banks, and which of them names the assumption by then. */
function firstDifference(id: string, own: Played, other: Played) {
  const at = own.answers.findIndex(({ text }, index) => text !== other.answers[index]?.text)
  if (at < 0)
    return own.happened === other.happened
      ? undefined
      : { names: [own, other].map(({ usedLater }) => usedLater.has(id)) }
  return { names: [own, other].map(({ answers }) => answers[at]?.used.has(id) === true) }
}

const own = new Map<string, Promise<Played>>()
function ownStory(title: string): Promise<Played> {
  const story = own.get(title) ?? played([title])
  own.set(title, story)
  return story
}

it.each(entries)(
  'names %s where another value, such as %j, changes an answer, and only there [§7]',
  async (id, values) => {
    const [unnamed, needless]: [string[], string[]] = [[], []]
    for (const title of Object.keys(stories)) {
      const first = await ownStory(title)
      const found = []
      for (const value of values) found.push(firstDifference(id, first, await played([title], { [id]: value })))
      const differences = found.filter((each) => each !== undefined)
      const isNamed = ({ names }: (typeof differences)[number]) =>
        isNoticedOnce(id, title) ? names.includes(true) : !names.includes(false)
      if (!differences.every(isNamed)) unnamed.push(title)
      if (differences.length === 0 && first.used.has(id) && !alsoNamed.some((each) => each === `${id} in ${title}`))
        needless.push(title)
    }

    expect({ unnamed, needless }).toEqual({ unnamed: [], needless: [] })
  },
)

it('names the assumption whose other value changes an answer in a run of stories [§7]', async () => {
  const title = fc.constantFrom(...Object.keys(stories).filter((each) => !/^(summaries|the opening)/.test(each)))
  const entry = fc.constantFrom(...entries.filter(([, values]) => values.length > 0))

  await fc.assert(
    fc.asyncProperty(entry, fc.array(title, { minLength: 2, maxLength: 4 }), async ([id, [value]], titles) => {
      const names = firstDifference(id, await played(titles), await played(titles, { [id]: value }))?.names ?? [true]
      expect(isNoticedOnce(id) ? names.includes(true) : !names.includes(false)).toBe(true)
    }),
    { seed: 7, numRuns: 100 },
  )
})
