/** Pages of a list, in the form in which the service returns them. */
import type { Table } from './kernel/table.ts'
import type { Reading } from './turn.ts'

/** The page to read: `pageNumber` from 1, `pageSize` from 1 to 50. */
export interface PageQuery {
  pageNumber?: number | undefined
  pageSize?: number | undefined
  /** `Ascending`, the default, is the order in which the records were made. */
  sortDirection?: 'Ascending' | 'Descending' | undefined
}

/** One page of a list. */
export interface Page<T> {
  results: T[]
  pageNumber: number
  pageSize: number
  hasPreviousPage: boolean
  hasNextPage: boolean
}

/** Makes only the records of the page, with `present`. In ascending order, reading stops at the first slot after the page. */
export function pageOf<T>(
  { assume }: Pick<Reading, 'assume'>,
  query: PageQuery,
  slots: Iterable<number>,
  present: (slot: number) => T,
): Page<T> {
  const pageNumber = query.pageNumber ?? 1
  const pageSize = query.pageSize ?? assume('paging.pageSize')
  const results: T[] = []
  let hasNextPage = false
  let before = (pageNumber - 1) * pageSize
  for (const slot of query.sortDirection === 'Descending' ? [...slots].reverse() : slots) {
    if (before-- > 0) continue
    hasNextPage = results.length === pageSize
    if (hasNextPage) break
    results.push(present(slot))
  }
  return { results, pageNumber, pageSize, hasPreviousPage: pageNumber > 1, hasNextPage }
}

export function* slotsWhere<State>(table: Table<State>, isListed: (record: State) => boolean): Generator<number> {
  for (let slot = 0; slot < table.size; slot++) if (isListed(table.at(slot))) yield slot
}
