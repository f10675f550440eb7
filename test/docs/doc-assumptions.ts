/** The page about the assumptions: what is open, what the bank does, where that is known from, and how `calibrate` or a person finds out more. */
import { type AssumptionId, assumptions } from 'vostro'
import type { Assumption } from '../../src/core/assumptions/entry.ts'
import { isAsked, questions } from '../../src/sandbox/questions/all-questions.ts'
import { facts } from './doc-facts.ts'
import { page, sentence } from './doc-markup.ts'

const ids = Object.keys(assumptions) as AssumptionId[]
const isPublished = (id: AssumptionId) => assumptions[id].provenance === 'published'

/** How much is a guess, as each page about assumptions says it at its top. */
const [published, asked] = [ids.filter(isPublished).length, ids.filter(isAsked).length]
const counts = `${ids.length} decisions: ${published} published, ${ids.length - published} assumed.`
const ofCalibrate = `can settle ${asked} of them`

/** The text of a page with the present numbers of assumptions, where it says how many there are. */
export function withCounts(text: string): string {
  return text
    .replace(/\d+ decisions: \d+ published, \d+ assumed\./, counts)
    .replace(/can settle \d+ of them/, ofCalibrate)
    .replace(/about \d+ of \d+ assumptions/, `about ${asked} of ${ids.length} assumptions`)
}

export function assumptionsPage(): string {
  const groups = [...new Set(ids.map(groupOf))]
  return page(
    'Assumptions',
    `What the API's specification leaves open, and what the bank does there. ${counts} [Calibrate](../guides/calibrate.md) ${ofCalibrate}; each other entry below says how to find out. [The guide](../guides/assumptions.md) says how to see which of them a test relied on, and how to change one.

- *Published* (A, B) and *assumed*: [what each says](../guides/assumptions.md). An assumed default is our choice; \`assumptions[id].why\` has the reason for each.
- *Fixed*: vostro knows only this value. If the real bank does something else, [give the answer yourself](../guides/assumptions.md#your-bank-or-sandbox-differs-set-the-value).
- *Calibrate* asks a service, in the scope at the end of the entry: *read*, *create* or *money*. With *any scope*, each of them answers, and so does a recording. \`npx vostro calibrate --plan\`, with the options of your run, prints what it would do.`,
    `${ids.length} entries: ${groups.map((group) => `[${group}](#${group})`).join(', ')}.`,
    ...groups.map((group) => [`## ${group}`, ...ids.filter((id) => groupOf(id) === group).map(entryOf)].join('\n\n')),
  )
}

const groupOf = (id: AssumptionId) => id.split('.')[0] as string

function entryOf(id: AssumptionId): string {
  const { section, open, default: preset, allowed, provenance }: Assumption = assumptions[id]
  const value = allowed.isFixed
    ? `Fixed: ${preset}.`
    : `Default: \`${JSON.stringify(preset)}\`; allowed: ${allowed.words}.`
  const seen = facts.find(({ ids }) => ids.includes(id))
  const source = seen === undefined ? provenance : `${provenance} (${seen.seen}, ${seen.grade})`
  return `### ${id}

${sentence(open)} (${section}). ${value} ${sentence(source)}${reasonOf(assumptions[id])}. ${howToFindOut(id)}.`
}

/** Why we chose this value. Of a published one only what other values mean, because the fact is the reason. */
function reasonOf({ allowed, provenance, why }: Assumption): string {
  if (allowed.isFixed) return ''
  if (provenance === 'assumed') return `: ${why}`
  const values = why.split('; ').filter((clause) => clause.startsWith('with `'))
  return values.length === 0 ? '' : `; ${values.join('; ')}`
}

function howToFindOut(id: AssumptionId): string {
  const { findOut }: Assumption = assumptions[id]
  if (!isAsked(id)) return `Find out: ${findOut}`
  const question = questions[id]
  const scope = question.kind === 'read' ? 'any' : (question.series.scope ?? 'read')
  return `Calibrate: ${scope === 'any' ? 'any scope' : `scope *${scope}*`}`
}
