/** Loan summaries as questions ask for them and read them. (§2.10) */
import type { AssumptionId } from '../../../core/assumptions/catalogue.ts'
import { fieldOf, textIn } from '../../service/fields.ts'
import { Inconclusive } from '../../service/inconclusive.ts'
import type { Service } from '../../service/service.ts'
import { ask, type Question, type VerdictOn } from '../question.ts'

type Query = Readonly<Record<string, string>>

/** An answer of the loan summary. */
export interface Summary {
  readonly status: number
  readonly isDone: boolean
  readonly loans: readonly unknown[]
  /** The Ids of the loans. */
  readonly ids: readonly string[]
  readonly total: number
  readonly body: unknown
  /** By what it was asked for, and what that finds. */
  readonly words: string
}

export const loansIn = (body: unknown): readonly unknown[] => {
  const results = fieldOf(body, 'Results')
  return Array.isArray(results) ? results : []
}

export async function summaryOf(service: Service, query: Query = {}): Promise<Summary> {
  const { status, isDone, body } = await service.ask('getLoanSummary', { query })
  if (status === 401 || status === 403) throw new Inconclusive(`a loan summary was answered ${status}`)
  const [loans, total] = [loansIn(body), fieldOf(body, 'Total')]
  const ids = loans.map((loan) => textIn(loan, 'Id') ?? '')
  const words = `${wordsOf(query)} ${isDone ? `finds ${ids.length}` : `is answered ${status}`}`
  return { status, isDone, loans, ids, total: typeof total === 'number' ? total : 0, body, words }
}

const wordsOf = (query: Query) =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&') || 'a summary without parameters'

/** A question that asks for a summary without parameters, and for others by queries that are made of it. */
export const asksFor = <Id extends AssumptionId>(
  { how, when }: Record<'how' | 'when', string>,
  queries: (plain: Summary) => readonly Query[],
  judge: (seen: string, plain: Summary, ...others: Summary[]) => VerdictOn<Id>,
): Question<Id> =>
  ask({
    how,
    needs: ['loanBaseUrl'],
    when,
    async of(service) {
      const plain = await summaryOf(service)
      const others: Summary[] = []
      for (const query of queries(plain)) others.push(await summaryOf(service, query))
      return judge([plain, ...others].map(({ words }) => words).join(', '), plain, ...others)
    },
  })

const FEW = 3

/** The Ids of the first loans of an order, up to three, however few come at once. */
export async function firstOf(service: Service, query: Query): Promise<readonly string[]> {
  const ids: string[] = []
  while (ids.length < FEW) {
    const skip = ids.length === 0 ? {} : { Skip: String(ids.length) }
    const page = await summaryOf(service, { Take: String(FEW), ...query, ...skip })
    if (page.ids.length === 0) break
    ids.push(...page.ids)
  }
  return ids.slice(0, FEW)
}
