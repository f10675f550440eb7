/** Loan summaries as probes read them. (§2.10) */
import type { Service } from '../../../service/service.ts'
import { fieldOf, textIn } from '../field.ts'

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
  const [results, total] = [fieldOf(body, 'Results'), fieldOf(body, 'Total')]
  const loans = Array.isArray(results) ? results : []
  const ids = loans.map((loan) => textIn(loan, 'Id') ?? '')
  return { status, isDone, loans, ids, total: typeof total === 'number' ? total : 0, meta: fieldOf(body, 'Meta'), body }
}

/** The first loans of an order, up to three, however few come at once. */
export async function firstOf(service: Service, query: Readonly<Record<string, string>>): Promise<readonly unknown[]> {
  const loans: unknown[] = []
  while (loans.length < 3) {
    const skip = loans.length === 0 ? {} : { Skip: String(loans.length) }
    const page = await summaryOf(service, { Take: '3', ...query, ...skip })
    if (page.loans.length === 0) break
    loans.push(...page.loans)
  }
  return loans.slice(0, 3)
}
