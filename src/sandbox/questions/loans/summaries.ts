/** Loan summaries as questions read them. (§2.10) */
import { fieldOf, textIn } from '../../service/fields.ts'
import { Inconclusive } from '../../service/inconclusive.ts'
import type { Service } from '../../service/service.ts'

/** An answer of the loan summary. */
export interface Summary {
  readonly status: number
  readonly isDone: boolean
  readonly loans: readonly unknown[]
  /** The Ids of the loans. */
  readonly ids: readonly string[]
  readonly total: number
  readonly meta: unknown
  readonly body: unknown
}

export async function summaryOf(service: Service, query: Readonly<Record<string, string>> = {}): Promise<Summary> {
  const { status, isDone, body } = await service.ask('getLoanSummary', { query })
  if (status === 401 || status === 403) throw new Inconclusive(`a loan summary was answered ${status}`)
  const [results, total] = [fieldOf(body, 'Results'), fieldOf(body, 'Total')]
  const loans = Array.isArray(results) ? results : []
  const ids = loans.map((loan) => textIn(loan, 'Id') ?? '')
  return { status, isDone, loans, ids, total: typeof total === 'number' ? total : 0, meta: fieldOf(body, 'Meta'), body }
}

const FEW = 3

/** The Ids of the first loans of an order, up to three, however few come at once. */
export async function firstOf(service: Service, query: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const ids: string[] = []
  while (ids.length < FEW) {
    const skip = ids.length === 0 ? {} : { Skip: String(ids.length) }
    const page = await summaryOf(service, { Take: String(FEW), ...query, ...skip })
    if (page.ids.length === 0) break
    ids.push(...page.ids)
  }
  return ids.slice(0, FEW)
}
