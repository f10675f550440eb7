/** Pages of a list, in the form of the service. */
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

/**
 * Returns a page of a list of slots. `slotsFrom(n)` gives the slots of the list without its first `n`, and `present` makes the record of a
 * slot. Only the records of the page are made. In ascending order, reading stops at the first slot after the page.
 */
export function pageOf<T>(
  { assume }: Pick<Reading, 'assume'>,
  query: PageQuery,
  slotsFrom: (skipped: number) => Iterable<number>,
  present: (slot: number) => T,
): Page<T> {
  assume('paging.order')
  const pageNumber = query.pageNumber ?? 1
  const pageSize = query.pageSize ?? assume('paging.pageSize')
  const results: T[] = []
  let hasNextPage = false
  const skipped = (pageNumber - 1) * pageSize
  const isTurned = query.sortDirection === 'Descending'
  for (const slot of isTurned ? [...slotsFrom(0)].reverse().slice(skipped) : slotsFrom(skipped)) {
    hasNextPage = results.length === pageSize
    if (hasNextPage) break
    results.push(present(slot))
  }
  return { results, pageNumber, pageSize, hasPreviousPage: pageNumber > 1, hasNextPage }
}

/** Returns the `slotsFrom` of `pageOf` for a list of slots. */
export function slotsOf(list: readonly number[]): (skipped: number) => Iterable<number> {
  return (skipped) => list.slice(skipped)
}

/** Returns the `slotsFrom` of `pageOf` for the records of a table that satisfy `isListed`, in the order of the table. */
export function slotsWhere<State>(
  table: Table<State>,
  isListed: (record: State) => boolean,
): (skipped: number) => Iterable<number> {
  return function* (skipped) {
    let found = 0
    for (let slot = 0; slot < table.size; slot++) if (isListed(table.at(slot)) && found++ >= skipped) yield slot
  }
}
