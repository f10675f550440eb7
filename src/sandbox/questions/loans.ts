/** Questions on loan summaries. (§2.10, §4 call 9) */
import { fieldOf } from '../service/fields.ts'
import { Inconclusive } from '../service/inconclusive.ts'
import type { Service } from '../service/service.ts'
import type { Exchanges, SeenExchange } from './exchanges.ts'
import { ask, differs, is, making, type Part, read, unknown } from './question.ts'

const loansIn = (body: unknown): readonly unknown[] => {
  const results = fieldOf(body, 'Results')
  return Array.isArray(results) ? results : []
}

async function summaryOf(service: Service, query: Readonly<Record<string, string>>): Promise<unknown> {
  const { status, isDone, body } = await service.ask('getLoanSummary', { query })
  if (!isDone) throw new Inconclusive(`a loan summary was answered ${status}`)
  return body
}

const after = [
  making({
    how: 'requests a loan summary, and one with its Total',
    async make(service) {
      await summaryOf(service, {})
      await summaryOf(service, { Include: 'Total' })
    },
  }),
]

/** The summaries whose query has no jsconfig and has this Include; null: no Include. */
const summaries = (exchanges: Exchanges, include: string | null): readonly SeenExchange[] =>
  exchanges.done('getLoanSummary').filter(({ url }) => {
    const parameters = new Map([...new URL(url).searchParams].map(([name, value]) => [name.toLowerCase(), value]))
    return !parameters.has('jsconfig') && (parameters.get('include')?.toLowerCase() ?? null) === include
  })

export const loans = {
  'loans.take': ask<'loans.take'>({
    how: 'requests a summary without parameters, one with the Total of all loans, and one with one more loan than the first had',
    when: 'there are more loans than a summary has by default',
    async of(service) {
      const came = loansIn(await summaryOf(service, {})).length
      const more = loansIn(await summaryOf(service, { Take: String(came + 1) })).length
      const total = fieldOf(await summaryOf(service, { Include: 'Total' }), 'Total')
      if (typeof total !== 'number' || came >= total)
        return unknown(`a summary has all ${came} loans, so it does not show how many it may have at most`)
      const seen = `a summary has ${came} of ${total} loans, and ${more} with Take=${came + 1}`
      return more === came && came > 0 ? is(came, seen) : differs(seen)
    },
  }),
  'loans.total': read({
    when: 'a summary was requested without Include, and has loans',
    after,
    from: (exchanges) => summaries(exchanges, null).filter(({ body }) => loansIn(body).length > 0),
    judge([first]) {
      const total = fieldOf(first?.body, 'Total')
      const seen = `a summary without Include has ${loansIn(first?.body).length} loans and ${total === undefined ? 'no Total' : `the Total ${total}`}`
      if (typeof total !== 'number') return differs(seen)
      return is(total === 0 ? 'included' : 'always', seen)
    },
  }),
  'loans.meta': read({
    when: 'a summary was requested with Include=Total',
    after,
    from: (exchanges) => summaries(exchanges, 'total'),
    judge([first]) {
      const meta = fieldOf(first?.body, 'Meta')
      const seen = `with Include=Total, Meta is ${JSON.stringify(meta)}`
      if (meta === undefined) return is('omittedWithTotal', seen)
      return meta !== null && typeof meta === 'object' ? is('always', seen) : differs(seen)
    },
  }),
  'loans.deprecatedSince': read({
    how: 'reads the Deprecation header of summaries',
    when: 'a summary was read',
    after,
    from: (exchanges) => exchanges.done('getLoanSummary'),
    judge([first]) {
      const deprecation = first?.headers['deprecation']
      const seen = `the Deprecation header of summaries is ${deprecation}`
      return deprecation === undefined ? differs(seen) : is(deprecation, seen)
    },
  }),
} satisfies Part
