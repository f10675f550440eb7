/** Pages of a list, as the service's lists are paged. */
import type { Table } from './kernel/table.ts'
import type { Reading } from './turn.ts'

/** Which page of a list: `pageNumber` from 1, `pageSize` from 1 to 50. */
export interface PageQuery {
  pageNumber?: number | undefined
  pageSize?: number | undefined
}

/** One page of a list. */
export interface Page<T> {
  results: T[]
  pageNumber: number
  pageSize: number
  hasPreviousPage: boolean
  hasNextPage: boolean
}

/** A page of records that are known by their slots: `slotsFrom` gives those of the list, but for so many first ones. */
export function pageOfSlots<T>(
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
  for (const slot of slotsFrom((pageNumber - 1) * pageSize)) {
    hasNextPage = results.length === pageSize
    if (hasNextPage) break
    results.push(present(slot))
  }
  return { results, pageNumber, pageSize, hasPreviousPage: pageNumber > 1, hasNextPage }
}

/**
 * A page of the table's records. `pick` gives, for a record that belongs to the list, the function that presents it;
 * only those on the page are presented. Reading stops at the first record past the page.
 */
export function pageOf<State, T>(
  { assume }: Pick<Reading, 'assume'>,
  query: PageQuery,
  table: Table<State>,
  pick: (record: State, slot: number) => (() => T) | undefined,
): Page<T> {
  assume('paging.order')
  const pageNumber = query.pageNumber ?? 1
  const pageSize = query.pageSize ?? assume('paging.pageSize')
  const first = (pageNumber - 1) * pageSize
  const results: T[] = []
  let found = 0
  for (let slot = 0; slot < table.size && found <= first + pageSize; slot++) {
    const present = pick(table.at(slot), slot)
    if (present === undefined) continue
    if (found >= first && results.length < pageSize) results.push(present())
    found++
  }
  return { results, pageNumber, pageSize, hasPreviousPage: pageNumber > 1, hasNextPage: found > first + pageSize }
}
